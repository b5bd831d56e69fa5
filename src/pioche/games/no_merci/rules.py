"""No Merci, in the order of its rulebook.

Decisions where the rulebook is silent or unclear:

- NM3 The player to the dealer's left begins.
- NM7 The last open card is still played for.
- NM9 The table option `open_tokens` shows everybody's tokens at all times.
"""

from __future__ import annotations

from pioche.core.chance import Random, Shuffle, below
from pioche.core.game import Deck, Moves
from pioche.core.rule import rule
from pioche.core.standings import Scores
from pioche.core.state import NOBODY
from pioche.parts.endings import only_ending
from pioche.parts.seats import clockwise, only_turn

from .state import HIGHEST, LOWEST, PILE, Options, State

TAKE, REFUSE = range(2)
MOVES = ("take", "refuse")
MOVE_COUNT, move_name = len(MOVES), MOVES.__getitem__
MOST_LEGAL = MOVE_COUNT
TOKENS = (11, 10)  # NM1, and NM10 in the tactical variant
TACTICAL_GAPS = (10, 20, 30)  # NM10
ENDINGS = ("all-taken",)
ending = only_ending
to_move = only_turn


def decks(options: Options) -> tuple[Deck, ...]:
    """NM2 Cards 3 to 35; NM10 without 10, 20 and 30."""
    return (Deck("cards", tuple(card for card in range(LOWEST, HIGHEST + 1) if in_game(card, options.tactical))),)


@rule
def in_game(card: int, tactical: int) -> bool:
    return not tactical or card not in TACTICAL_GAPS


def bound(options: Options) -> int:
    """G5 Every token can be spent on each card once before the card is taken."""
    return PILE * (int(options.seats) * TOKENS[options.tactical] + 1)


@rule
def setup(state: State, options: Options, shuffle: Shuffle) -> None:
    """NM1 Hand out tokens. NM2 The first 24 cards are the pile. NM3 The player to the dealer's left begins."""
    state.seats = options.seats
    state.dealer = options.dealer
    state.tactical = options.tactical
    state.open_tokens = options.open_tokens
    state.turn = clockwise(options.dealer, 1, options.seats)
    for seat in range(state.seats):
        state.tokens[seat] = TOKENS[options.tactical]
    for i in range(PILE):
        state.pile[i] = shuffle[0, i]
    state.owner[:] = NOBODY


@rule
def legal_moves(state: State, seat: int, out: Moves) -> int:
    """NM3 Take the card, or refuse it with a token. NM4 A player without tokens must take."""
    out[0] = TAKE
    if state.tokens[seat] == 0:
        return 1
    out[1] = REFUSE
    return 2


@rule
def any_move(state: State, seat: int, rng: Random) -> int:
    """Either move is equally likely, where both are legal."""
    return TAKE if state.tokens[seat] == 0 else below(rng, len(MOVES))


@rule
def apply(state: State, seat: int, move: int) -> None:
    if move == REFUSE:  # NM5
        state.tokens[seat] -= 1
        state.pot += 1
        state.turn = clockwise(seat, 1, state.seats)
    else:  # NM6 The same seat faces the next card.
        state.owner[state.pile[state.turned]] = seat
        state.tokens[seat] += state.pot
        state.pot = 0
        state.turned += 1


@rule
def points_added(state: State, seat: int) -> int:
    """NM8 The points that the open card would add to a seat's score, given its runs."""
    card = int(state.pile[state.turned])
    points = 0 if state.owner[card - 1] == seat else card
    return points - (card + 1) if card < HIGHEST and state.owner[card + 1] == seat else points


@rule
def is_over(state: State) -> bool:
    """NM7 The 24th card has been taken."""
    return state.turned == PILE


@rule
def scores(state: State, out: Scores) -> None:
    """NM8 The lowest card of each run counts; each token subtracts one."""
    for seat in range(state.seats):
        points = -state.tokens[seat]
        for card in range(LOWEST, HIGHEST + 1):
            if state.owner[card] == seat and state.owner[card - 1] != seat:
                points += card
        out[seat] = points
