"""A table derived from its events: who may do what, and that its log gives the same table again."""

import random

import pytest

from pioche.core.errors import BadSetting, IllegalMove
from pioche.core.match import Match
from pioche.server import commands
from pioche.server.bodies import Join
from pioche.server.errors import Refused
from pioche.server.events import (
    Helped,
    Joined,
    Moved,
    Opened,
    Replaced,
    Seat,
    UndoAgreed,
    UndoAsked,
    Undone,
    UndoRefused,
    decode,
    encode,
)
from pioche.server.live import LiveTable
from pioche.server.table import Table

SEED, CODE = "07".zfill(64), "ABCDEF"


def table(game="no-merci", *seats, variant=None, seed=SEED, **options) -> Table:
    made = [Seat(kind, f"P{place}") for place, kind in enumerate(seats)]
    return Table.open("t", Opened(game, len(made), variant, options, made, seed))


def do(at: Table, event):
    at.apply(at.number + 1, event)
    return event


PEOPLE = ("person", "person", "person")


def test_replaying_the_log_gives_the_same_table():
    at, events = table("no-merci", *PEOPLE), []
    for _ in range(6):
        (seat,) = at.match.to_move
        events.append((at.number + 1, do(at, commands.move(at, seat, at.match.legal(seat)[0].name))))
    events.append((at.number + 1, do(at, commands.undo(at, events[-1][1].seat))))
    again = Table.replay("t", [(0, at.opened), *((number, decode(encode(event))) for number, event in events)])
    assert again.match.record() == at.match.record()
    assert (again.number, again.moved) == (at.number, at.moved)


def test_checking_a_move_changes_nothing():
    at = table("no-merci", *PEOPLE)
    (seat,) = at.match.to_move
    assert commands.move(at, seat, "take") == Moved(seat, "take")
    assert at.match.moves == ()
    with pytest.raises(IllegalMove):
        commands.move(at, (seat + 1) % 3, "take")
    with pytest.raises(IllegalMove):
        commands.move(at, seat, "dance")


@pytest.mark.parametrize("game", ["no-merci", "six-sequences"])
def test_a_move_that_was_checked_is_not_checked_again(game, monkeypatch):
    at = table(game, *PEOPLE)
    (seat,) = at.match.to_move
    event = commands.move(at, seat, at.match.legal(seat)[0].name)
    monkeypatch.setattr(Match, "legal_numbers", lambda match, seat: pytest.fail("legality was asked again"))
    do(at, event)
    assert at.match.moves == ((seat, event.move),)


@pytest.mark.parametrize("move", ["dance", "take"])
def test_a_log_with_a_move_that_is_not_allowed_cannot_be_read(move):
    at = table("no-merci", *PEOPLE)
    (seat,) = at.match.to_move
    with pytest.raises(IllegalMove):
        Table.replay("t", [(0, at.opened), (1, Moved((seat + 1) % 3, move))])


def test_nobody_moves_before_all_seats_are_taken():
    at = table("no-merci", "person", "open", "person")
    with pytest.raises(Refused, match="Not everybody"):
        commands.move(at, at.match.to_move[0], "take")
    do(at, commands.join(at, Join("", "Zoé")))
    assert at.seats[1] == Seat("person", "Zoé")
    commands.move(at, at.match.to_move[0], "take")
    with pytest.raises(Refused, match="no free seat"):
        commands.join(at, Join("", "Late"))


def test_bots_wait_for_open_seats():
    at = table("no-merci", "bot", "bot", "open")
    assert at.bots_to_move == []
    do(at, Joined(2, "Zoé"))
    assert at.bots_to_move == [seat for seat in at.match.to_move if seat != 2]


def test_a_bot_holds_a_seat_until_its_player_returns():
    at = table("no-merci", *PEOPLE)
    do(at, commands.replace(LiveTable(at, CODE), 1, "casual", {1}))
    assert at.seats[1] == Seat("bot", "P1", "casual")
    with pytest.raises(Refused):
        commands.replace(LiveTable(at, CODE), 1, "casual", {1})
    do(at, commands.come_back(at, 1))
    assert at.seats[1] == Seat("person", "P1")
    with pytest.raises(Refused):
        commands.come_back(at, 1)


def test_a_refusal_in_no_merci_can_be_taken_back_until_another_player_moves():
    at = table("no-merci", *PEOPLE)
    (seat,) = at.match.to_move
    do(at, commands.move(at, seat, "refuse"))
    assert commands.undo(at, seat) == Undone(seat, 0)
    do(at, commands.move(at, (seat + 1) % 3, "refuse"))
    assert commands.undo(at, seat) == UndoAsked(seat, 0)


