"""What sockets are sent: each part is made once, only for eyes that look, and says what a view says."""

import msgspec
import pytest

from pioche import registry
from pioche.core.match.make_views import Views
from pioche.core.table import Zone
from pioche.server import messages, snapshot
from pioche.server.connection import Connection
from pioche.server.events import Joined, Moved, Opened, Replaced, Said, Seat, Undone
from pioche.server.live import LiveTable
from pioche.server.messages import Hello, read_server
from pioche.server.table import Table
from pioche.server.texts import StateTexts
from tests.outboxes import Sent

MOVES = 12


def live_table(game="no-merci", players=3):
    seats = [Seat("person", f"P{seat}") for seat in range(players)]
    return LiveTable(Table.open("t1", Opened(game, players, None, {}, seats, "07".zfill(64))), "CODE")


def enter(live, *seats):
    connection = Connection(Sent(), set(seats), Hello())
    live.enter(connection)
    return connection


def received(connection):
    """Return the texts that a connection was sent since the last call."""
    found = list(connection._outbox)
    connection._outbox.clear()
    return found


def happen(live, event):
    live.table.apply(live.table.number + 1, event)
    live.show_news()


def play(live):
    """Make the first legal move of a seat to move."""
    match = live.table.match
    seat = match.to_move[0]
    happen(live, Moved(seat, match.rules.move_name(match.legal_numbers(seat)[0])))


@pytest.fixture
def made(monkeypatch):
    """The viewpoints for which a view was made."""
    eyes, own = [], Views.own

    def noted(self, seat, *write):
        eyes.append(seat)
        return own(self, seat, *write)

    monkeypatch.setattr(Views, "own", noted)
    return eyes


def test_two_spectators_are_sent_the_same_text(made):
    live = live_table()
    first, second = enter(live), enter(live)
    received(first), received(second)
    made.clear()
    play(live)
    (one,), (other,) = received(first), received(second)
    assert one is other
    assert made == [-1]


def test_a_move_that_looks_alike_to_all_is_described_once(monkeypatch):
    live, described, seen_move = live_table(), [], snapshot.seen_move
    watchers = [enter(live, seat) for seat in range(3)]

    def noted(match, index, eyes):
        described.append(eyes)
        return seen_move(match, index, eyes)

    monkeypatch.setattr(snapshot, "seen_move", noted)
    play(live)
    assert described == [-1]
    lines = [read_server.decode(received(each)[-1]).lines for each in watchers]
    assert lines[0] == lines[1] == lines[2] == snapshot.moved_lines(live.table.match, 1, 0, 0)


def test_no_view_is_made_for_a_seat_that_nobody_watches(made):
    live = live_table()
    play(live)
    assert made == []
    enter(live, 1)
    made.clear()
    play(live)
    assert made == [1]


def test_a_view_is_made_again_only_after_an_event(made):
    live = live_table()
    enter(live)
    enter(live)
    assert made == [-1]
    happen(live, Said(0, "hello"))
    enter(live)
    assert made == [-1, -1]


def test_holders_of_different_seats_receive_their_own(made):
    live = live_table()
    first, both = enter(live, 0), enter(live, 0, 2)
    play(live)
    states = [read_server.decode(received(each)[-1]) for each in (first, both)]
    assert [(state.eyes, state.yours) for state in states] == [(0, [0]), (0, [0, 2])]
    assert states[0].view == states[1].view


@pytest.mark.parametrize("game", ["no-merci", "drahtseilakt", "determiner-la-couleur"])
def test_every_text_says_what_the_view_says(game):
    """Through the ends of rounds, an end of a round that is taken back, and the end of the match."""
    live, was_undone = live_table(game), False
    match = live.table.match
    while True:
        for eyes in range(-1, 3):
            state = read_server.decode(StateTexts(live).text(eyes, -1, ()))
            assert state.view == msgspec.json.decode(msgspec.json.encode(match.view(eyes)))
        if match.over and was_undone:
            break
        if not was_undone and (match.over or match.round == 1):
            was_undone = True
            happen(live, Undone(0, len(match.moves) - 1))
        else:
            play(live)
    assert state.view["over"]


