"""Boards prove themselves: a record counts only if the whole match follows from the deal and the person's moves."""

import asyncio
import json
import random
import time
from datetime import date, timedelta

import pytest

from pioche import registry
from pioche.core.daily import OWN_SEAT
from pioche.core.errors import PiocheError
from pioche.core.match import Match
from pioche.core.match.record import RESULTS, Substitute, checksum, to_text
from pioche.server import boards as boards_module
from pioche.server.boards import Boards, rank
from pioche.server.contest import daily_contest, start_of
from pioche.server.entries import Entry, Try
from pioche.server.errors import Refused
from pioche.server.events import Moved
from pioche.server.proof import prove
from pioche.server.shelf import today
from pioche.server.store import Entry as Stored
from pioche.server.store import Store
from pioche.server.tables import Tables
from tests.server.conftest import PATIENCE

KEY, DAY = "ab" * 32, date(2026, 1, 30)


def played(contest, chooser=0, *, until=None) -> Match:
    """A match against the bots, with random moves of the person."""
    match, chance = Match(contest.game, contest.setting, seed=contest.seed), random.Random(chooser)
    while not match.over and len(match.moves) != until:
        own = [OWN_SEAT, chance.choice(match.legal(OWN_SEAT)).name] if OWN_SEAT in match.to_move else None
        match.play(*(contest.bots.next_move(match) or own))
    return match


@pytest.fixture(scope="module")
def contest():
    return daily_contest(KEY, registry.find("no-merci"), DAY)


@pytest.fixture(scope="module")
def record(contest):
    return played(contest).record()