def test_a_move_that_turned_up_a_card_is_taken_back_only_by_consent():
    at = table("no-merci", *PEOPLE)
    (seat,) = at.match.to_move
    do(at, commands.move(at, seat, "take"))
    asked = do(at, commands.undo(at, seat))
    assert asked == UndoAsked(seat, 0)
    with pytest.raises(Refused):
        commands.answer_undo(at, seat, agrees=True)
    other, third = (seat + 1) % 3, (seat + 2) % 3
    assert commands.answer_undo(at, other, agrees=False) == UndoRefused(other)
    assert do(at, commands.answer_undo(at, other, agrees=True)) == UndoAgreed(other)
    with pytest.raises(Refused):
        commands.answer_undo(at, other, agrees=True)
    assert do(at, commands.answer_undo(at, third, agrees=True)) == Undone(seat, 0)
    assert at.match.moves == ()
    with pytest.raises(Refused):
        commands.undo(at, seat)


def test_another_move_ends_a_request_for_undo():
    at = table("no-merci", *PEOPLE)
    (seat,) = at.match.to_move
    do(at, commands.move(at, seat, "take"))
    do(at, commands.undo(at, seat))
    assert (at.asked, at.awaited) == (UndoAsked(seat, 0), {0, 1, 2} - {seat})
    do(at, commands.move(at, seat, "take"))
    assert (at.asked, at.awaited) == (None, set())
    with pytest.raises(Refused):
        commands.answer_undo(at, (seat + 1) % 3, agrees=True)


def test_a_player_replaced_by_a_bot_must_agree_too():
    at = table("no-merci", "person", "person", "bot")
    do(at, commands.replace(LiveTable(at, CODE), 1, "casual", {1}))
    while at.match.to_move != (0,):
        do(at, commands.move(at, at.match.to_move[0], "refuse"))
    do(at, commands.move(at, 0, "take"))
    assert do(at, commands.undo(at, 0)) == UndoAsked(0, len(at.match.moves) - 1)
    assert at.awaited == {1}


def test_k6_26_only_the_seat_itself_notices_a_hint_for_a_secret_answer():
    at = claimed_from(table("six-sequences", *PEOPLE))
    (seat, *_) = at.match.to_move
    do(at, Helped(seat, "hint"))
    shown = {eyes: at.numbering.shown(at.number, eyes) for eyes in range(-1, 3)}
    assert {eyes for eyes in shown if shown[eyes] == at.number} == {seat}


def claimed_from(at):
    """Play until some seat can claim a discard."""
    rng = random.Random(3)
    for _ in range(500):
        (seat, *_) = at.match.to_move
        if any(move.name.startswith("claim") for move in at.match.legal(seat)):
            return at
        do(at, commands.move(at, seat, rng.choice(at.match.legal(seat)).name))
    raise AssertionError("nobody could claim anything")


def test_k6_26_a_secret_answer_cannot_be_taken_back_while_others_have_to_answer():
    """The request would tell everybody that the seat was asked."""
    for seed in range(200):
        at = claimed_from(table("six-sequences", *PEOPLE, "person", seed=f"{seed:064x}"))
        if len(at.match.to_move) > 1:
            break
    (seat, *_) = at.match.to_move
    do(at, commands.move(at, seat, "pass"))
    with pytest.raises(Refused, match="nothing to take back"):
        commands.undo(at, seat)


def test_da14_a_secret_choice_is_not_taken_back():
    at = table("drahtseilakt", *PEOPLE, variant="chaotic")
    do(at, commands.move(at, 0, at.match.legal(0)[0].name))
    assert commands.undo(at, 0) == UndoAsked(0, 0)


def test_k6_4_alone_everything_can_be_taken_back():
    at = table("20-20", "person")
    for _ in range(5):
        do(at, commands.move(at, 0, at.match.legal(0)[0].name))
    for left in (4, 3, 2, 1, 0):
        assert do(at, commands.undo(at, 0)) == Undone(0, left)
    assert at.fallen == {6: [5], 7: [4], 8: [3], 9: [2], 10: [1]}


def test_g6_nothing_is_taken_back_after_the_end_among_people():
    """By then the record is public, with every card; playing on would be playing with open hands."""
    at = table("no-merci", *PEOPLE)
    while not at.over:
        do(at, commands.move(at, at.match.to_move[0], "take"))
    with pytest.raises(Refused, match="over"):
        commands.undo(at, at.match.moves[-1][0])


