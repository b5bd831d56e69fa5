"""The judgement of À moins."""

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
from pioche.games.xxl.deck import CARD_COUNT, FIRST_COLOUR, FIRST_NUMBER, SECOND_COLOUR, SECOND_NUMBER
from pioche.games.xxl.shedding import KEEP, PLAYS
from pioche.parts.cardsets import has, how_many, only

from ..rules import BELOW
from ..state import State

OPENED: CardSets = BELOW[FIRST_COLOUR, FIRST_NUMBER] | BELOW[SECOND_COLOUR, SECOND_NUMBER]
"""XX21 By card: the cards that fit on it."""
UNDER: CardSets = np.array(
    [sum(1 << under for under in range(CARD_COUNT) if has(OPENED[under], card)) for card in range(CARD_COUNT)], np.int64
)
"""By card: the cards on which it fits."""


@rule
def value_of(state: State, outlook: Outlook, move: int, weights: Weights) -> float:
    card = move - PLAYS
    opened, under = int(OPENED[card]), int(UNDER[card])
    ways, kin = float(how_many(under & outlook.unseen)), float(how_many(under & outlook.hand))
    chain = fitting_after(outlook.hand & ~only(card), opened, OPENED)
    return float(value_of_play(outlook, card, opened, ways, kin, chain, weights))


def explain(known: State, seat: int, move: int) -> Message | None:
    if move >= PLAYS:
        card, outlook = move - PLAYS, look(known.common, seat)
        ways = how_many(int(UNDER[card]) & (outlook.unseen | outlook.hand))
        return explain_play(known.common, seat, card, int(OPENED[card]), ways)
    if move == KEEP and has(int(known.common.fitting), known.common.drawn):
        return explain_keeping(known.common, seat, int(OPENED[known.common.drawn]))
    return None


JUDGEMENT = Judgement(
    appraise=appraise_by(value_of),
    declaration=SheddingWeights,
    weights=weights_of(__package__, SheddingWeights),
    levels=four_levels(
        Level("beginner", sharpness=SURE),
        Level("casual", sharpness=SURE),
        Level("strong", sharpness=SURE),
        Level("tuned", 4000),
    ),
    search=SearchParameters(trust=0.4, reuse=8),  # large weights: at full trust, a low-scored move is hardly tried
    explain=explain,
)
