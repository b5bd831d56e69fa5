"""The shared judgement of the shedding games.

A play is scored by the card it gets rid of and by the cards that fit afterwards, in hand and among those that
the others can still have. Each game says what fits after a play, and how well the card could be played later.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from pioche.core.game import Moves
from pioche.core.judgement import Values, Weights
from pioche.core.rule import rule
from pioche.core.state import CardSets
from pioche.core.weights import Weight, places
from pioche.core.words import Message
from pioche.parts.cardsets import each, first_of, how_many, only, without_first, worth_of

from ..deck import CARD_COUNT, TOTAL, say, spoken_card
from ..shedding import PLAYS, Shedding, SheddingState


class PlayWeights:
    """Weights of playing a card, or of keeping one that was drawn."""

    heavy: Weight
    """The total of the card played."""
    heavy_late: Weight
    """The same, growing as another seat has fewer cards left."""
    mine: Weight
    """The number of cards in hand that fit afterwards."""
    any_mine: Weight
    """Whether a card in hand fits afterwards."""
    any_mine_late: Weight
    """The same, growing as the seat has fewer cards left."""
    next: Weight
    """The chance that the next seat can play afterwards."""
    next_late: Weight
    """The same, growing as it has fewer cards left."""
    others: Weight
    """The mean chance of the seats after the next."""
    open: Weight
    """The share of the unseen cards that fit afterwards."""
    ways: Weight
    """How well the card could be played later, by the cards that are still out."""
    kin: Weight
    """How well it goes with the rest of the hand."""
    keeps: Weight
    """Keeping a drawn card."""
    stuck: Weight
    """Nothing fits any more: times the estimated lead."""
    rare: Weight
    """The total of the card played, divided by the ways to play it later."""
    chain: Weight
    """The number of cards in hand that fit on those that fit afterwards."""
    next_out: Weight
    """The chance that the next seat plays its last card."""


class SheddingWeights:
    """Weights of a shedding game: without a stock, a seat that cannot play just passes."""

    with_stock: PlayWeights
    without_stock: PlayWeights


(
    HEAVY,
    HEAVY_LATE,
    MINE,
    ANY_MINE,
    ANY_MINE_LATE,
    NEXT,
    NEXT_LATE,
    OTHERS,
    OPEN,
    WAYS,
    KIN,
    KEEPS,
    STUCK,
    RARE,
    CHAIN,
    NEXT_OUT,
) = places(PlayWeights)
WITH_STOCK, WITHOUT_STOCK = places(SheddingWeights)

ALL_CARDS = (1 << CARD_COUNT) - 1
UNIT = 10.0
"""The mean total of a card, and about the largest number of ways to play one."""
FEW_WAYS = 2.0
"""With fewer ways left than this, a card will hardly be played any more."""
OUT_OF_CARDS = 20.0
"""The score of playing the last card: nothing is better."""
SURE = 20.0
"""The sharpness of levels with few weights: among equal moves they choose any."""


class Outlook(NamedTuple):
    """The features that all moves of a seat share."""

    hand: int
    unseen: int
    unseen_count: int
    possible: int  # the cards that the next seat can have
    share: float  # the chance that it has a given one of them
    others_share: float  # the chance that a seat after it has a given unseen card
    late: float  # 1 if another has one card left, 1/2 with two …
    next_late: float  # the same for the next seat
    lead: float  # the lead over the seat with the fewest cards, in average cards
    phase: int  # where the weights of this phase begin


@rule
def look(table: Shedding, seat: int) -> Outlook:
    hand = int(table.hands[seat])
    unseen = ALL_CARDS & ~int(table.shown) & ~hand
    count = max(how_many(unseen), 1)
    following = (seat + 1) % table.seats
    possible = possible_cards(table, following, unseen)
    fewest, held_after = fewest_held(table, seat), held_after_next(table, seat)
    return Outlook(
        hand,
        unseen,
        count,
        possible,
        min(table.held[following] / max(how_many(possible), 1), 1.0),
        held_after / count,
        1.0 / fewest,
        1.0 / max(int(table.held[following]), 1),
        (fewest * worth_of(unseen, TOTAL) / count - worth_of(hand, TOTAL)) / UNIT,
        WITHOUT_STOCK if table.left == 0 else WITH_STOCK,
    )


@rule
def fewest_held(table: Shedding, seat: int) -> int:
    """The smallest number of cards that another seat has."""
    fewest = CARD_COUNT
    for other in range(table.seats):
        if other != seat:
            fewest = min(fewest, int(table.held[other]))
    return max(fewest, 1)


@rule
def held_after_next(table: Shedding, seat: int) -> float:
    """The mean number of cards of the seats after the next one; 0 if there are none."""
    held = 0
    for i in range(2, table.seats):
        held += int(table.held[(seat + i) % table.seats])
    return held / max(table.seats - 2, 1)


@rule
def possible_cards(table: Shedding, seat: int, unseen: int) -> int:
    """The unseen cards that another seat can have: not those it lacked, unless it has drawn since."""
    cards, rest = unseen, unseen
    while rest:
        card = first_of(rest)
        if table.since[seat, card] > table.kept[seat]:
            cards &= ~only(card)
        rest = without_first(rest)
    return cards


@rule
def chance_of_any(share: float, count: int) -> float:
    """The chance that a hand has at least one of ``count`` cards; ``share`` is the chance for each."""
    none = 1.0
    for _ in range(count):
        none *= 1.0 - share
    return 1.0 - none


@rule
def value_afterwards(outlook: Outlook, hand: int, opened: int, lead: float, weights: Weights) -> float:
    """The value of these cards fitting after one's turn, with that hand left."""
    phase = outlook.phase
    mine, fitting = how_many(hand & opened), how_many(opened & outlook.unseen)
    if mine == 0 and fitting == 0:
        return float(weights[phase + STUCK] * min(max(lead, -1.0), 1.0))
    value = weights[phase + MINE] * mine
    if mine:
        value += weights[phase + ANY_MINE] + weights[phase + ANY_MINE_LATE] / how_many(hand)
    following = chance_of_any(outlook.share, how_many(opened & outlook.possible))
    value += following * (weights[phase + NEXT] + weights[phase + NEXT_LATE] * outlook.next_late)
    if outlook.next_late == 1.0:
        value += weights[phase + NEXT_OUT] * following
    value += weights[phase + OTHERS] * chance_of_any(outlook.others_share, fitting)
    value += weights[phase + OPEN] * fitting / outlook.unseen_count
    return float(value)


