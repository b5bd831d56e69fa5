"""Déterminer la couleur, in the order of its rulebook.

Decisions where the rulebook is silent or unclear:

- G3 "The most points" means the largest total in hand; of equal totals, the closest to the dealer's left.
- XX62 A card with neither of the led colours decides nothing.
- XX63 An undecided trick takes its colour from the last card with both colours, even if not all cards have both.
- XX65 With trump, the dealer's left begins and names it; a player who cannot follow need not trump.
"""

from __future__ import annotations

from pioche.core.chance import Random, Shuffle, below
from pioche.core.game import Deck, Moves
from pioche.core.rule import rule
from pioche.core.standings import Scores
from pioche.core.state import EMPTY, NOBODY
from pioche.games.xxl.deck import (
    CARD_COUNT,
    COLOUR_LETTERS,
    COLOUR_MASK,
    COLOURS,
    FIRST_COLOUR,
    RANK,
    SECOND_COLOUR,
    SUITED,
    TOTAL,
    card_name,
    deck,
    total_of,
)
from pioche.parts.cardsets import deal_sets, how_many, list_cards, nth_of, only, worth_of
from pioche.parts.endings import only_ending
from pioche.parts.seats import clockwise
from pioche.parts.tricks import trick_winner

from .state import MOST_CARDS, NO_TRUMP, NOT_NAMED, Options, State

HAND_SIZE = (0, 0, 12, 12, 12, 9, 9)  # XX60, by number of players
NAME_TRUMP = CARD_COUNT
"""Moves below this number play the card of that number; moves from it on name a trump colour."""
MOVE_COUNT = CARD_COUNT + len(COLOURS)
MOST_LEGAL = MOST_CARDS
ENDINGS = ("all-played",)
ending = only_ending


def decks(options: Options) -> tuple[Deck, ...]:
    return (deck(),)


def move_name(move: int) -> str:
    return card_name(move) if move < NAME_TRUMP else f"trump {COLOUR_LETTERS[move - NAME_TRUMP]}"


def bound(options: Options) -> int:
    """G5 Each player plays each card of the hand once; XX65 trump is named once."""
    return int(options.seats) * HAND_SIZE[options.seats] + int(options.trump)


@rule
def setup(state: State, options: Options, shuffle: Shuffle) -> None:
    """XX60 Deal; the player with the most points leads. XX65 With trump, the dealer's left names it and leads."""
    state.seats = options.seats
    state.dealer = options.dealer
    size = HAND_SIZE[state.seats]
    deal_sets(state.hands, state.seats, state.dealer, size, shuffle[0])
    state.held[: state.seats] = size
    state.played[:] = EMPTY
    if options.trump:
        state.trump = NOT_NAMED
        state.first = clockwise(state.dealer, 1, state.seats)
    else:
        state.trump = NO_TRUMP
        state.first = richest(state)
    state.leader = state.first


@rule
def richest(state: State) -> int:
    """G3 The seat with the largest total in hand; of equal totals, the closest to the dealer's left."""
    seat = state.dealer
    richest_seat, most = NOBODY, -1
    for _ in range(state.seats):
        seat = clockwise(seat, 1, state.seats)
        points = worth_of(state.hands[seat], TOTAL)
        if points > most:
            richest_seat, most = seat, points
    return richest_seat


@rule
def to_move(state: State) -> int:
    return 1 << turn(state)


@rule
def turn(state: State) -> int:
    """Clockwise from the leader."""
    return clockwise(state.leader, state.laid, state.seats)


@rule
def legal_moves(state: State, seat: int, out: Moves) -> int:
    """XX61 Follow a colour that is asked for, if possible. XX5 Otherwise play any card."""
    if state.trump == NOT_NAMED:
        return name_any_colour(out)
    return list_cards(playable(state, seat), 0, out, 0)


@rule
def playable(state: State, seat: int) -> int:
    """The set of cards that a seat may play."""
    hand = int(state.hands[seat])
    following = hand & carriers(state.asked, state.trump)
    return following if following else hand