def test_with_only_bots_as_opponents_undo_needs_no_consent():
    at = table("no-merci", "person", "bot", "bot")
    while at.match.to_move != (0,):
        do(at, commands.move(at, at.match.to_move[0], "refuse"))
    do(at, commands.move(at, 0, "take"))
    assert isinstance(commands.undo(at, 0), Undone)


def test_replacing_by_an_event_equals_replacing_by_a_request():
    at = table("no-merci", *PEOPLE)
    assert commands.replace(LiveTable(at, CODE), 2, "strong", {2}) == Replaced(2, "strong")


def test_tg13_numbers_are_refused_before_they_are_sent():
    at = table("the-game", *PEOPLE)
    assert commands.chat(at, 0, "leave it to me", None).text == "leave it to me"
    for text in ("I have the 42", "quarante-deux"):
        with pytest.raises(Refused, match="no numbers may be named"):
            commands.chat(at, 0, text, None)
    assert commands.chat(table("no-merci", *PEOPLE), 0, "42", None).text == "42"


def test_the_holder_takes_a_seat_back_from_the_bot_even_without_a_name():
    at = Table.open(
        "t", Opened("no-merci", 3, None, {}, [Seat("person"), Seat("bot", level="casual"), Seat("open")], SEED)
    )
    do(at, commands.replace(LiveTable(at, CODE), 0, "strong", {0}))
    assert do(at, commands.come_back(at, 0)) == Joined(0, "")
    with pytest.raises(Refused, match="No bot is playing for this seat"):
        commands.come_back(at, 0)


def test_a_rematch_has_the_same_seats_and_another_deal_and_happens_once():
    at = table("no-merci", "person", "bot", "person", variant="tactical", open_tokens=True)
    with pytest.raises(Refused, match="once the match is over"):
        commands.go_on(at, "next")
    while not at.over:
        do(at, commands.move(at, at.match.to_move[0], "take"))
    again = commands.rematch(at, "08".zfill(64))
    assert (again.game, again.players, again.variant, again.options) == (
        "no-merci",
        3,
        "tactical",
        {"open_tokens": True},
    )
    assert again.seats == at.seats
    assert again.seed != at.opened.seed
    assert do(at, commands.go_on(at, "next")).table == at.continued == "next"
    with pytest.raises(Refused):
        commands.go_on(at, "other")


def test_tg11_a_rematch_may_use_another_variant():
    at = table("the-game", "person", "bot", signals=False)
    again = commands.rematch(at, "08".zfill(64), "expert")
    assert (again.variant, again.options, again.seats) == ("expert", {"signals": False}, at.seats)
    with pytest.raises(BadSetting, match="has no variant 'deadly'"):
        commands.rematch(at, "08".zfill(64), "deadly")


def test_only_a_known_phrase_or_a_text_can_be_said():
    at = table("no-merci", *PEOPLE)
    assert commands.chat(at, 0, "", "hello").phrase == "hello"
    for text, phrase in (("", None), ("", "no-such-phrase"), ("hello", "../../page")):
        with pytest.raises(Refused, match="nothing to send"):
            commands.chat(at, 0, text, phrase)


def test_only_an_existing_level_can_take_over():
    at = table("no-merci", *PEOPLE)
    with pytest.raises(Refused, match="unbeatable"):
        commands.replace(LiveTable(at, CODE), 0, "unbeatable", {0})


def test_a_repeated_request_for_undo_takes_one_move_back():
    """It names the state it speaks of; clients from before may leave that out."""
    at = table("no-merci", "person", "bot", "bot")
    while len(at.match.moves) < 6:
        (seat,) = at.match.to_move
        do(at, commands.move(at, seat, at.match.legal(seat)[0].name))
    seen = at.number
    do(at, commands.undo(at, 0, seen))
    with pytest.raises(Refused) as refused:
        commands.undo(at, 0, seen)
    assert refused.value.message.key == "server.too-late"
    assert isinstance(commands.undo(at, 0, at.number), Undone)
    assert isinstance(commands.undo(at, 0), Undone)


def test_an_undo_does_not_take_back_a_move_that_is_newer_than_what_was_seen():
    at = table("no-merci", "person", "bot", "bot")
    while 0 not in at.match.to_move:
        (seat,) = at.match.to_move
        do(at, commands.move(at, seat, at.match.legal(seat)[0].name))
    seen = at.number
    do(at, commands.move(at, 0, at.match.legal(0)[0].name))
    with pytest.raises(Refused):
        commands.undo(at, 0, seen)