@rule
def value_of_play(
    outlook: Outlook, card: int, opened: int, ways: float, kin: float, chain: int, weights: Weights
) -> float:
    """Score a play after which these cards fit."""
    rest, phase = outlook.hand & ~only(card), outlook.phase
    if rest == 0:
        return OUT_OF_CARDS
    shed = TOTAL[card] / UNIT
    value = weights[phase + RARE] * shed / (1.0 + ways) + weights[phase + CHAIN] * chain
    value += shed * (weights[phase + HEAVY] + weights[phase + HEAVY_LATE] * outlook.late)
    value += weights[phase + WAYS] * ways / UNIT + weights[phase + KIN] * kin
    return float(value + value_afterwards(outlook, rest, opened, outlook.lead + shed, weights))


@rule
def fitting_after(hand: int, opened: int, fitting_on: CardSets) -> int:
    """The cards of a hand that fit on those of its cards that can be played before them."""
    first, then = hand & opened, 0
    while first:
        then |= fitting_on[first_of(first)]
        first = without_first(first)
    return how_many(then & hand)


@rule
def value_of_keeping(outlook: Outlook, fitting: int, weights: Weights) -> float:
    """Score keeping a drawn card that fits. Drawing and passing are never a choice."""
    afterwards = value_afterwards(outlook, outlook.hand, fitting, outlook.lead, weights)
    return float(weights[outlook.phase + KEEPS] + afterwards)


def appraise_by(value_of: Callable[[Any, Outlook, int, Weights], float]) -> Callable[..., None]:
    """Return the appraisal of a game whose plays are scored by ``value_of``."""

    @rule
    def appraise(state: SheddingState, seat: int, moves: Moves, count: int, weights: Weights, out: Values) -> None:
        outlook = look(state.common, seat)
        for i in range(count):
            if moves[i] < PLAYS:
                out[i] = value_of_keeping(outlook, int(state.common.fitting), weights)
            else:
                out[i] = value_of(state, outlook, moves[i], weights)

    return appraise


def explain_play(known: Shedding, seat: int, card: int, opened: int, ways: float) -> Message:
    """Explain a play after which these cards fit; in ``ways`` other ways it could be played later."""
    outlook = look(known, seat)
    rest = outlook.hand & ~only(card)
    if rest == 0:
        return say("shedding.why.last-card")
    if known.left == 0 and opened & (rest | outlook.unseen) == 0:
        return say("shedding.why.ends")
    if opened & outlook.possible == 0:
        return say("shedding.why.next-lacks")
    if ways < FEW_WAYS:
        return say("shedding.why.now-or-never", count=int(TOTAL[card]))
    before = int(known.fitting)
    for key, mine in (("makes-way", rest & opened & ~before), ("still-fits", rest & opened & before)):
        if mine:
            heaviest = max(each(mine), key=lambda other: int(TOTAL[other]))
            return say(f"shedding.why.{key}", card=spoken_card(heaviest), count=int(TOTAL[card]))
    fitting, unseen = how_many(opened & outlook.unseen), how_many(outlook.unseen)
    others = say("shedding.fitting", count=fitting, unseen=unseen) if unseen > 1 else say("shedding.fitting-last")
    return say("shedding.why.sheds", count=int(TOTAL[card]), fitting=others)


def explain_keeping(known: Shedding, seat: int, opened: int) -> Message:
    """Explain keeping a drawn card; these cards would fit if it were played."""
    outlook = look(known, seat)
    now, then = how_many(int(known.fitting) & outlook.unseen), how_many(opened & outlook.unseen)
    if then > now:
        key, unseen = "shedding.why.keeps-closed", how_many(outlook.unseen)
        return say(f"{key}-to-one") if unseen == 1 else say(key, count=now, then=then, unseen=unseen)
    return say("shedding.why.keeps-for-later" if known.left else "shedding.why.keeps-for-later-empty")
