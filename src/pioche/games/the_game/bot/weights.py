"""The weights of The Game's bots: a few limits, and for each stage of the game what the prospects are worth."""

from __future__ import annotations

from typing import Annotated

from pioche.core.weights import Weight, Weights, places, weight_count

from ..rules import SIGNS

STAGES = 4
"""A full face-down pile, half of it, its end, and none: between the first three it is gradual."""
ROOMS = 5
"""The piles that take a card: one, one of each direction, both of one direction, three, or all four."""
NEARNESS = 8
"""How near a card in hand is to a pile, in classes."""
SKIPS = 6
"""How far a pile was moved, in classes: back, not at all, or by cards skipped."""


class ProspectWeights:
    """Weights of the features of a position after a turn."""

    room: Annotated[Weights, (ROOMS,)]
    """Cards still out, by the piles that take them."""
    root_better: Weight
    """The square roots of the room on the better pile of each direction."""
    root_worse: Weight
    """The same for the worse pile."""
    root_both_ways: Weight
    """The square root of the cards out that both directions take."""
    near: Annotated[Weights, (NEARNESS,)]
    """Cards that stay in hand, by nearness: a backwards trick first, a card that fits nowhere last."""
    next_turn: Weight
    """The cards that the nearest cards in hand would skip in the next turn."""
    pairs: Weight
    """Cards in hand ten apart."""
    neighbours: Weight
    """Cards in hand with none that is out between them."""
    tricks_out: Weight
    """Piles whose backwards trick somebody else may hold or draw."""
    more: Weight
    """Cards laid beyond the minimum."""
    one_more: Weight
    """Whether there is one."""
    two_more: Weight
    """Whether there are two."""
    stuck_next: Weight
    """The cards skipped in all, if the next player can hardly play."""
    stuck_later: Weight
    """The same, by the number of others who can hardly play."""
    lost: Weight
    """Whether a card that is out fits nowhere."""
    more_lost: Weight
    """How many more do not fit."""
    own_lost: Weight
    """Whether a card in hand fits nowhere."""
    next_signs: Annotated[Weights, (len(SIGNS), SKIPS)]
    """TG13 The next player's signs, by sign and by how far the pile was moved."""
    later_signs: Annotated[Weights, (len(SIGNS), SKIPS)]
    """The signs of the others."""


(
    ROOM,
    ROOT_BETTER,
    ROOT_WORSE,
    ROOT_BOTH_WAYS,
    NEAR,
    NEXT_TURN,
    PAIRS,
    NEIGHBOURS,
    TRICKS_OUT,
    MORE,
    ONE_MORE,
    TWO_MORE,
    STUCK_NEXT,
    STUCK_LATER,
    LOST,
    MORE_LOST,
    OWN_LOST,
    NEXT_SIGNS,
    LATER_SIGNS,
) = places(ProspectWeights)
PROSPECTS = weight_count(ProspectWeights)
OF_POSITION = NEXT_SIGNS
"""The number of prospects that do not depend on signs; they come first."""


class TheGameWeights:
    leaves: Weight
    """TG13 The most cards skipped to show "leave this pile to me"."""
    gentle: Weight
    """The most to show "gently"."""
    quiet: Weight
    """The most to show nothing; with more, "go ahead"."""
    hardly: Weight
    """The cards skipped in all from which on a player shows that it can hardly play."""
    begins: Weight
    """TG2 How many cards a player may skip to begin."""
    spare_cards: Weight
    """Steps are tried that are about as far as the nearest cards need, and this many more cards than the minimum."""
    skipped_own: Weight
    """How many cards in hand that would fit before it a step may pass over."""
    near_step: Weight
    """Steps are near that skip no more cards; far ones are made only as often as the minimum asks."""
    basis: Annotated[Weights, (STAGES,)]
    """The value of a position apart from its prospects, by stage."""
    ahead: Weight
    """How many turns are played on in thought; −1: always to the end."""
    late: Weight
    """With no more cards face down, play goes on to the end."""
    full_pile: ProspectWeights
    half_pile: ProspectWeights
    last_cards: ProspectWeights
    no_pile: ProspectWeights


(
    LEAVES,
    GENTLE,
    QUIET,
    HARDLY,
    BEGINS,
    SPARE_CARDS,
    SKIPPED_OWN,
    NEAR_STEP,
    BASIS,
    AHEAD,
    LATE,
    FULL_PILE,
    HALF_PILE,
    LAST_CARDS,
    NO_PILE,
) = places(TheGameWeights)
