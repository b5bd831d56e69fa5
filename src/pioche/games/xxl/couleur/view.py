"""Déterminer la couleur as a person sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy

from pioche.core.state import EMPTY, UNKNOWN
from pioche.core.table import Counter, Entry, Moment, Move, Table, Zone, zone_id
from pioche.core.views import ZoneRole
from pioche.core.words import Message, Player, Words
from pioche.games.xxl.deck import (
    CARD_COUNT,
    COLOUR_LETTERS,
    RANK,
    TOTAL,
    card_name,
    spoken_card,
    spoken_colour,
    spoken_colours,
)
from pioche.parts.cardsets import each, has
from pioche.parts.seats import clockwise
from pioche.parts.tricks import trick_winner
from pioche.parts.zones import hand_and_tricks

from .rules import HAND_SIZE, NAME_TRUMP, asked_after, carriers, is_over, move_name, trick_colour, turn
from .state import NO_TRUMP, NOT_NAMED, State

say = Words("determiner-la-couleur", __package__)


def describe(known: State, seat: int, move: int) -> Move:
    name = move_name(move)
    if move >= NAME_TRUMP:
        return Move(name, move, say("move.trump", colour=spoken_colour(move - NAME_TRUMP)))
    return Move(name, move, say("move.play", card=spoken_card(move)), (name,), zone_id("trick", seat))


def why_not(known: State, seat: int, move: int) -> Message | None:
    if seat != turn(known):
        return None
    if move >= NAME_TRUMP:
        return say("why-not.without-trump" if known.trump == NO_TRUMP else "why-not.trump-named")
    if known.trump == NOT_NAMED:
        return say("why-not.trump-first")
    if not has(known.hands[seat], move):
        return say("why-not.not-in-hand", card=spoken_card(move))
    return say("why-not.must-follow", colours=spoken_colours(known.asked))


def hands(state: State) -> list[list[str]]:
    return [list(_names(each(state.hands[seat]))) for seat in range(state.seats)]


def view(known: State, seat: int) -> Table:
    """Only the current and the last trick are shown, though everybody has seen all played cards."""
    counters = [Counter("trick", min(known.trick + 1, HAND_SIZE[known.seats]))]
    if known.trump >= 0:
        counters.append(Counter("trump", COLOUR_LETTERS[known.trump], kind="colour"))
    counters += [Counter("asked", letter, kind="colour") for letter in _letters(known.asked)]
    counters += [Counter("won", known.won[other], other) for other in range(known.seats)]
    return Table(
        _prompt(known, seat), (_aside(known), *hand_and_tricks(known, card_name, _trick_zone)), tuple(counters)
    )


def _letters(mask: int) -> list[str]:
    return [letter for colour, letter in enumerate(COLOUR_LETTERS) if mask >> colour & 1]


def _prompt(known: State, seat: int) -> Message:
    if is_over(known):
        return say("prompt.over")
    is_own_turn = seat == turn(known)
    if known.trump == NOT_NAMED:
        return say("prompt.name-trump") if is_own_turn else say("prompt.wait-trump", player=Player(turn(known)))
    if not is_own_turn:
        return say("prompt.wait", player=Player(turn(known)), trump=_trump(known))
    if known.laid == 0:
        return say("prompt.lead", trump=_trump(known))
    key = "prompt.follow" if _can_follow(known, seat) else "prompt.cannot-follow"
    return say(key, colours=spoken_colours(known.asked), trump=_trump(known))


def _trump(known: State) -> Message | str:
    """XX65 The trump colour, added to every prompt; empty without trump."""
    return "" if known.trump == NO_TRUMP else say("trump", colour=spoken_colour(known.trump))


def _can_follow(known: State, seat: int) -> bool:
    return bool(int(known.hands[seat]) & carriers(known.asked, known.trump))


def _aside(known: State) -> Zone:
    return Zone("aside", _set_aside(known), CARD_COUNT - known.seats * HAND_SIZE[known.seats], role="aside")


def _set_aside(known: State) -> tuple[str, ...]:
    """XX60 At the end, the cards that were set aside are those that nobody has played."""
    if not is_over(known):
        return ()
    played = set(known.played.ravel().tolist())
    return _names(card for card in range(CARD_COUNT) if card not in played)


def _trick_zone(role: ZoneRole, known: State, number: int, seat: int) -> Zone:
    is_there = number in range(HAND_SIZE[known.seats])
    return Zone(role, _names([known.played[number, seat]]) if is_there else (), seat=seat, role=role)


def moments(before: State, after: State) -> tuple[Moment, ...]:
    """XX4 A full trick goes to the winner, with the points on its cards."""
    if after.trick == before.trick:
        return ()
    winner = after.leader
    zones = tuple(_trick_zone("trick", after, before.trick, seat) for seat in range(before.seats))
    message = say("moment.taken", player=Player(winner), count=after.won[winner] - before.won[winner])
    return (Moment(message, winner, zones, card_name(after.played[before.trick, winner])),)


def _names(cards: Iterable[int]) -> tuple[str, ...]:
    """The names of the known cards, skipping empty slots."""
    return tuple(card_name(card) for card in cards if card not in (EMPTY, UNKNOWN))


def sheet(known: State, eyes: int, seat: int) -> tuple[Entry, ...]:
    """XX64 The totals of the cards won, trick by trick."""
    won = [(number, cards) for number, winner, cards in _tricks(known) if winner == seat]
    if not won:
        return (Entry(say("sheet.none"), 0),)
    return tuple(
        Entry(say("sheet.trick", number=number), sum(TOTAL[card] for card in cards), _names(cards))
        for number, cards in won
    )


def _tricks(known: State) -> Iterator[tuple[int, int, list[int]]]:
    """The tricks played: the number of each, from 1, its winner, and its cards in the order of play."""
    then = copy(known)
    then.leader = known.first
    for number in range(known.trick):
        order = [clockwise(then.leader, i, known.seats) for i in range(known.seats)]
        cards = [int(known.played[number, seat]) for seat in order]
        then.trick, then.asked = number, 0
        for card in cards:
            then.asked = asked_after(then.asked, card, known.trump)
        winner = trick_winner(known.played[number], known.seats, trick_colour(then), RANK)
        yield number + 1, winner, cards
        then.leader = winner
