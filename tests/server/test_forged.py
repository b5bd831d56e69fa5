"""Forged records sent to a board over HTTP: each is refused in a sentence, and none is entered."""

import json
import random
from datetime import timedelta

import httpx
import pytest

import pioche
from pioche import registry
from pioche.core.daily import OWN_SEAT, of_the_day
from pioche.core.match.record import RESULTS, checksum, to_text
from pioche.server.contest import Contest
from pioche.server.shelf import today
from tests.server.conftest import PATIENCE

GAME = "no-merci"


@pytest.fixture(scope="module")
def board(shared):
    """The address of the board of yesterday, whose seed is known to everybody."""
    return f"{shared.address}/api/dailies/{GAME}/{today() - timedelta(1)}"


@pytest.fixture(scope="module")
def contest(board):
    game, day, found = registry.find(GAME), today() - timedelta(1), httpx.get(board, timeout=PATIENCE).json()
    daily = of_the_day(game.daily, day)
    setting = game.agree(daily.players, daily.variant, **daily.options)
    return Contest(found["contest"], game, setting, daily.level, found["seed"], day)


@pytest.fixture(scope="module")
def record(contest):
    return played(contest).record()


def played(contest, chooser=0, *, false_bots=False):
    """A match of this deal with random moves of the person; false bots make the first legal move."""
    setting, chance = contest.setting, random.Random(chooser)
    options = {"variant": setting.variant, **dict(setting.options)}
    match = pioche.open(GAME, setting.players, seed=contest.seed, **options)
    while not match.over:
        seat = match.to_move[0]
        of_bot = None if false_bots else contest.bots.next_move(match)
        legal = match.legal(seat)
        match.play(*(of_bot or (seat, legal[0] if seat != OWN_SEAT else chance.choice(legal))))
    return match


def sealed(record, **changes):
    """A changed record as JSON, with a checksum that fits and no results that could differ."""
    changed = {name: value for name, value in {**record, **changes}.items() if name not in RESULTS}
    return json.dumps({**changed, "checksum": checksum(changed)})


def other_seed(record, _contest):
    return sealed(record, seed="ab" * 32, commitment=None)


def other_game(_record, contest):
    return to_text(pioche.open("a-moins", contest.setting.players, seed=contest.seed).record())


def other_option(record, _contest):
    return sealed(record, options={**record["options"], "open_tokens": not record["options"]["open_tokens"]})


def illegal_move(record, _contest):
    return sealed(record, moves=[[record["moves"][0][0], "steal"], *record["moves"][1:]])


def move_of_another(record, _contest):
    (seat, name), *others = record["moves"]
    return sealed(record, moves=[[(seat + 1) % record["players"], name], *others])


def move_after_the_end(record, _contest):
    return sealed(record, moves=[*record["moves"], [OWN_SEAT, "take"]])


def moves_of_false_bots(_record, contest):
    return to_text(played(contest, false_bots=True).record())


def truncated(record, _contest):
    return sealed(record, moves=record["moves"][:-1])


def cut_off(record, _contest):
    return to_text(record).rpartition("checksum")[0]


def better_scores(record, _contest):
    return json.dumps({**record, "scores": [score - 1 for score in record["scores"]]})


def by_hand(record, _contest):
    return sealed(record, dealer=1)


def played_by_a_bot(record, _contest):
    return sealed(record, substitutes=[{"seat": OWN_SEAT, "level": "strong", "after": 0, "until": None}])


def parts_of_a_seed(record, _contest):
    return sealed(record, contributions={"server": "ab" * 32, "0": "cd" * 32})


def broken_json(record, _contest):
    return json.dumps(record)[:-1]


def half_a_character(record, _contest):
    return sealed(record, moves=[[OWN_SEAT, "\ud800"], *record["moves"]])


def nested(_record, _contest):
    return '{"a": [' * 5000


def too_large(record, _contest):
    return sealed(record, note="x" * 60_000)


REFUSED = {
    other_seed: "server.entry.other-seed",
    other_game: "server.entry.other-setting",
    other_option: "server.entry.other-setting",
    illegal_move: "core.record.move",
    move_of_another: "core.record.move",
    move_after_the_end: "core.record.move",
    moves_of_false_bots: "server.entry.bot-move",
    truncated: "server.entry.not-over",
    cut_off: "core.record.cut-off",
    better_scores: "core.record.result",
    by_hand: "server.entry.by-hand",
    played_by_a_bot: "server.entry.by-hand",
    parts_of_a_seed: "core.record.contributions",
    broken_json: "core.record.not-text",
    half_a_character: "core.record.not-text",
    nested: "core.record.not-text",
    too_large: "server.bad-message",
}


def send(board, text, name="Mallory"):
    return httpx.post(f"{board}/entries", json={"record": text, "name": name}, timeout=PATIENCE)


@pytest.mark.parametrize(("forge", "key"), REFUSED.items(), ids=[forge.__name__ for forge in REFUSED])
def test_a_forged_record_is_refused_in_a_sentence(board, contest, record, forge, key):
    before = httpx.get(board).json()["entries"]
    answer = send(board, forge(record, contest))
    assert (answer.status_code, answer.json()["error"]["key"]) == (400, key)
    assert httpx.get(board).json()["entries"] == before


def test_a_true_record_is_entered_and_not_again_under_another_name(board, record):
    true = send(board, to_text(record), "Zoé")
    assert (true.status_code, true.json()["mark"], true.json()["rank"]) == (201, "elsewhere", None)
    for text in (to_text(record), sealed(record, note="mine")):
        assert send(board, text).json()["error"]["key"] == "server.entry.of-another"
    assert [entry["name"] for entry in httpx.get(board).json()["entries"]] == ["Zoé"]
