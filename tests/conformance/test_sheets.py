"""Score sheets add up to the scores, and at the end every card is turned up and the result has words."""

from typing import get_args

import numpy as np
import pytest

from pioche import registry
from pioche.core.match import Match
from pioche.core.match.verdict import Verdict
from pioche.core.state import SPECTATOR
from pioche.core.views import EntryKind
from pioche.core.words import LANGUAGES, Message
from tests.conformance.laws import has_own_rules, some, walk, witness_of
from tests.conformance.settings import settings
from tests.conformance.test_laws import table

CASES = [
    pytest.param(game, setting, id=table(game, setting), marks=pytest.mark.xdist_group(game.name))
    for game in registry.games()
    for setting in settings(game)
]
OF_RULES = [case for case in CASES if has_own_rules(case.values[0])]
NEVER_DEALT = "to come"
"""XX33 How a witness calls a card of a second deal that has not come yet."""


def finished(game, setting, seed) -> Match:
    match, rng = Match(game, setting, seed=seed), np.random.default_rng(seed)
    while not match.over:
        for _ in walk(match, rng):
            pass
    return match


def spoken(message) -> Message:
    """A message as it was before it was sent."""
    arguments = {
        name: spoken(value) if isinstance(value, dict) else value for name, value in message["arguments"].items()
    }
    return Message(message["key"], arguments)


def check_sheets(match: Match) -> None:
    """What a sheet says adds up to the score, unless it says that something is hidden; nobody's own score is."""
    points = match.points().tolist()
    for eyes in range(SPECTATOR, match.players):
        sheets = match.sheets(eyes)
        assert len(sheets) == len(points)
        for sheet, scores in zip(sheets, points, strict=True):
            for seat, entries in enumerate(sheet["entries"]):
                check_entries(entries)
                is_hidden = any(entry["kind"] == "hidden" for entry in entries)
                shown = None if is_hidden else sum(entry["value"] or 0 for entry in entries)
                assert shown == sheet["scores"][seat]
                assert shown in (None, scores[seat])
                assert shown is not None or (not match.over and sheet is sheets[-1])


def check_entries(entries) -> None:
    for entry in entries:
        assert entry["kind"] in get_args(EntryKind)
        assert (entry["value"] is None) == (entry["kind"] != "points")
        assert all(spoken(entry["title"]).text(language) for language in LANGUAGES)


@pytest.mark.parametrize(("game", "setting"), CASES)
def test_a_sheet_adds_up_to_the_score(game, setting):
    match, rng = Match(game, setting, seed=21), np.random.default_rng(21)
    while not match.over:
        for now in some(walk(match, rng)):
            check_sheets(now)
    check_sheets(match)


@pytest.mark.parametrize(("game", "setting"), OF_RULES)
def test_at_the_end_every_hidden_card_is_turned_up(game, setting):
    match, witness = finished(game, setting, 22), witness_of(game)
    where = [each for places in witness.where(match.state).values() for each in places.items()]
    hidden = {card for card, place in where if not witness.sees(place, SPECTATOR) and NEVER_DEALT not in place}
    for eyes in range(SPECTATOR, match.players):
        zones = match.view(eyes)["table"]["zones"]
        shown = [card for zone in zones if zone["role"] not in ("trick", "last-trick") for card in zone["cards"]]
        assert hidden <= set(shown)
        assert all(len(zone["cards"]) == zone["size"] for zone in zones if zone["role"] in ("hand", "stock", "aside"))


@pytest.mark.parametrize(("game", "setting"), CASES)
def test_the_result_is_put_into_words_from_every_side(game, setting):
    match = finished(game, setting, 23)
    for eyes in range(SPECTATOR, match.players):
        verdict = Verdict(match, eyes)
        told = [verdict.headline, *([verdict.decided] if verdict.decided else [])]
        assert all(message.text(language) for message in told for language in LANGUAGES)
        assert match.view(eyes)["headline"] == verdict.headline.to_dict()
