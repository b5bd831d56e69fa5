"""Plans for a whole turn of The Game: every set of cards, in every order that could be good.

Piles do not affect each other, so a plan is one row of cards for each pile, and the rows can be laid in any order. A
move is worth as much as the best plan that can begin with it.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from pioche.core.judgement import Weights
from pioche.core.rule import rule
from pioche.core.state import Batch, Count, Counts, layout
from pioche.parts.widesets import write_cards

from ..rules import BACKWARDS, DIRECTION, pile_size
from ..state import ASKING, CARDS, HIGHEST, MOST_HELD, PILES, State
from .prospects import (
    DISTANCES,
    TENTH,
    Numbers,
    count_unseen,
    insert,
    look_at_hand,
    look_at_room,
    look_at_tricks,
    nearest_skip,
    sign_place,
    skip_kind,
    skipped,
    stage_weights,
)
from .weights import (
    FULL_PILE,
    MORE,
    NEAR_STEP,
    OF_POSITION,
    ONE_MORE,
    PROSPECTS,
    SKIPPED_OWN,
    SKIPS,
    SPARE_CARDS,
    STAGES,
    STUCK_LATER,
    STUCK_NEXT,
    TWO_MORE,
)

NUMBERS = HIGHEST + 2
SPARE_STEP = 2
FAR_STEPS_WITHOUT_PILE = 2
NO_STEP, NEAR, FAR = -1, 0, 1
WINS, LOSES, NOT_PLANNED = 1000.0, -1000.0, -2000.0
NOTHING = -1

USED, LAID, PLAN = PILES, PILES + 1, PILES + 2
"""A recorded plan: the tops it leaves, the cards it lays as bits, and how many these are."""


class Draft:
    """A plan in the making. An option is a card on a pile: the pile's number times the cards held, and its place."""

    hand: Annotated[Counts, MOST_HELD]  # the cards in hand, by number
    unseen: Annotated[Counts, NUMBERS]  # per number: unseen cards up to it
    tops: Annotated[Counts, PILES]  # as the plan leaves them
    first: Annotated[Counts, PILES]  # per pile: the option that it begins with, or NOTHING
    cursor: Annotated[Counts, MOST_HELD + 1]  # per card of the plan: the option to try next
    before: Annotated[Counts, MOST_HELD + 1]  # per card of the plan: the top it covered
    far: Annotated[Counts, MOST_HELD + 1]  # per card of the plan: far steps before it
    skips: Annotated[Counts, MOST_HELD]  # scratch memory of `look_at_hand`
    farthest: Count  # steps that skip more are not tried
    far_allowed: Count
    past_allowed: Count
    near: Count  # a step that skips no more is near


DRAFT = layout(Draft)


@rule
def begin_draft(state: State, seat: int, weights: Weights, draft: Draft) -> None:
    count_unseen(state, seat, draft.unseen)
    write_cards(state.hands[seat], draft.hand)
    for pile in range(PILES):
        draft.tops[pile] = state.tops[pile]
        draft.first[pile] = NOTHING
    draft.past_allowed = int(weights[SKIPPED_OWN])
    draft.near = int(weights[NEAR_STEP])
    draft.far_allowed = max(still_to_lay(state), 0) if pile_size(state) > 0 else FAR_STEPS_WITHOUT_PILE
    draft.farthest = farthest_step(state, int(state.held[seat]), int(weights[SPARE_CARDS]), draft)


@rule
def sign_worths(state: State, seat: int, worths: Numbers, out: Numbers) -> None:
    """TG13 By pile and how far it moves: the value in view of the others' signs."""
    out[:] = 0
    for i in range(1, state.seats):
        other = (seat + i) % state.seats
        distance = min(i, DISTANCES) - 1
        for pile in range(PILES):
            for kind in range(SKIPS):
                out[pile, kind] += worths[sign_place(distance, int(state.signs[other, pile]), kind)]


@rule
def still_to_lay(state: State) -> int:
    """TG5 How many cards the minimum still requires; 0 or less once it is reached. During TG2: the whole minimum."""
    if state.phase == ASKING:
        return int(state.minimum)
    return int(state.required) - int(state.laid_now)


