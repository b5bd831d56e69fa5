"""The four levels of bots for Les 6 Séquences; the best looks ahead."""

from __future__ import annotations

from pioche.core.game import Setting
from pioche.core.judgement import Judgement, Level, four_levels, weights_of
from pioche.core.words import Message

from ..state import State
from . import explain as hints
from .appraise import SequencesWeights, appraise
from .lookahead import think

TUNED = "tuned"
weights = weights_of(__package__, SequencesWeights)


def explain(known: State, seat: int, move: int) -> Message | None:
    """Explain a move, in a few words."""
    return hints.explain(known, seat, move, weights(Setting(int(known.seats), None, {}), TUNED))


JUDGEMENT = Judgement(
    appraise=appraise,
    declaration=SequencesWeights,
    weights=weights,
    think=think,
    explain=explain,
    levels=four_levels(Level("beginner"), Level("casual"), Level("strong"), Level(TUNED, simulations=1000)),
)
