"""Drahtseilakt as a person sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy

from pioche.core.state import EMPTY, UNKNOWN
from pioche.core.table import Counter, Entry, Moment, Move, Table, Zone, zone_id
from pioche.core.views import ZoneRole
from pioche.core.words import Message, Player, Words
from pioche.parts.cardsets import each
from pioche.parts.zones import hand_and_tricks

from .rules import (
    card_count,
    has_played,
    highest_and_lowest,
    is_over,
    move_name,
    score_name,
    sticks_given,
    to_move,
    turn,
    turn_up_score_card,
)
from .state import BLUE_ZERO, RED_ZERO, SCORE_CARDS, TRICKS, State

say = Words("drahtseilakt", __package__)


def describe(known: State, seat: int, move: int) -> Move:
    target = zone_id("trick", seat)
    if move == UNKNOWN:
        return Move("", move, say("move.hidden"), target=target)
    card = move_name(move)
    return Move(card, move, say("move.choose" if known.chaotic else "move.play", card=card), (card,), target)


def why_not(known: State, seat: int, move: int) -> Message | None:
    if known.chaotic and has_played(known, seat):
        return say("why-not.chosen")
    if not to_move(known) >> seat & 1:
        return None
    return say("why-not.not-in-hand", card=move_name(move))


def hands(state: State) -> list[list[str]]:
    return [list(_names(each(state.hands[seat]))) for seat in range(state.seats)]


def view(known: State, seat: int) -> Table:
    """DA7 Only the current and the last trick are shown, though everybody has seen all played cards."""
    counters = [Counter("trick", min(known.trick + 1, TRICKS))]
    for other in range(known.seats):
        counters.append(Counter("red", known.red[other], other, "red-sticks"))
        counters.append(Counter("blue", known.blue[other], other, "blue-sticks"))
    return Table(
        _prompt(known, seat), (*_score_zones(known), *hand_and_tricks(known, str, _trick_zone)), tuple(counters)
    )


def _prompt(known: State, seat: int) -> Message:
    if is_over(known):
        return say("prompt.over")
    if known.chaotic:
        return say(_choosing(known, seat), worth=_worth(known))
    if seat != turn(known):
        return say("prompt.wait", player=Player(turn(known)), worth=_worth(known))
    return say("prompt.follow" if known.laid else "prompt.lead", worth=_worth(known))


def _choosing(known: State, seat: int) -> str:
    """DA14 The prompt while everybody chooses at the same time."""
    if seat not in range(known.seats):
        return "prompt.all-choose"
    return "prompt.chosen" if has_played(known, seat) else "prompt.choose"


def _worth(known: State) -> Message:
    """The sticks that the highest and the lowest card of this trick take."""
    blue, red = sticks_given(known, BLUE_ZERO), sticks_given(known, RED_ZERO)
    if not blue:
        return say("worth.red", count=red)
    return say("worth.both" if red else "worth.blue", count=blue)


def _score_zones(known: State) -> tuple[Zone, ...]:
    turned_up = _score_names(known.score_pile[: known.turned])
    to_come = _score_names(known.score_pile[known.turned :])
    return (
        Zone("score", turned_up[known.used :], role="score"),
        Zone("used-score", turned_up[: known.used], role="scored"),
        Zone("score-pile", to_come, SCORE_CARDS - known.turned, role="scored" if to_come else "stock"),
        Zone("aside", _aside(known), card_count(known.seats, known.tactical) - TRICKS * int(known.seats), role="aside"),
    )


def _score_names(cards: Iterable[int]) -> tuple[str, ...]:
    return tuple(score_name(card) for card in cards if card != UNKNOWN)


def _aside(known: State) -> tuple[str, ...]:
    """DA2 The cards that were set aside: at the end they are those that nobody has played."""
    if not is_over(known):
        return ()
    played = set(known.played[:, : known.seats].ravel().tolist())
    return tuple(str(card) for card in range(1, card_count(known.seats, known.tactical) + 1) if card not in played)


def _trick_zone(role: ZoneRole, known: State, number: int, seat: int) -> Zone:
    """DA14 A chosen card that is not revealed yet is shown face down."""
    if number not in range(TRICKS):
        return Zone(role, seat=seat, role=role)
    card = known.played[number, seat]
    return Zone(role, _names([card]), 0 if card == EMPTY else 1, seat, role)


def moments(before: State, after: State) -> tuple[Moment, ...]:
    """DA4 A full trick: the highest card takes blue sticks, the lowest red ones."""
    if after.trick == before.trick:
        return ()
    highest, lowest = highest_and_lowest(after.played[before.trick], before.seats)
    zones = tuple(_trick_zone("trick", after, before.trick, seat) for seat in range(before.seats))
    blue, red = sticks_given(before, BLUE_ZERO), sticks_given(before, RED_ZERO)
    message = say(_taken(blue, red), highest=Player(highest), lowest=Player(lowest), count=max(blue, red))
    return (Moment(message, highest, zones, str(after.played[before.trick, highest])),)


def _taken(blue: int, red: int) -> str:
    if not blue:
        return "moment.red"
    return "moment.both" if red else "moment.blue"


def _names(cards: Iterable[int]) -> tuple[str, ...]:
    """The names of the known cards, skipping empty slots."""
    return tuple(str(card) for card in cards if card not in (EMPTY, UNKNOWN))


def sheet(known: State, eyes: int, seat: int) -> tuple[Entry, ...]:
    """DA4 The sticks taken, trick by trick. DA9 Pairs of both colours are returned. DA11 Each stick left is a point."""
    entries, red, blue = [], 0, 0
    for number, blue_taken, red_taken in _taken_by(known, seat):
        red, blue = red + red_taken, blue + blue_taken
        key = "sheet.took-blue" if blue_taken else "sheet.took-red"
        title = say(key, trick=number + 1, count=blue_taken or red_taken)
        entries.append(Entry(title, cards=(str(known.played[number, seat]),), kind="remark"))
    if pairs := min(red, blue):
        entries.append(Entry(say("sheet.pairs", count=pairs), kind="cancelled"))
    return (*entries, _sticks_left(known, seat))


def _sticks_left(known: State, seat: int) -> Entry:
    red, blue = known.red[seat], known.blue[seat]
    if not red + blue:
        return Entry(say("sheet.none" if is_over(known) else "sheet.none-yet"), 0)
    return Entry(say("sheet.red" if red else "sheet.blue", count=red + blue), red + blue)


def _taken_by(known: State, seat: int) -> Iterator[tuple[int, int, int]]:
    """The tricks in which a seat took sticks: the number of the trick, the blue sticks and the red ones."""
    then = copy(known)
    then.turned = then.used = 0
    for number in range(known.trick):
        turn_up_score_card(then)
        highest, lowest = highest_and_lowest(known.played[number], known.seats)
        blue = sticks_given(then, BLUE_ZERO) if seat == highest else 0
        red = sticks_given(then, RED_ZERO) if seat == lowest else 0
        if blue or red:
            yield number, blue, red
        then.used = then.turned
