"""Look-ahead in The Game: a race between the best few moves.

With many cards face down they are played on for a few turns, and judgement values the position in which these end.
Later they are played to the end. Others' hands are imagined so that they agree with what they show.
"""

from __future__ import annotations

import numpy as np

from pioche.core.chance import Random, below
from pioche.core.game import Moves
from pioche.core.judgement import Mean, Thought, Values, Weights
from pioche.core.rule import rule
from pioche.core.state import Counts
from pioche.core.think.lookahead import (
    LEAD,
    SQUARES,
    TOTAL,
    TRIES,
    Order,
    Race,
    cards_left,
    chance_of,
    clearly_best,
    mean_of,
    thought_of,
)
from pioche.parts.widesets import give, nth_of_wide, take

from ..knowledge import imagine
from ..rules import MOST_LEGAL, apply, is_over, legal_moves, pile_size
from ..state import CARDS, HIGHEST, LAYING, MOST_HELD, MOST_SEATS, NO_SIGN, PILES, State
from .appraise import appraise
from .prospects import basis, count_unseen
from .signals import sign_for, skip_on, talk
from .turn import LOSES, PLAN, WINS, plan_turn
from .weights import AHEAD, LATE, NEAR_STEP, SKIPPED_OWN, SPARE_CARDS

ROUNDS = 3
"""The number of rounds; in each, the worse half of the candidates is dropped."""
CLEARLY = 1.0
"""How many standard errors a move must be ahead of the favourite to be made instead."""
TO_THE_END = CARDS
SWAPS = 40
"""How many swaps are tried, for each player who shows a signal, to make the hand agree with it."""
NEARLY_WON = 0.2
"""The weight of having few cards left; the rest is the weight of winning."""
FEW = 6.0
"""With this many cards left, that part has fallen to a third."""
HALF_WON = 4.0
"""With this many cards left an end is worth half a win; judgement learned values on this scale."""
BEND = 0.05
"""If judgement values a position below ending there, the value is raised: playing on is never worse."""
SPREAD_OF_ENDS, SPREAD_OF_TURNS = 1.0, 0.05
"""The typical difference of two moves in one world, to the end or for a few turns; counted as one extra try."""
SMALL_CHANCE = 0.02
"""If no move wins more often than this, the figures are the cards left."""
PILE = -1
"""Instead of a seat: the face-down pile."""


@rule
def all_talk(state: State, weights: Weights, said: Moves) -> None:
    for seat in range(state.seats):
        for i in range(talk(state, seat, weights, said)):
            apply(state, seat, said[i])


@rule
def play_on(state: State, turns: int, weights: Weights, legal: Moves, said: Moves, values: Values) -> float:
    """Play the rest of this turn and ``turns`` more, or to the end, by judgement and talk; return the value."""
    still = turns
    while not is_over(state):
        all_talk(state, weights, said)
        seat = int(state.turn)
        if state.phase == LAYING and state.laid_now == 0:
            if still == 0:
                return foreseen(state, seat, weights)
            still -= 1
        count = legal_moves(state, seat, legal)
        if count > 1:
            appraise(state, seat, legal, count, weights, values)
        apply(state, seat, legal[np.argmax(values[:count])] if count > 1 else legal[0])
    if turns < TO_THE_END:
        return half_won(int(state.left))
    return 1.0 if state.left == 0 else float(NEARLY_WON * np.exp(-state.left / FEW))


@rule
def half_won(left: int) -> float:
    return HALF_WON / (HALF_WON + left)


@rule
def foreseen(state: State, seat: int, weights: Weights) -> float:
    """The value of a position to the seat to move: that of its best plan for the turn."""
    best, chosen = np.empty((PILES + 1, MOST_HELD)), np.empty(PLAN, np.int32)
    worth = plan_turn(state, seat, weights, best, chosen)
    if worth >= WINS:
        return 1.0
    if worth > LOSES + MOST_HELD:
        least = half_won(int(state.left))
        return float(least + BEND * np.log1p(np.exp((worth + basis(state, weights) - least) / BEND)))
    return half_won(int(state.left) - (int(worth - LOSES) if worth > LOSES else 0))


# Worlds that agree with what the others show.


@rule
def disagreement(state: State, seat: int, weights: Weights, unseen: Counts) -> int:
    """Return for how many piles a hand disagrees with the signs shown."""
    count_unseen(state, seat, unseen)
    wrong = 0
    for pile in range(PILES):
        wrong += sign_for(skip_on(state, seat, pile, unseen), weights) != state.signs[seat, pile]
    return wrong


@rule
def shows_something(state: State, seat: int) -> bool:
    shown = 0
    for pile in range(PILES):
        shown += state.signs[seat, pile] != NO_SIGN
    return shown > 0 and state.held[seat] > 0


@rule
def exchange(state: State, seat: int, mine: int, other: int, theirs: int, place: int) -> None:
    """Swap a card of a hand with one of another hand, or of the face-down pile."""
    take(state.hands[seat], mine)
    give(state.hands[seat], theirs)
    if other == PILE:
        state.pile[place] = mine
    else:
        take(state.hands[other], theirs)
        give(state.hands[other], mine)


@rule
def heed_signs(state: State, seat: int, weights: Weights, rng: Random) -> None:
    """TG13 Swap hidden cards so that hands agree better with the signs shown, and never worse."""
    unseen, wrong = np.empty(HIGHEST + 2, np.int32), np.zeros(MOST_SEATS, np.int32)
    for other in range(state.seats):
        if other != seat and shows_something(state, other):
            wrong[other] = disagreement(state, other, weights, unseen)
    for i in range(SWAPS * state.seats):
        one = i % state.seats
        if one != seat and shows_something(state, one):
            swap_towards(state, seat, one, weights, unseen, wrong, rng)


