"""Fournir des séries as a person sees it."""

from __future__ import annotations

from itertools import chain

from pioche.core.state import UNKNOWN
from pioche.core.table import Counter, Entry, Move, Table, Zone, zone_id
from pioche.core.words import Message, Player, Words
from pioche.games.xxl.deck import TOTAL, card_name, spoken_card
from pioche.parts.cardsets import each, has
from pioche.parts.stock import known_from_top

from .rules import ADD, ENDINGS, LAY, STOP, SWAP, given, is_over, move_name, received
from .runs import SERIES, SERIES_CARDS
from .state import NOT_EXCHANGED, QUIET_LAPS, State

say = Words("fournir-des-series", __package__)


def describe(known: State, seat: int, move: int) -> Move:
    name = move_name(move)
    if move >= LAY:
        return _described(name, move, "move.series", SERIES[move - LAY].tolist(), zone_id("series", seat))
    if move >= SWAP:
        return _described(name, move, "move.swap", [given(move), received(move)], zone_id("open"))
    if move >= ADD:
        return _described(name, move, "move.add", [move - ADD], zone_id("open"))
    return Move(name, move, say("move.stop"))


def _described(name: str, move: int, key: str, cards: list[int], target: str) -> Move:
    spoken = dict(zip(("first", "second", "third"), map(spoken_card, cards), strict=False))
    return Move(name, move, say(key, **spoken), tuple(map(card_name, cards)), target)


def why_not(known: State, seat: int, move: int) -> Message | None:
    if seat != known.turn or move == STOP:
        return None
    if move >= LAY:
        return _why_not_series(known, seat, SERIES_CARDS[move - LAY])
    if known.exchange != NOT_EXCHANGED:
        return say("why-not.has-exchanged")
    own = given(move) if move >= SWAP else move - ADD
    if not has(known.hands[seat], own):
        return say("why-not.not-in-hand", card=spoken_card(own))
    if move >= SWAP:
        return say("why-not.not-open", card=spoken_card(received(move)))
    return say("why-not.stock-is-empty")


def _why_not_series(known: State, seat: int, cards: int) -> Message:
    if known.has_laid:
        return say("why-not.has-laid")
    for card in each(cards & ~(known.hands[seat] | known.open_cards)):
        return say("why-not.not-there", card=spoken_card(card))
    return say("why-not.only-open")


def hands(state: State) -> list[list[str]]:
    return [list(_names(state.hands[seat])) for seat in range(state.seats)]


def view(known: State, seat: int) -> Table:
    """Other hands stay hidden: people must remember for themselves which cards were taken openly."""
    stock = tuple(card_name(card) for card in known_from_top(known.stock, known.left))
    zones = [Zone("stock", stock, known.left, role="stock"), Zone("open", _names(known.open_cards))]
    counters = _counts_in_a_row(known)
    if not is_over(known):
        turn = int(known.turn)
        counters.append(Counter("series-left", int(not known.has_laid), turn))
        counters.append(Counter("exchange-left", int(known.exchange == NOT_EXCHANGED), turn))
    for other in range(known.seats):
        zones.append(Zone("hand", _names(known.hands[other]), known.held[other], other, "hand"))
        zones.append(_series_zone(known, other))
        counters.append(Counter("points", known.points[other], other))
    return Table(_prompt(known, seat), tuple(zones), tuple(counters))


def _counts_in_a_row(known: State) -> list[Counter]:
    """XX42, XX43 How many turns remain until a card is turned up, or the end; refusals are quiet turns too."""
    counters = [Counter("refusals", f"{known.refusals}/{known.seats}")]
    if known.quiet > known.refusals:
        counters.append(Counter("quiet", f"{known.quiet}/{QUIET_LAPS * known.seats}"))
    return counters


def _prompt(known: State, seat: int) -> Message:
    if is_over(known):
        return say(f"prompt.over-{ENDINGS[known.reason]}")
    if seat != known.turn:
        return say("prompt.wait", player=Player(known.turn))
    warning = _warning(known)
    return say(warning, choice=_choice(known)) if warning else _choice(known)


def _warning(known: State) -> str | None:
    """XX44 The prompt for a turn that ends the round unless the player acts."""
    if known.left or known.has_laid:
        return None
    if known.quiet == QUIET_LAPS * known.seats - 1:
        return "prompt.last-turn"
    is_last_refusal = known.exchange == NOT_EXCHANGED and known.refusals == known.seats - 1
    return "prompt.last-refusal" if is_last_refusal else None


def _choice(known: State) -> Message:
    if known.exchange == NOT_EXCHANGED:
        exchange = "exchange" if known.left else "swap"
        return say(f"prompt.{exchange}" if known.has_laid else f"prompt.series-{exchange}")
    return say("prompt.stop" if known.has_laid else "prompt.series")


def _names(cards: int) -> tuple[str, ...]:
    """The names of a set of cards, if it is known."""
    return () if cards == UNKNOWN else tuple(card_name(card) for card in each(cards))


def _series_zone(known: State, seat: int) -> Zone:
    """A seat's series in the order they were laid."""
    groups = tuple(tuple(map(card_name, series)) for series in _series_of(known, seat))
    return Zone("series", tuple(chain.from_iterable(groups)), seat=seat, groups=groups)


def _series_of(known: State, seat: int) -> list[list[int]]:
    return [SERIES[known.series[i]].tolist() for i in range(known.laid) if known.layer[i] == seat]


def sheet(known: State, eyes: int, seat: int) -> tuple[Entry, ...]:
    """XX45 The totals of all cards in a seat's series, including the open ones used."""
    series = _series_of(known, seat)
    if not series:
        return (Entry(say("sheet.none"), 0),)
    return tuple(
        Entry(say("sheet.series", number=number), sum(TOTAL[card] for card in cards), tuple(map(card_name, cards)))
        for number, cards in enumerate(series, 1)
    )
