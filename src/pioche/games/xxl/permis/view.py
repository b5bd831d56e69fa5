"""Permis de refuser as a person sees it."""

from __future__ import annotations

from collections.abc import Iterable

from pioche.core.state import UNKNOWN
from pioche.core.table import Counter, Entry, Moment, Move, Table, Zone, zone_id
from pioche.core.words import Message, Player, Words
from pioche.games.xxl.deck import CARD_COUNT, COLOUR_LETTERS, RANK, TOTAL, card_name, spoken_card, spoken_colour
from pioche.games.xxl.shedding_view import card_entry
from pioche.parts.cardsets import each, has
from pioche.parts.tricks import trick_winner

from .moves import KEEP, KEEP_NONE, LEAD, REFUSE, led_card, led_colour, move_name
from .rules import OUT_OF_CARDS, WITHOUT_TRICK, cards_to_follow, cards_won, is_over, may_refuse, taken
from .state import KEEPING, NO_COLOUR, PART_ONE, REFUSED, State

say = Words("permis-de-refuser", __package__)


def describe(known: State, seat: int, move: int) -> Move:
    if move == UNKNOWN:
        return Move("", move, say("move.hidden"))
    name = move_name(move)
    if move == REFUSE:
        return Move(name, move, say("move.refuse"))
    if move == KEEP_NONE:
        return Move(name, move, say("move.keep-none"))
    if move >= KEEP:
        card = move - KEEP
        return Move(name, move, say("move.keep", card=spoken_card(card)), (card_name(card),), zone_id("hand", seat))
    card = move if move < LEAD else led_card(move)
    message = say("move.play", card=spoken_card(card))
    if move >= LEAD:
        message = say("move.lead", card=spoken_card(card), colour=spoken_colour(led_colour(move)))
    return Move(name, move, message, (card_name(card),), zone_id("trick", seat))


def why_not(known: State, seat: int, move: int) -> Message | None:
    if seat != known.turn:
        return None
    if known.phase == KEEPING:
        return say("why-not.not-won" if move >= KEEP else "why-not.keep-first")
    if move >= KEEP:
        return say("why-not.no-keeping")
    if move == REFUSE:
        return say("why-not.part-one" if known.phase == PART_ONE else _no_refusal(known, seat))
    return _why_not_card(known, seat, move)


def _no_refusal(known: State, seat: int) -> str:
    """XX34 The leader never refuses; nor does a player who held too many cards for the agreed reading."""
    if seat == known.leader:
        return "why-not.leader"
    return "why-not.not-fewest" if known.fewest_only else "why-not.most-cards"


def _why_not_card(known: State, seat: int, move: int) -> Message:
    card = move if move < LEAD else led_card(move)
    if not has(known.hands[seat], card):
        return say("why-not.not-in-hand", card=spoken_card(card))
    if known.colour == NO_COLOUR:
        return say("why-not.name-colour")
    following = cards_to_follow(known, seat)
    if not following or has(following, card):
        return say("why-not.only-leader")
    return say("why-not.must-follow", colour=spoken_colour(known.colour))


def hands(state: State) -> list[list[str]]:
    return [list(_names(each(state.hands[seat]))) for seat in range(state.seats)]


def view(known: State, seat: int) -> Table:
    """Only the current and the last trick are shown, though everybody has seen all played cards."""
    counters = [Counter("trick", known.trick + 1)] if known.colour != NO_COLOUR or known.phase != KEEPING else []
    if known.colour != NO_COLOUR:
        counters.append(Counter("colour", COLOUR_LETTERS[known.colour], kind="colour"))
    counters += [counter for other in range(known.seats) for counter in _seat_counters(known, other)]
    zones = [zone for other in range(known.seats) for zone in _seat_zones(known, other, seat)]
    return Table(_prompt(known, seat), (_aside(known), *zones), tuple(counters))


