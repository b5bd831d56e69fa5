"""Fournir des séries: reasons for a move. They say what is so, and so are true of good moves and of bad ones."""

from __future__ import annotations

import numpy as np

from pioche.core.words import Message
from pioche.games.xxl.deck import CARD_COUNT, TOTAL, spoken_card
from pioche.parts.cardsets import first_of, only

from ..rules import ADD, LAY, SWAP, given, received
from ..runs import SERIES, SERIES_CARDS, halves_of, list_series
from ..state import State
from ..view import say
from .prospects import may_become

EVERY_CARD = (1 << CARD_COUNT) - 1


def explain(known: State, seat: int, move: int) -> Message:
    """Explain a move by the series that it lays or makes possible."""
    if move >= LAY:
        points = points_of(move - LAY)
        is_most = points == most_points(int(known.hands[seat]), int(known.open_cards))
        return say("why.most-points" if is_most else "why.points", points=points)
    if move >= SWAP:
        return _why_swap(known, seat, only(given(move)), received(move))
    if move >= ADD:
        return say("why.draws" if known.has_laid else "why.draws-first", card=spoken_card(move - ADD))
    return _why_stop(known, seat)


def points_of(number: int) -> int:
    """Return the points of a series."""
    return int(TOTAL[SERIES[number]].sum())


def series_among(hand: int, open_cards: int) -> list[int]:
    """Return the series that can be laid with a card of this hand."""
    count = list_series(hand, open_cards, 0, found := np.zeros(len(SERIES), np.int32))
    return [int(number) for number in found[:count]]


def most_points(hand: int, open_cards: int) -> int:
    """Return the points of the best series that can be laid; 0 if there is none."""
    return max(map(points_of, series_among(hand, open_cards)), default=0)


def _why_swap(known: State, seat: int, mine: int, other: int) -> Message:
    """Explain a swap: by what can be laid then; by the next series; by what it takes from the others."""
    before, lying = int(known.hands[seat]), int(known.open_cards)
    hand, open_cards = before ^ mine ^ only(other), lying ^ mine ^ only(other)
    card, still = spoken_card(other), halves_of(EVERY_CARD & ~cards_laid(known))
    now, then = most_points(before, lying), most_points(hand, open_cards)
    if not known.has_laid and (now or then):
        laid = [int(SERIES_CARDS[number]) for number in series_among(hand, open_cards) if points_of(number) == then]
        higher, lower = int(TOTAL[other]), int(TOTAL[first_of(mine)])
        key = _change(now, then) or _what_stays(laid, hand, other, still, is_higher=higher > lower)
        return say(f"why.swap-{key}", card=card, points=then, before=now, higher=higher, lower=lower)
    possible = [int(SERIES_CARDS[number]) for number in series_among(hand, open_cards)]
    if with_it := [cards for cards in possible if cards & only(other)]:
        return say("why.for-next" if all(cards & ~hand for cards in with_it) else "why.for-next-surely", card=card)
    if _is_paired(other, lying, still):
        return say("why.takes-away", card=card)
    return say("why.pair" if _is_paired(other, hand, still) else "why.no-series", card=card)


def _is_paired(card: int, cards: int, still: int) -> bool:
    """Whether a card and another of these are two of the three cards of a series that halves still out can complete."""
    rest = cards & ~only(card)
    return rest != cards and bool(may_become(halves_of(cards), still) & ~may_become(halves_of(rest), still))


def _change(now: int, then: int) -> str:
    """Return the ending of the message key for a swap after which the best series brings other points."""
    if then > now:
        return "more" if now else "opens"
    if then < now:
        return "fewer" if then else "spoils"
    return ""


def _what_stays(laid: list[int], hand: int, card: int, still: int, *, is_higher: bool) -> str:
    """Return the same for a swap that changes nothing now: by what the card is good for once a best series is laid."""
    if any(_is_paired(card, hand & ~cards, still) for cards in laid):
        return "same-pair"
    return "same-higher" if is_higher and any(not cards & only(card) for cards in laid) else "same"


def cards_laid(known: State) -> int:
    """Return the cards that lie in series, and do not come back."""
    return int(np.bitwise_or.reduce(SERIES_CARDS[known.series[: known.laid]], initial=0))


def _why_stop(known: State, seat: int) -> Message:
    points = 0 if known.has_laid else most_points(int(known.hands[seat]), int(known.open_cards))
    return say("why.lays-nothing", points=points) if points else say("why.keeps-cards")
