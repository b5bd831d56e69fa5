"""Every view says all that a page needs to draw it, so that a page needs to know no game."""

from typing import get_args

import numpy as np
import pytest

from pioche import registry
from pioche.core.match import Match
from pioche.core.state import SPECTATOR
from pioche.core.views import CardKind, CounterKind, Layout, ZoneRole
from pioche.core.words import catalogue
from tests.conformance.laws import some, walk
from tests.conformance.settings import variants

HIDDEN = ("face down", "unseen")
"""What a title may not say of cards that are seen."""


@pytest.mark.parametrize(("game", "setting"), variants())
def test_every_view_can_be_drawn_without_knowing_the_game(game, setting):
    match = Match(game, setting, seed=5)
    for now in some(walk(match, np.random.default_rng(5))):
        for seat in range(SPECTATOR, setting.players):
            assert list(faults(now.view(seat))) == []


def faults(view):
    """What a page could not draw, or would draw wrongly."""
    table = view["table"]
    sections = [section["id"] for section in table["sections"]]
    zones = {zone["id"]: zone for zone in table["zones"]}
    if view["layout"] not in get_args(Layout) or view["cards"] not in get_args(CardKind):
        yield view["layout"], view["cards"]
    if len(zones) + len(sections) != len({*zones, *sections}) or len(zones) != len(table["zones"]):
        yield "ids", list(zones), sections
    for zone in table["zones"]:
        yield from faults_of_zone(zone, sections, view["players"])
    for counter in table["counters"]:
        yield from faults_of_counter(counter, {*zones, *sections})
    for signal in view["signals"]:
        if signal["target"] not in zones:
            yield "signal", signal["target"]
    counters = {counter["name"] for counter in table["counters"] if counter["seat"] is None and counter["beside"]}
    for move in view["moves"]:
        if move["target"] not in {None, *zones, *counters}:
            yield "move", move["target"]


def faults_of_zone(zone, sections, players):
    grouped = [card for group in zone["groups"] for card in group]
    is_right = (
        zone["role"] in get_args(ZoneRole),
        zone["title"]["key"] in catalogue(),
        zone["size"] >= len(zone["cards"]),
        not grouped or grouped == zone["cards"],
        all(zone["groups"]),
        zone["section"] is None or zone["section"] in sections,
        set(zone["owners"]) <= set(range(players)),
        zone["seat"] in zone["owners"] if zone["seat"] is not None else not zone["owners"],
        zone["role"] not in ("hand", "trick", "last-trick") or zone["seat"] is not None,
        not (zone["cards"] and any(word in catalogue()[zone["title"]["key"]]["en"] for word in HIDDEN)),
    )
    if not all(is_right):
        yield "zone", zone["id"], is_right


def faults_of_counter(counter, places):
    is_right = (
        counter["kind"] in get_args(CounterKind),
        counter["title"]["key"] in catalogue(),
        counter["beside"] is None or counter["beside"] in places,
        counter["seat"] in counter["owners"] if counter["seat"] is not None else not counter["owners"],
        (counter["sign"] is not None) if counter["kind"] == "sign" else True,
    )
    if not all(is_right):
        yield "counter", counter["name"], is_right


def a_view(**changes):
    """A view of a match, changed in its first zone."""
    view = Match(registry.find("no-merci"), registry.find("no-merci").agree(3), seed=5).view(0)
    view["table"]["zones"][0] |= changes
    return view


@pytest.mark.parametrize(
    "wrong",
    [
        {"role": "heap"},
        {"title": {"key": "no-merci.zone.heap", "arguments": {}}},
        {"cards": ["3", "4"], "groups": [["3"]]},
        {"cards": ["3", "4"], "groups": [["4", "3"]]},
        {"section": "runs"},
        {"owners": [0]},
        {"seat": 1, "owners": [2]},
        {"role": "trick"},
        {"id": "open"},
        {"title": {"key": "no-merci.zone.removed", "arguments": {}}, "cards": ["3"]},
    ],
)
def test_the_check_finds_a_wrong_zone(wrong):
    assert list(faults(a_view())) == []
    assert list(faults(a_view(**wrong)))


def test_the_check_finds_a_wrong_target():
    view = a_view()
    view["moves"][1]["target"] = "heap"
    assert list(faults(view)) == [("move", "heap")]
