"""The judgement of Montées et descentes."""

from __future__ import annotations

import numpy as np

from pioche.core.judgement import Judgement, Level, SearchParameters, Weights, four_levels, weights_of
from pioche.core.rule import rule
from pioche.core.state import CardSets
from pioche.core.words import Message
from pioche.games.xxl.bot.shedding import (
    SURE,
    Outlook,
    SheddingWeights,
    appraise_by,
    explain_keeping,
    explain_play,
    fitting_after,
    look,
    value_of_play,
)
from pioche.games.xxl.deck import (
    CARRYING,
    COLOURS,
    FIRST_COLOUR,
    FIRST_NUMBER,
    HALF_COLOUR,
    HALVES,
    HIGHEST,
    NUMBER,
    SECOND_COLOUR,
    SECOND_NUMBER,
    half_of,
)
from pioche.games.xxl.shedding import KEEP, PLAYS
from pioche.parts.cardsets import has, how_many, only

from ..rules import MOVE_COUNT, going_on, legal_moves, played_card, played_colour, played_row
from ..state import ROWS, State

ABOVE: CardSets = np.zeros((len(COLOURS), HIGHEST + 1), np.int64)
"""By colour and number: the cards that carry the number above it. XX13 Above 10 there is nothing."""
ABOVE[:, :HIGHEST] = CARRYING[:, 1:]
BENEATH: CardSets = np.zeros((len(COLOURS), HIGHEST + 1), np.int64)
"""By colour and number: the cards that carry the number below it. XX13 Below 0 there is nothing."""
BENEATH[:, 1:] = CARRYING[:, :HIGHEST]
BESIDE: CardSets = ABOVE | BENEATH
NEIGHBOURS: CardSets = BESIDE[FIRST_COLOUR, FIRST_NUMBER] | BESIDE[SECOND_COLOUR, SECOND_NUMBER]
"""XX11 By card: the cards that fit on it, and on which it fits, as far as directions allow."""


@rule
def opened_by(state: State, move: int) -> int:
    """XX12 The cards that fit after a play: on the card played, and in the other row."""
    card, colour, row = played_card(move), played_colour(move), played_row(move)
    number, free = NUMBER[card, colour], HALF_COLOUR[card, 1 - half_of(card, colour)]
    is_higher = number > NUMBER[state.last[row], colour]
    cards = ABOVE[colour, number] if is_higher else BENEATH[colour, number]
    cards |= BESIDE[free, NUMBER[card, free]]
    for half in range(HALVES):
        cards |= going_on(state, ROWS - 1 - row, half)
    return int(cards)


@rule
def value_of(state: State, outlook: Outlook, move: int, weights: Weights) -> float:
    card, opened = played_card(move), opened_by(state, move)
    near = int(NEIGHBOURS[card])
    ways, kin = float(how_many(near & outlook.unseen)), float(how_many(near & outlook.hand))
    chain = fitting_after(outlook.hand & ~only(card), opened, NEIGHBOURS)
    return float(value_of_play(outlook, card, opened, ways, kin, chain, weights))


def explain(known: State, seat: int, move: int) -> Message | None:
    if move >= PLAYS:
        outlook = look(known.common, seat)
        ways = how_many(int(NEIGHBOURS[played_card(move)]) & (outlook.unseen | outlook.hand))
        return explain_play(known.common, seat, played_card(move), opened_by(known, move), ways)
    if move == KEEP and has(int(known.common.fitting), known.common.drawn):
        return explain_keeping(known.common, seat, opened_by(known, first_play(known, seat)))
    return None


def first_play(known: State, seat: int) -> int:
    moves = np.zeros(MOVE_COUNT, np.int32)
    legal_moves(known, seat, moves)
    return int(moves[0])


JUDGEMENT = Judgement(
    appraise=appraise_by(value_of),
    declaration=SheddingWeights,
    weights=weights_of(__package__, SheddingWeights),
    levels=four_levels(Level("beginner", sharpness=SURE), Level("tuned"), Level("tuned", 400), Level("tuned", 4000)),
    search=SearchParameters(reuse=8),
    explain=explain,
)