@rule
def look_at_stuck(state: State, seat: int, tops: Counts, unseen: Counts, out: Numbers) -> None:
    """TG13 Write the cards skipped in all, if others show that they can hardly play."""
    following, later = 0, 0
    for i in range(1, state.seats):
        if i == 1:
            following = int(state.stuck[(seat + i) % state.seats])
        else:
            later += int(state.stuck[(seat + i) % state.seats])
    total = 0
    if following + later > 0:
        for pile in range(PILES):
            total += skipped(unseen, tops[pile], int(state.tops[pile]), pile)
    out[STUCK_NEXT] = TENTH * following * total
    out[STUCK_LATER] = TENTH * later * total


@rule
def look_ahead(state: State, seat: int, used: int, laid: int, draft: Draft, out: Numbers) -> None:
    """Write the prospects of the position that a plan leaves, except those of signs."""
    tops, unseen = draft.tops, draft.unseen
    look_at_room(tops, unseen, out)
    look_at_hand(draft.hand, int(state.held[seat]), used, tops, unseen, int(state.minimum), draft.skips, out)
    look_at_tricks(tops, unseen, out)
    look_at_stuck(state, seat, tops, unseen, out)
    more = max(laid - still_to_lay(state), 0)
    out[MORE] = more
    out[ONE_MORE] = more > 0
    out[TWO_MORE] = more > 1


@rule
def worth_of(
    state: State, seat: int, used: int, laid: int, draft: Draft, worths: Numbers, signs: Numbers, seen: Numbers
) -> float:
    """The worth of a plan. One that wins is worth most; one that falls short of the minimum, next to nothing."""
    if laid == state.left:
        return WINS
    if laid < still_to_lay(state):
        return LOSES + laid
    look_ahead(state, seat, used, laid, draft, seen)
    total = 0.0
    for i in range(OF_POSITION):
        total += seen[i] * worths[i]
    for pile in range(PILES):
        total += signs[pile, skip_kind(int(state.tops[pile]), draft.tops[pile], pile, draft.unseen)]
    return total


@rule
def step_kind(draft: Draft, held: int, used: int, place: int, pile: int) -> int:
    """TG3, TG4 Return whether a card fits without needlessly passing over others in hand, and how far it is.

    A backwards trick, and a step that can be taken back by one, are never far.
    """
    top, hand = draft.tops[pile], draft.hand
    size = (hand[place] - top) * DIRECTION[pile]
    if size == -BACKWARDS:
        return NEAR
    if size < 0:
        return NO_STEP
    past = 0
    for i in range(held):
        if not used >> i & 1:
            other = (hand[i] - top) * DIRECTION[pile]
            past += 0 < other < size
            if other == size - BACKWARDS:
                return NEAR
    skip = skipped(draft.unseen, hand[place], top, pile)
    if past > draft.past_allowed or skip > draft.farthest:
        return NO_STEP
    return FAR if skip > draft.near else NEAR


@rule
def farthest_step(state: State, held: int, spare: int, draft: Draft) -> int:
    """Steps that skip more are not worth trying: there are enough cards nearer to the piles."""
    for i in range(held):
        insert(draft.skips, i, nearest_skip(draft.hand[i], draft.tops, draft.unseen))
    enough = max(still_to_lay(state), 0) + spare
    return max(draft.skips[enough - 1] + SPARE_STEP, draft.near) if enough <= held else CARDS


@rule
def plan_turn(state: State, seat: int, weights: Weights, best: Numbers, chosen: Counts) -> float:
    """Try all plans. ``best``, by pile and index in hand: the worth of the best plan that can begin there.

    Its last row begins with the worth of stopping at once. ``chosen`` is the best plan; return its worth.
    """
    worths, signs, scratch = np.empty(PROSPECTS), np.empty((PILES, SKIPS)), np.zeros(1, DRAFT)
    stage_weights(state, weights[FULL_PILE:].reshape((STAGES, PROSPECTS)), worths)
    sign_worths(state, seat, worths, signs)
    begin_draft(state, seat, weights, scratch[0])
    most = go_through(state, seat, scratch, worths, signs, best, chosen)
    if most < LOSES + MOST_HELD + 1 and scratch[0].farthest < CARDS:
        scratch[0].farthest = CARDS
        most = go_through(state, seat, scratch, worths, signs, best, chosen)
    return most