@rule
def carriers(colours: int, trump: int) -> int:
    """The set of cards that carry one of these colours. XX65 A card with a trump half is only that trump."""
    if trump < 0:
        return int(SUITED[colours])
    trumps = int(SUITED[1 << trump])
    others = int(SUITED[colours & ~(1 << trump)]) & ~trumps
    return others | trumps if colours >> trump & 1 else others


@rule
def any_move(state: State, seat: int, rng: Random) -> int:
    """A random legal move."""
    if state.trump == NOT_NAMED:
        return NAME_TRUMP + below(rng, len(COLOURS))
    cards = playable(state, seat)
    return nth_of(cards, below(rng, how_many(cards)))


@rule
def name_any_colour(out: Moves) -> int:
    """XX65 Before the first trick, a trump colour is named."""
    for colour in range(len(COLOURS)):
        out[colour] = NAME_TRUMP + colour
    return len(COLOURS)


@rule
def suits(card: int, trump: int) -> int:
    """The colours that a card carries, as a bit mask. XX65 A card with a trump half is only that trump."""
    colours = COLOUR_MASK[card]
    if trump >= 0 and colours >> trump & 1:
        return 1 << trump
    return int(colours)


@rule
def apply(state: State, seat: int, move: int) -> None:
    if move >= NAME_TRUMP:
        state.trump = move - NAME_TRUMP
    else:
        play_card(state, seat, move)
        if state.laid == state.seats:
            end_trick(state)


@rule
def play_card(state: State, seat: int, card: int) -> None:
    """XX62 A card with neither of the colours asked for shows that its player lacks them."""
    if state.laid and not suits(card, state.trump) & state.asked:
        state.lacks[seat] |= state.asked
    state.asked = asked_after(state.asked, card, state.trump)
    state.hands[seat] &= ~only(card)
    state.held[seat] -= 1
    state.played[state.trick, seat] = card
    state.laid += 1


@rule
def asked_after(asked: int, card: int, trump: int) -> int:
    """XX61 The first card with only one of the led colours decides. XX62 A card with neither decides nothing.

    Return the colours asked for after a card is played; before the first one, none are.
    """
    carried = suits(card, trump)
    if asked == 0:
        return carried
    return asked & carried if asked & carried else asked


@rule
def end_trick(state: State) -> None:
    """XX4 The winner takes the cards and leads the next trick."""
    cards = state.played[state.trick]
    winner = trick_winner(cards, state.seats, trick_colour(state), RANK)
    state.won[winner] += total_of(cards, state.seats)
    state.leader = winner
    state.laid = 0
    state.asked = 0
    state.trick += 1


@rule
def trick_colour(state: State) -> int:
    """XX61 The colour decided. XX63 If it is still open, the colour of the higher number on the last card with both.

    XX65 Trump, if any was played.
    """
    if is_trumped(state):
        return state.trump
    last = EMPTY
    for i in range(state.seats):
        card = state.played[state.trick, clockwise(state.leader, i, state.seats)]
        if suits(card, state.trump) & state.asked == state.asked:
            last = card
    if state.asked >> SECOND_COLOUR[last] & 1:  # the second half has the higher number
        return int(SECOND_COLOUR[last])
    return int(FIRST_COLOUR[last])


@rule
def is_trumped(state: State) -> bool:
    """XX65 Whether a trump was played in this trick."""
    if state.trump == NO_TRUMP:
        return False
    colours = 0
    for seat in range(state.seats):
        colours |= COLOUR_MASK[state.played[state.trick, seat]]
    return bool(colours >> state.trump & 1)


@rule
def is_over(state: State) -> bool:
    """XX64 The round is over when all cards are played."""
    return state.trick == HAND_SIZE[state.seats]


@rule
def scores(state: State, out: Scores) -> None:
    """XX64 The totals of the cards won."""
    for seat in range(state.seats):
        out[seat] = state.won[seat]