@pytest.mark.parametrize("game", [game.name for game in registry.games()])
def test_parts_that_are_sent_again_say_what_the_view_says(game):
    live = live_table(game, registry.find(game).agree().players)
    match = live.table.match
    for _ in range(MOVES):
        for eyes in range(-1, match.players):
            state = read_server.decode(StateTexts(live).text(eyes, -1, ()))
            assert state.view == msgspec.json.decode(msgspec.json.encode(match.view(eyes)))
        play(live)


def test_a_zone_is_encoded_once_for_all_eyes_and_until_it_changes(monkeypatch):
    live, encoded, to_dict = live_table(), [], Zone.to_dict
    monkeypatch.setattr(Zone, "to_dict", lambda zone, words: encoded.append(zone.name) or to_dict(zone, words))
    for seat in range(3):
        enter(live, seat)
    assert sorted(encoded) == ["open", "pile", "removed", "taken", "taken", "taken"]
    encoded.clear()
    happen(live, Moved(live.table.match.to_move[0], "refuse"))
    assert encoded == []
    happen(live, Moved(live.table.match.to_move[0], "take"))
    assert sorted(encoded) == ["open", "pile", "taken"]


def test_a_line_is_encoded_once_for_all_who_saw_the_same(monkeypatch):
    live, written, lines_of_move = live_table(), [], snapshot.lines_of_move
    monkeypatch.setattr(snapshot, "lines_of_move", lambda *seen: written.append(seen) or lines_of_move(*seen))
    for seat in range(3):
        enter(live, seat)
    play(live)
    assert len(written) == 1


@pytest.mark.parametrize("game", [game.name for game in registry.games()])
def test_lines_say_what_each_seat_saw_of_a_move(game):
    """Also where some saw which card was played, and others did not."""
    live = live_table(game, registry.find(game).agree().players)
    match, numbering = live.table.match, live.table.numbering
    for index in range(MOVES):
        play(live)
        texts, stored = StateTexts(live), index + 1
        for eyes in range(-1, match.players):
            number, since = numbering.shown(stored, eyes), numbering.shown(stored - 1, eyes)
            expected = snapshot.moved_lines(match, number, index, eyes) if number > since else []
            assert read_server.decode(texts.text(eyes, since, ())).lines == expected


def test_an_encoded_state_has_the_fields_of_a_state():
    fields = [[field.encode_name for field in msgspec.structs.fields(kind)] for kind in KINDS]
    assert fields[0] == fields[1]
    assert len({kind.__struct_config__.tag for kind in KINDS}) == 1


KINDS = (messages.State, messages.EncodedState)


def seats_of(connection):
    return read_server.decode(received(connection)[-1]).seats


def test_the_seats_are_sent_as_they_are_after_somebody_came_went_or_was_replaced():
    live = live_table()
    watchers = [enter(live, seat) for seat in range(3)]
    play(live)
    assert [seat.is_here for seat in seats_of(watchers[0])] == [True, True, True]
    live.leave(watchers[2])
    assert [(seat.is_here, seat.replaceable_in) for seat in seats_of(watchers[0])][2] == (False, 0.0)
    happen(live, Replaced(2, "casual"))
    assert [seat.kind for seat in seats_of(watchers[0])] == ["person", "person", "bot"]
    happen(live, Joined(2, "Zoé"))
    assert [(seat.name, seat.was_replaced) for seat in seats_of(watchers[0])][2] == ("Zoé", True)
    live.enter(watchers[2])
    assert [seat.is_here for seat in seats_of(watchers[0])] == [True, True, True]


def test_seats_that_did_not_change_are_encoded_once(monkeypatch):
    live, infos = live_table(), []
    for seat in range(3):
        enter(live, seat)
    seat_infos = snapshot.seat_infos
    monkeypatch.setattr(snapshot, "seat_infos", lambda live: infos.append(live) or seat_infos(live))
    for _ in range(3):
        play(live)
    assert infos == []