@rule
def go_through(
    state: State, seat: int, scratch: Batch, worths: Numbers, signs: Numbers, best: Numbers, chosen: Counts
) -> float:
    """Try all plans in order, card by card and pile by pile."""
    draft, seen, held, used, depth = scratch[0], np.empty(OF_POSITION), int(state.held[seat]), 0, 0
    best[:] = NOT_PLANNED
    most = stop_worth(state, seat, draft, worths, signs, seen, best, chosen)
    draft.cursor[0] = 0
    while depth >= 0:
        option = lay_next(draft, depth, held, used, signs)
        if option == NOTHING:
            depth -= 1
            used = take_back(draft, depth, held, used)
            continue
        used |= 1 << option % held
        depth += 1
        worth = worth_of(state, seat, used, depth, draft, worths, signs, seen)
        credit(draft, held, worth, best)
        if worth > most:
            most = worth
            note(chosen, draft.tops, used, depth)
    return most


@rule
def stop_worth(
    state: State,
    seat: int,
    draft: Draft,
    worths: Numbers,
    signs: Numbers,
    seen: Numbers,
    best: Numbers,
    chosen: Counts,
) -> float:
    """TG5 The worth of laying nothing more, if that is allowed."""
    if still_to_lay(state) > 0:
        return NOT_PLANNED
    best[PILES, 0] = worth_of(state, seat, 0, 0, draft, worths, signs, seen)
    note(chosen, draft.tops, 0, 0)
    return float(best[PILES, 0])


@rule
def is_twin(draft: Draft, pile: int, signs: Numbers) -> bool:
    """Return whether the pile is equal to the one before it: in direction, top card and signs."""
    if pile % 2 == 0 or draft.first[pile - 1] != NOTHING or draft.tops[pile] != draft.tops[pile - 1]:
        return False
    kind = 0
    while kind < SKIPS and signs[pile, kind] == signs[pile - 1, kind]:
        kind += 1
    return kind == SKIPS


@rule
def lay_next(draft: Draft, depth: int, held: int, used: int, signs: Numbers) -> int:
    """Lay the next card that is worth trying; return its option, or NOTHING if there is none."""
    while draft.cursor[depth] < PILES * held:
        option = int(draft.cursor[depth])
        draft.cursor[depth] += 1
        if used >> option % held & 1 or is_twin(draft, option // held, signs):
            continue
        kind = step_kind(draft, held, used, option % held, option // held)
        if kind != NO_STEP and draft.far[depth] + kind <= draft.far_allowed:
            lay(draft, depth, option, held, kind)
            return option
    return NOTHING


@rule
def lay(draft: Draft, depth: int, option: int, held: int, kind: int) -> None:
    """Put a card on a pile, as the next of the plan; after it come cards on the same pile or a later one."""
    pile = option // held
    draft.before[depth] = draft.tops[pile]
    draft.tops[pile] = draft.hand[option % held]
    if draft.first[pile] == NOTHING:
        draft.first[pile] = option
    draft.far[depth + 1] = draft.far[depth] + kind
    draft.cursor[depth + 1] = pile * held


@rule
def take_back(draft: Draft, depth: int, held: int, used: int) -> int:
    """Undo the last card of the plan; return the cards that are still used."""
    if depth < 0:
        return 0
    option = draft.cursor[depth] - 1
    pile = option // held
    draft.tops[pile] = draft.before[depth]
    if draft.first[pile] == option:
        draft.first[pile] = NOTHING
    return int(used & ~(1 << option % held))


@rule
def credit(draft: Draft, held: int, worth: float, best: Numbers) -> None:
    """A plan can begin with the first card of any of its piles."""
    for pile in range(PILES):
        if draft.first[pile] != NOTHING:
            place = draft.first[pile] % held
            best[pile, place] = max(best[pile, place], worth)


@rule
def note(chosen: Counts, tops: Counts, used: int, laid: int) -> None:
    chosen[:PILES] = tops
    chosen[USED] = used
    chosen[LAID] = laid