@rule
def is_third(other: int, seat: int, one: int) -> bool:
    return other != seat and other != one


@rule
def find_hidden(state: State, seat: int, one: int, number: int) -> tuple[int, int]:
    """Find the hidden card with a number, not counting two hands: return its hand (or PILE) and its index there."""
    left = len(state.pile) - int(state.drawn)
    if number < left:
        return PILE, int(state.drawn) + number
    place, other = number - left, 0
    while not is_third(other, seat, one) or place >= state.held[other]:
        if is_third(other, seat, one):
            place -= int(state.held[other])
        other += 1
    return other, place


@rule
def swap_towards(
    state: State, seat: int, one: int, weights: Weights, unseen: Counts, wrong: Counts, rng: Random
) -> None:
    """Try one swap with the pile or another hidden hand; undo it if the hands then agree less with the signs."""
    hidden = int(state.left) - int(state.held[seat]) - int(state.held[one])
    if hidden == 0:
        return
    mine = nth_of_wide(state.hands[one], below(rng, int(state.held[one])))
    other, place = find_hidden(state, seat, one, below(rng, hidden))
    theirs = int(state.pile[place]) if other == PILE else nth_of_wide(state.hands[other], place)
    exchange(state, one, mine, other, theirs, place)
    now, then, before = disagreement(state, one, weights, unseen), 0, wrong[one]
    is_heeded = other != PILE and shows_something(state, other)
    if is_heeded:
        then = disagreement(state, other, weights, unseen)
        before += wrong[other]
    if now + then > before:
        exchange(state, one, theirs, other, mine, place)
        return
    wrong[one] = now
    if is_heeded:
        wrong[other] = then


# Trying moves.


@rule
def imagine_world(known: State, seat: int, weights: Weights, rng: Random) -> None:
    imagine(known, seat, rng)
    heed_signs(known, seat, weights, rng)


@rule
def turns_ahead(state: State, weights: Weights) -> int:
    """Return how many turns to play: to the end if it is near, or if judgement cannot value positions."""
    return int(weights[AHEAD]) if pile_size(state) > weights[LATE] and weights[AHEAD] >= 0 else TO_THE_END


@rule
def worth_trying(state: State, simulations: int, weights: Weights) -> int:
    """How many simulations help: hardly any if play goes to the end from afar, since luck decides most of it."""
    is_far = pile_size(state) > weights[LATE]
    return 1 if is_far and turns_ahead(state, weights) == TO_THE_END else simulations


@rule
def hasty(weights: Weights) -> Weights:
    """Return the weights for playouts, which go through few plans: several times as fast."""
    quick = weights.copy()
    quick[SPARE_CARDS], quick[SKIPPED_OWN], quick[NEAR_STEP] = 1, 0, 2
    return quick


@rule
def try_move(state: State, seat: int, move: int, weights: Weights, rng: Random) -> float:
    turns, buffers, values = turns_ahead(state, weights), np.empty((2, MOST_LEGAL), np.int32), np.empty(MOST_LEGAL)
    apply(state, seat, move)
    return play_on(state, turns, hasty(weights), buffers[0], buffers[1], values)


@rule
def read_end(state: State, seat: int, value: float) -> tuple[float, float]:
    """Return whether all cards are laid, and how many are left."""
    return 1.0 if state.left == 0 else 0.0, float(state.left)


@rule
def is_time_to_drop(worlds: int, tries: int, simulations: int, looks: int) -> bool:
    return tries * ROUNDS > simulations * (looks + 1)


@rule
def drop_worse(order: Order, few: int, tally: Values) -> int:
    """Keep the favourite and the better half of the others, in order of their leads."""
    for i in range(2, few):
        place = order[i]
        j = i
        while j > 1 and tally[order[j - 1], LEAD] < tally[place, LEAD]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = place
    return 1 + few // 2


@rule
def choose(known: State, order: Order, few: int, values: Values, tally: Values, weights: Weights) -> int:
    is_short = turns_ahead(known, weights) < TO_THE_END
    return clearly_best(order, few, tally, CLEARLY, SPREAD_OF_TURNS if is_short else SPREAD_OF_ENDS)


RACE = Race(
    name="the-game.lookahead",
    state=State,
    most_legal=MOST_LEGAL,
    appraise=appraise,
    imagine=imagine_world,
    try_move=try_move,
    choose=choose,
    read_end=read_end,
    candidates=5,
    has_twins=True,
    is_time_to_drop=is_time_to_drop,
    drop_worse=drop_worse,
)


def think(
    known: State, seat: int, legal: Moves, rng: Random, simulations: int, least: int, weights: Weights
) -> Thought:
    """Look ahead. The figures are chances to win, the cards left if none wins, or a forecast if play stops early."""
    useful = worth_trying(known, simulations, weights)
    chosen, tally = RACE.run(known, seat, legal, rng, useful, least, weights)
    if turns_ahead(known, weights) < TO_THE_END:
        return thought_of(legal, chosen, tally, "forecast", [foreseen_cards(row) for row in tally])
    chances = [chance_of(row) for row in tally]
    if max(chance.value for chance in chances) < SMALL_CHANCE:
        return thought_of(legal, chosen, tally, "cards", [cards_left(row) for row in tally])
    return thought_of(legal, chosen, tally, "win", chances)


def foreseen_cards(row: Values) -> Mean:
    """Return the number of cards left that is worth as much as a move (`half_won`), with its standard error."""
    value = mean_of(row[TRIES], row[TOTAL], row[SQUARES], SPREAD_OF_TURNS**2)
    mean = min(value.value, 1.0)
    return Mean(HALF_WON / mean - HALF_WON, HALF_WON / mean**2 * value.error)