@pytest.fixture
def boards(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    store.migrate()
    yield Boards(store)
    store.close()


def sealed(record, **changes) -> str:
    """The text of a changed record; whoever forges one makes its checksum fit."""
    changed = {**record, **changes}
    return json.dumps({**changed, "checksum": checksum(changed)})


def refusal(text, contest) -> str:
    with pytest.raises(PiocheError) as caught:
        prove(text, contest)
    assert caught.value.message.text("en")
    assert caught.value.message.text("fr")
    return caught.value.message.key


def without_results(record):
    return {name: value for name, value in record.items() if name not in RESULTS}


def turns(record, *, of_person):
    return [index for index, (seat, _) in enumerate(record["moves"]) if (seat == OWN_SEAT) == of_person]


@pytest.mark.parametrize("name", [game.name for game in registry.games()])
def test_a_match_against_the_bots_proves_itself(name):
    contest = daily_contest(KEY, registry.find(name), DAY)
    match = played(contest)
    assert prove(to_text(match.record()), contest).moves == match.moves


def test_a_changed_result_is_refused(contest, record):
    assert refusal(sealed(record, scores=[0] * record["players"]), contest) == "core.record.result"


def test_a_changed_checksum_is_refused(contest, record):
    assert refusal(to_text({**record, "checksum": "0" * 64}), contest) == "core.record.checksum"


def test_a_changed_move_of_the_person_is_refused(contest, record):
    """The bots would have answered otherwise, or the moves after it cannot be made."""
    other = {"take": "refuse", "refuse": "take"}
    keys = set()
    for index in turns(record, of_person=True):
        moves = [list(move) for move in record["moves"]]
        moves[index][1] = other[moves[index][1]]
        keys.add(refusal(sealed(without_results(record), moves=moves), contest))
    assert keys <= {"server.entry.bot-move", "core.record.move", "server.entry.not-over"}
    assert keys


def test_a_changed_move_of_a_bot_is_refused(contest, record):
    """Played on from there, so that every later move is legal."""
    index = next(
        index
        for index in turns(record, of_person=False)
        if len(_legal_before(contest, record, index)) > 1 and index > 5
    )
    match = Match(contest.game, contest.setting, seed=contest.seed)
    for seat, move in record["moves"][:index]:
        match.play(seat, move)
    seat, made = record["moves"][index]
    match.play(seat, next(move for move in match.legal(seat) if move.name != made))
    while not match.over:
        seat = match.to_move[0]
        match.play(*(contest.bots.next_move(match) or (seat, match.legal(seat)[0])))
    assert refusal(to_text(match.record()), contest) == "server.entry.bot-move"


def _legal_before(contest, record, index):
    match = Match(contest.game, contest.setting, seed=contest.seed)
    for seat, move in record["moves"][:index]:
        match.play(seat, move)
    return match.legal(record["moves"][index][0])


@pytest.mark.parametrize(
    ("day", "game", "key"), [(DAY + timedelta(2), "no-merci", "other-seed"), (DAY, "a-moins", "other-setting")]
)
def test_a_match_of_another_deal_is_refused(contest, day, game, key):
    other = daily_contest(KEY, registry.find(game), day)
    assert refusal(to_text(played(other).record()), contest) == f"server.entry.{key}"


def test_another_setting_is_refused(contest):
    setting = contest.game.agree(contest.setting.players, contest.setting.variant, open_tokens=True)
    match = Match(contest.game, setting, seed=contest.seed)
    while not match.over:
        match.play(match.to_move[0], match.legal(match.to_move[0])[0])
    assert refusal(to_text(match.record()), contest) == "server.entry.other-setting"


def test_a_truncated_match_is_refused(contest):
    cut = played(contest, until=30)
    assert refusal(to_text(cut.record()), contest) == "server.entry.not-over"
    text = to_text(played(contest).record())
    assert refusal(text[: text.index("\n", len(text) // 2)], contest) == "core.record.cut-off"


@pytest.mark.parametrize("field", ["dealer", "deck", "position"])
def test_a_deal_by_hand_is_refused(contest, record, field):
    assert refusal(sealed(record, **{field: 1 if field == "dealer" else "x"}), contest) == "server.entry.by-hand"


def test_a_match_that_a_bot_finished_is_refused(contest):
    match = played(contest)
    match.substitutes = [Substitute(OWN_SEAT, "strong", 3)]
    assert refusal(to_text(match.record()), contest) == "server.entry.by-hand"


def test_a_bots_signal_cannot_be_left_out():
    contest = next(
        each
        for day in range(3)
        if (each := daily_contest(KEY, registry.find("the-game"), DAY + timedelta(day))).setting.players == 3
    )
    record = played(contest).record()
    index = next(index for index, (_, move) in enumerate(record["moves"]) if _is_signal(contest, move))
    moves = record["moves"][:index] + record["moves"][index + 1 :]
    assert refusal(sealed(without_results(record), moves=moves), contest) == "server.entry.bot-move"


def _is_signal(contest, move):
    rules = contest.game.format(contest.setting).rounds[0]
    return rules.move_numbers[move] in rules.signal_numbers


def test_a_record_is_accepted_once_and_only_from_its_player(boards):
    contest = boards.daily("no-merci", today())
    zoe, max_ = boards.people.enter("z" * 64), boards.people.enter("m" * 64)
    text = to_text(played(contest).record())
    assert boards.send_in(contest, zoe, "Zoé", text).mark == "elsewhere"
    for player, key in ((zoe, "entered"), (max_, "of-another")):
        with pytest.raises(Refused) as caught:
            boards.send_in(contest, player, "Max", text.replace("\n", "\r\n"))
        assert caught.value.message.key == f"server.entry.{key}"
    assert [(each.entry.name, each.rank) for each in boards.ranked(contest)] == [("Zoé", None)]


def test_a_board_takes_a_limited_number_of_records(boards, monkeypatch):
    monkeypatch.setattr("pioche.server.entries.MOST_ELSEWHERE", 1)
    contest, zoe = boards.daily("no-merci", today()), boards.people.enter("z" * 64)
    boards.send_in(contest, zoe, "Zoé", to_text(played(contest).record()))
    with pytest.raises(Refused) as caught:
        boards.send_in(contest, zoe, "Zoé", to_text(played(contest, 1).record()))
    assert caught.value.message.key == "server.entry.too-many"


def test_a_table_whose_bots_did_not_play_by_the_seed_has_no_place(boards, caplog):
    contest = boards.daily("no-merci", today())
    zoe = boards.people.enter("z" * 64)
    match = Match(contest.game, contest.setting, seed=contest.seed)
    while not match.over:
        match.play(match.to_move[0], match.legal(match.to_move[0])[0])
    boards.begin(boards.try_of(contest, zoe, None), "t1", "Zoé")
    boards.finish("t1", match, contest.name, is_helped=False, ended=time.time())
    assert [(each.entry.mark, each.rank) for each in boards.ranked(contest)] == [("unproved", None)]
    assert "entry not proved" in caplog.text


@pytest.mark.parametrize(("seconds", "mark", "rank"), [(-1, "first", 1), (0, "late", None)])
def test_a_first_try_counts_only_if_it_ends_on_its_day(boards, seconds, mark, rank):
    """After midnight everybody can see the deal, and whoever began before could look."""
    contest, zoe = boards.daily("no-merci", today()), boards.people.enter("z" * 64)
    assert boards.begin(boards.try_of(contest, zoe, "192.0.2.1"), "t1", "Zoé") == "first"
    midnight = start_of(today() + timedelta(1))
    boards.finish("t1", played(contest), contest.name, is_helped=False, ended=midnight + seconds)
    assert [(each.entry.mark, each.rank) for each in boards.ranked(contest)] == [(mark, rank)]


@pytest.mark.parametrize("is_noted", [False, True])
def test_a_try_that_ended_on_its_day_counts_although_it_is_entered_later(boards, is_noted):
    """The server stopped before midnight, between the last move and what is done about it, and starts the day after."""
    day, zoe, store = today() - timedelta(1), boards.people.enter("z" * 64), boards.store
    contest = boards.daily("no-merci", day)
    assert boards.entries.begin(Try(contest.name, zoe.id), "t1", "Zoé") == "first"
    store.open("t1", "no-merci", contest.opening("Zoé", ""), [("z" * 64, OWN_SEAT)])
    moves, ended = played(contest).moves, start_of(today()) - 1
    store.append([Stored("t1", number, Moved(*move), at=ended) for number, move in enumerate(moves, 1)])
    if is_noted:
        store.note_end("t1", time.time())

    async def start():
        tables = Tables(store)
        await tables.resume()
        async with asyncio.timeout(PATIENCE):
            while not boards.ranked(contest):
                await asyncio.sleep(0.01)
        await tables.close()

    asyncio.run(start())
    (found,) = boards.ranked(contest)
    assert (found.entry.mark, found.rank, found.entry.ended) == ("first", 1, ended)


# Who has a place.


def entry(number, place, score, mark="first"):
    return Entry(number, "daily", f"p{number}", f"t{number}", f"P{number}", mark, 0.0, 1.0, score, place)


def test_the_place_at_the_table_comes_before_the_score_and_equals_share():
    found = rank(
        [entry(1, 2, 10), entry(2, 1, 30), entry(3, 1, 20), entry(4, 1, 20, "again"), entry(5, 1, 30)], low_wins=True
    )
    assert [(each.entry.id, each.rank) for each in found] == [(3, 1), (2, 2), (5, 2), (1, 4), (4, None)]


def test_where_high_scores_win_the_highest_is_first():
    assert [each.entry.id for each in rank([entry(1, 1, 10), entry(2, 1, 30)], low_wins=False)] == [2, 1]


# The day's seed.


def test_the_seed_of_a_day_is_unknown_without_the_servers_key(boards, tmp_path):
    other_store = Store(f"sqlite:///{tmp_path / 'other.db'}")
    other_store.migrate()
    one, other = boards.daily("no-merci", today()), Boards(other_store).daily("no-merci", today())
    seeds = {one.seed, other.seed, boards.daily("a-moins", today()).seed}
    seeds.add(boards.daily("no-merci", today() - timedelta(1)).seed)
    assert len(seeds) == 4
    assert Boards(other_store).daily("no-merci", today()) == other
    other_store.close()


@pytest.mark.parametrize("days", [1, -boards_module.DAYS_KEPT - 1])
def test_boards_of_the_future_or_of_long_ago_do_not_exist(boards, days):
    with pytest.raises(Refused) as caught:
        boards.daily("no-merci", today() + timedelta(days))
    assert caught.value.message.key == "server.no-board"