def _seat_counters(known: State, seat: int) -> list[Counter]:
    """XX32, XX33 In part one, tricks decide whether there is a part two, and cards won decide the hands in it."""
    counters = [Counter("won", known.won[seat], seat)]
    if known.phase in (PART_ONE, KEEPING) or known.reason == WITHOUT_TRICK:
        counters += [Counter("tricks", known.tricks[seat], seat), Counter("cards", cards_won(known, seat), seat)]
    if known.played[seat] == REFUSED:
        counters.append(Counter("refused", "refused", seat, "mark"))
    return counters


def _prompt(known: State, seat: int) -> Message:
    if is_over(known):
        return say("prompt.over" if known.reason == OUT_OF_CARDS else "prompt.over-early")
    if known.phase == KEEPING:
        return say("prompt.keep") if seat == known.turn else say("prompt.wait-keep", player=Player(known.turn))
    if seat != known.turn:
        return say("prompt.wait", player=Player(known.turn))
    if seat == known.leader:
        return say("prompt.lead")
    key = "prompt.follow" if cards_to_follow(known, seat) else "prompt.cannot-follow"
    return say(f"{key}-or-refuse" if may_refuse(known, seat) else key, colour=spoken_colour(known.colour))


def _aside(known: State) -> Zone:
    used = int(known.held.sum()) + sum(1 for player in known.player if player >= 0)
    return Zone("aside", _set_aside(known), CARD_COUNT - used, role="aside")


def _set_aside(known: State) -> tuple[str, ...]:
    """At the end, the cards that are in no hand and that nobody has played, if all hands are known."""
    hands = [int(hand) for hand in known.hands[: known.seats]]
    if not is_over(known) or UNKNOWN in hands:
        return ()
    free = (card for card in range(CARD_COUNT) if known.player[card] < 0)
    return _names(card for card in free if not any(has(hand, card) for hand in hands))


def _seat_zones(known: State, other: int, seat: int) -> list[Zone]:
    zones = [
        Zone("hand", _names(each(known.hands[other])), known.held[other], other, "hand"),
        Zone("trick", _names([known.played[other]]), seat=other, role="trick"),
        Zone("last-trick", _names([known.last[other]]), seat=other, role="last-trick"),
    ]
    if known.phase == KEEPING and other == seat:
        zones.append(Zone("taken", _names(each(taken(known, other))), seat=other))
    if known.kept[other] >= 0:
        zones.append(Zone("kept", _names([known.kept[other]]), seat=other))
    return zones


def moments(before: State, after: State) -> tuple[Moment, ...]:
    """XX4 A full trick goes to the winner, with the points on its cards."""
    if before.phase == KEEPING or after.trick == before.trick:
        return ()
    cards, led = after.last, before.colour
    winner = before.turn if led == NO_COLOUR else trick_winner(cards, before.seats, led, RANK)
    zones = tuple(Zone("trick", _names([cards[seat]]), seat=seat, role="trick") for seat in range(before.seats))
    points = sum(int(TOTAL[card]) for card in cards if card >= 0)
    message = say("moment.taken", player=Player(winner), count=points)
    return (Moment(message, winner, zones, card_name(cards[winner])),)


def _names(cards: Iterable[int]) -> tuple[str, ...]:
    """The names of the known cards, skipping empty slots."""
    return tuple(card_name(card) for card in cards if card >= 0)


def sheet(known: State, eyes: int, seat: int) -> tuple[Entry, ...]:
    """XX36 The totals of the cards won in part two. XX32 Or in part one, while it lasts or if the game ended there."""
    won = list(each(taken(known, seat)))
    is_part_one = known.phase in (PART_ONE, KEEPING) or known.reason == WITHOUT_TRICK
    if is_part_one:
        return tuple(map(card_entry, won)) or (Entry(say("sheet.none"), 0),)
    before = Entry(say("sheet.part-one", count=known.tricks[seat]), cards=_names(won), kind="remark")
    return before, Entry(say("sheet.part-two"), known.won[seat])
