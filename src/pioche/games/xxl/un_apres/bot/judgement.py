"""The judgement of L'un après l'autre."""

from __future__ import annotations

from pioche.core.judgement import Judgement, Level, SearchParameters, Weights, four_levels, weights_of
from pioche.core.rule import rule
from pioche.core.weights import Weight, places
from pioche.core.words import Message
from pioche.games.xxl.bot.shedding import (
    SURE,
    UNIT,
    Outlook,
    SheddingWeights,
    appraise_by,
    explain_keeping,
    explain_play,
    look,
    value_of_play,
)
from pioche.games.xxl.deck import CARRYING, COLOURS, HALF_COLOUR, HALVES, HIGHEST, NUMBER
from pioche.games.xxl.shedding import KEEP, PLAYS
from pioche.parts.cardsets import has, how_many

from ..rules import fitting_in, next_number, played_card, played_colour
from ..state import State


class UnApresWeights(SheddingWeights):
    """Weights of L'un après l'autre: a card competes with those of the same colour and number."""

    rivals: Weight
    """The number of unseen cards that could take the same place in the series."""
    twins: Weight
    """The number of cards in hand that could."""


WITH_STOCK, WITHOUT_STOCK, RIVALS, TWINS = places(UnApresWeights)
FADING = 0.7
"""How much less a number of a series counts for each one that must come before it."""
TOO_FAR = 0.1
"""A card that counts less than this is not waited for."""


@rule
def after(number: int) -> int:
    """XX51 The number that follows another in a series."""
    return HIGHEST if number == 0 else number - 1


@rule
def opened_by(state: State, colour: int) -> int:
    cards = 0
    for other in range(len(COLOURS)):
        number = next_number(state, other)
        cards |= CARRYING[other, after(number) if other == colour else number]
    return int(cards)


@rule
def nearness(state: State, card: int, played: int, cards: int) -> float:
    """How soon a card could be played in the series of its colours, except for the one where it fits now.

    Nothing comes after a number of which all cards are played; ``cards`` are those that are still out.
    """
    best = 0.0
    for half in range(HALVES):
        colour = HALF_COLOUR[card, half]
        number, near = next_number(state, colour), 1.0
        if colour == played:
            number, near = after(number), FADING
        while number != NUMBER[card, colour] and CARRYING[colour, number] & cards and near > TOO_FAR:
            number, near = after(number), near * FADING
        if number == NUMBER[card, colour]:
            best = max(best, near)
    return best


@rule
def brought_near(card: int, colour: int, hand: int, cards: int) -> float:
    """How much nearer a play brings the rest of the hand, in the colour of the series."""
    number = after(NUMBER[card, colour])
    total, near = 0.0, 1.0
    while CARRYING[colour, number] & cards and number != NUMBER[card, colour]:
        total += near * how_many(CARRYING[colour, number] & hand)
        number, near = after(number), near * FADING
    return total


@rule
def value_of(state: State, outlook: Outlook, move: int, weights: Weights) -> float:
    card, colour = played_card(move), played_colour(move)
    out = outlook.hand | outlook.unseen
    ways = UNIT * nearness(state, card, colour, out)
    kin = brought_near(card, colour, outlook.hand, out)
    same = int(CARRYING[colour, NUMBER[card, colour]])
    rivals, twins = how_many(same & outlook.unseen), how_many(same & outlook.hand) - 1
    worth = weights[RIVALS] * rivals + weights[TWINS] * twins
    return float(worth + value_of_play(outlook, card, opened_by(state, colour), ways, kin, 0, weights))


def explain(known: State, seat: int, move: int) -> Message | None:
    table, outlook = known.common, look(known.common, seat)
    if move >= PLAYS:
        card, colour = played_card(move), played_colour(move)
        ways = UNIT if nearness(known, card, colour, outlook.hand | outlook.unseen) > 0 else 0.0
        return explain_play(table, seat, card, opened_by(known, colour), ways)
    if move == KEEP and has(int(table.fitting), table.drawn):
        colours = [colour for colour in HALF_COLOUR[table.drawn] if has(fitting_in(known, colour), table.drawn)]
        return explain_keeping(table, seat, opened_by(known, colours[0]))
    return None


JUDGEMENT = Judgement(
    appraise=appraise_by(value_of),
    declaration=UnApresWeights,
    weights=weights_of(__package__, UnApresWeights),
    levels=four_levels(
        Level("beginner", sharpness=SURE), Level("casual", sharpness=SURE), Level("tuned"), Level("tuned", 4000)
    ),
    search=SearchParameters(trust=0.4, reuse=8),  # large weights: at full trust, a low-scored move is hardly tried
    explain=explain,
)
