"""Les 6 Séquences: laying and extending sequences and series, and exchanging cards with them (K6-10 … K6-19)."""

from __future__ import annotations

from pioche.core.game import Moves
from pioche.core.rule import rule
from pioche.core.state import NOBODY
from pioche.games.k6t.deck import rank_of, suit_of
from pioche.parts.cardsets import first_of, has, how_many, list_cards, without_first

from .moves import (
    ACE,
    ACE_ADDED_LOW,
    ACE_LOW,
    ADD,
    ADD_TO_SERIES,
    ADDITIONS,
    CARDS,
    CARDS_LAID,
    CLAIM,
    CLAIM_ADD,
    CLAIM_SERIES,
    EXCHANGE,
    IN_SERIES,
    JOKER,
    JOKER_FIRST,
    JOKER_SECOND,
    JOKER_THIRD,
    JOKERS_ADDED,
    LAST_START,
    LAY,
    LAY_SERIES,
    MOST_CARDS_LAID,
    ONE,
    ONE_ADDED_HIGH,
    ONE_HIGH,
    PLACES,
    SEQUENCES,
    TRIPLE_SETS,
    card_of,
)
from .state import JOKER_ABOVE, JOKER_BELOW, NO_SEAM, NOT_LAID, SUIT_COUNT, RankSets, State

ONLY_JOKER = 1 << JOKER  # a set of one rank
ALL_PLACES = (1 << ACE + 1) - 2
STARTS = (1 << LAST_START + 1) - 2  # the places from which three cards can go up
TWO, THREE = 2, 3  # the places next to the ends, where the A and the 1 can stand in for each other
QUEEN, KING = ACE - 2, ACE - 1


# Owners.


@rule
def owner_of(state: State, seat: int) -> int:
    """K6-19 In teams, combinations belong to the team."""
    return int(seat) % 2 if state.teams else int(seat)


@rule
def at_hand(state: State, seat: int, suit: int) -> int:
    """The ranks of a suit in hand; K6-15 and those that were in the owner's series before this turn."""
    series = int(state.in_series[owner_of(state, seat), suit])
    return int(state.hands[seat, suit]) | series & ~int(state.new_in_series[suit])


@rule
def seam_of(state: State, owner: int, suit: int) -> int:
    """K6-14 The place where two of the owner's sequences of a suit overlap by the joker, or NOT_LAID."""
    if state.seam[suit] != NO_SEAM and state.joker_owner[suit] == owner:
        return int(state.joker_place[suit])
    return NOT_LAID


# Legal ways to put cards down.


@rule
def list_new(state: State, seat: int, out: Moves, count: int) -> int:
    """K6-10 New sequences and series. K6-11 Never more series than sequences."""
    for suit in range(SUIT_COUNT):
        count = list_sequences(at_hand(state, seat, suit), suit, out, count)
    if may_lay_series(state, owner_of(state, seat)):
        count = list_series(state.hands[seat], out, count)
    return count


@rule
def may_lay_series(state: State, owner: int) -> bool:
    """K6-11 The n-th series needs n sequences laid before it."""
    return bool(state.series[owner] < state.sequences[owner])


@rule
def list_sequences(ranks: int, suit: int, out: Moves, count: int) -> int:
    """K6-10 Three consecutive places of one suit, from these ranks. K6-12 The joker may take any of the places."""
    if how_many(ranks) < MOST_CARDS_LAID:
        return count
    lay = LAY + suit * SEQUENCES
    first = ranks & STARTS
    second = ranks >> 1 & STARTS
    third = ranks >> 2 & STARTS
    count = list_cards(first & second & third, lay - 1, out, count)
    if has(ranks, JOKER):
        count = list_cards(second & third, lay - 1 + JOKER_FIRST * LAST_START, out, count)
        count = list_cards(first & third, lay - 1 + JOKER_SECOND * LAST_START, out, count)
        count = list_cards(first & second, lay - 1 + JOKER_THIRD * LAST_START, out, count)
    if has(ranks, ACE):
        count = list_at_an_end(ranks, TWO, THREE, lay + ACE_LOW, out, count)
    if has(ranks, ONE):
        count = list_at_an_end(ranks, QUEEN, KING, lay + ONE_HIGH, out, count)
    return count


@rule
def list_at_an_end(ranks: int, lower: int, upper: int, lay: int, out: Moves, count: int) -> int:
    """K6-13 The A on place 1 with 2 and 3, or the 1 on place A with Q and K; the joker may replace one of the two."""
    has_lower, has_upper = has(ranks, lower), has(ranks, upper)
    if has_lower and has_upper:
        out[count] = lay
        count += 1
    if has(ranks, JOKER) and has_upper:
        out[count] = lay + 1
        count += 1
    if has(ranks, JOKER) and has_lower:
        out[count] = lay + 2
        count += 1
    return count


@rule
def list_series(hand: RankSets, out: Moves, count: int) -> int:
    """K6-10 Three cards of one rank, from hand. K6-12 Never jokers."""
    once, twice, thrice = 0, 0, 0  # the ranks that are in hand at least once, twice, three times
    for suit in range(SUIT_COUNT):
        ranks = int(hand[suit])
        thrice |= twice & ranks
        twice |= once & ranks
        once |= ranks
    thrice &= ALL_PLACES
    while thrice:
        count = list_series_of(first_of(thrice), suits_with(hand, first_of(thrice)), out, count)
        thrice = without_first(thrice)
    return count


@rule
def suits_with(hand: RankSets, rank: int) -> int:
    """The set of suits in which a hand has this rank."""
    suits = 0
    for suit in range(SUIT_COUNT):
        suits |= (int(hand[suit]) >> rank & 1) << suit
    return suits


@rule
def list_series_of(rank: int, suits: int, out: Moves, count: int) -> int:
    lay = LAY_SERIES + (rank - 1) * len(TRIPLE_SETS)
    for i in range(len(TRIPLE_SETS)):
        if TRIPLE_SETS[i] & suits == TRIPLE_SETS[i]:
            out[count] = lay + i
            count += 1
    return count


@rule
def list_extensions(state: State, seat: int, out: Moves, count: int) -> int:
    """K6-14 Extend own combinations. K6-15 Move cards to own sequences. K6-16, K6-17 Exchange cards with any."""
    owner = owner_of(state, seat)
    ranks_in_series = 0
    for suit in range(SUIT_COUNT):
        ranks_in_series |= int(state.in_series[owner, suit])
    for suit in range(SUIT_COUNT):
        first, hand, places = card_of(suit, 0), int(state.hands[seat, suit]), int(state.in_sequences[owner, suit])
        count = list_cards(hand & ranks_in_series, ADD_TO_SERIES + first, out, count)
        count = list_cards(hand & int(state.stand_ins[suit]), EXCHANGE + first, out, count)
        if places:
            count = list_additions(ends(places), at_hand(state, seat, suit), suit, out, count)
    return count


@rule
def ends(places: int) -> int:
    """K6-14 The places next to laid sequences."""
    return (places << 1 | places >> 1) & ~places & ALL_PLACES


@rule
def list_additions(places: int, ranks: int, suit: int, out: Moves, count: int) -> int:
    """K6-14 At either end. K6-12 The joker takes any place. K6-13 The A may take place 1, and the 1 place A."""
    add = ADD + suit * ADDITIONS
    count = list_cards(places & ranks, add - 1, out, count)
    if has(ranks, JOKER):
        count = list_cards(places, add - 1 + JOKERS_ADDED, out, count)
    if has(ranks, ACE) and has(places, ONE):
        out[count] = add + ACE_ADDED_LOW
        count += 1
    if has(ranks, ONE) and has(places, ACE):
        out[count] = add + ONE_ADDED_HIGH
        count += 1
    return count


# Putting down.


@rule
def put_down(state: State, seat: int, move: int) -> None:
    """Lay, extend, move or exchange."""
    owner = owner_of(state, seat)
    if EXCHANGE <= move < ADD:
        exchange(state, seat, move - EXCHANGE)
        return
    state.sequences[owner] += LAY <= move < LAY_SERIES or CLAIM <= move < CLAIM_SERIES
    state.series[owner] += LAY_SERIES <= move < CLAIM or CLAIM_SERIES <= move < CLAIM_ADD
    for i in range(CARDS_LAID[move]):
        card, place = int(CARDS[move, i]), int(PLACES[move, i])
        take_from_hand_or_series(state, seat, owner, card)
        if place == IN_SERIES:
            state.in_series[owner, suit_of(card)] |= 1 << rank_of(card)
            state.new_in_series[suit_of(card)] |= 1 << rank_of(card)
        else:
            note_overlap(state, owner, card, place, int(PLACES[move, 0]))
            stand(state, owner, card, place)


@rule
def take_into_hand(state: State, seat: int, card: int) -> None:
    state.hands[seat, suit_of(card)] |= 1 << rank_of(card)
    state.held[seat] += 1


@rule
def take_from_hand(state: State, seat: int, card: int) -> None:
    state.hands[seat, suit_of(card)] &= ~(1 << rank_of(card))
    state.shown[seat, suit_of(card)] &= ~(1 << rank_of(card))
    state.held[seat] -= 1


@rule
def take_from_hand_or_series(state: State, seat: int, owner: int, card: int) -> None:
    """K6-15 A card that is not in hand comes from the owner's series, which still counts as laid."""
    if has(int(state.hands[seat, suit_of(card)]), rank_of(card)):
        take_from_hand(state, seat, card)
    else:
        state.in_series[owner, suit_of(card)] &= ~(1 << rank_of(card))


@rule
def note_overlap(state: State, owner: int, card: int, place: int, bottom: int) -> None:
    """K6-14 A new sequence may overlap one of the owner's by a joker; the two are then not joined."""
    suit = suit_of(card)
    if has(int(state.in_sequences[owner, suit]), place):
        is_joker_new = rank_of(card) == JOKER
        state.seam[suit] = JOKER_ABOVE if (place == bottom) == is_joker_new else JOKER_BELOW


@rule
def stand(state: State, owner: int, card: int, place: int) -> None:
    """K6-12, K6-13 Put a card on a place of its suit. K6-14 Touching places form one sequence."""
    suit, rank = suit_of(card), rank_of(card)
    state.in_sequences[owner, suit] |= 1 << place
    if rank != place:
        state.stand_ins[suit] |= 1 << place
    if rank == JOKER:
        state.joker_place[suit] = place
        state.joker_owner[suit] = owner


@rule
def exchange(state: State, seat: int, card: int) -> None:
    """K6-16, K6-17 Put the card on its own place; its stand-in goes to the hand, where everybody knows it."""
    suit, place = suit_of(card), rank_of(card)
    taken = stand_in(state, suit, place)
    if taken == JOKER:
        state.joker_place[suit] = NOT_LAID
        state.joker_owner[suit] = NOBODY
    state.stand_ins[suit] &= ~(1 << place)
    take_from_hand(state, seat, card)
    take_into_hand(state, seat, card_of(suit, taken))
    state.shown[seat, suit] |= 1 << taken


@rule
def stand_in(state: State, suit: int, place: int) -> int:
    """The stand-in on a place: K6-16 the joker, K6-17 or the A on place 1, or the 1 on place A."""
    if state.joker_place[suit] == place:
        return JOKER
    return ACE if place == ONE else ONE


# Laid sequences.


@rule
def bottom_from(places: int, place: int) -> int:
    """The lowest covered place from this one up, which is 1 or more; a number above ACE if there is none."""
    return place + first_of(places >> place | 1 << ACE)


@rule
def top_from(places: int, seam: int, place: int) -> int:
    """K6-14 The top of the sequence that starts at a place; at the seam another one begins."""
    top = place
    while has(places, top + 1):
        top += 1
        if top == seam:
            break
    return top


@rule
def next_bottom(places: int, seam: int, bottom: int, top: int) -> int:
    """Where the next sequence begins: at the seam, if this one ends there; a number above ACE if there is none."""
    return top if top == seam and bottom < seam else bottom_from(places, top + 1)


@rule
def card_standing(state: State, owner: int, suit: int, bottom: int, place: int) -> int:
    """The card on a place of the owner's sequence that begins at ``bottom``."""
    if not has(int(state.stand_ins[suit]), place):
        return card_of(suit, place)
    taken = stand_in(state, suit, place)
    if taken == JOKER:
        is_other_owner = state.joker_owner[suit] != owner
        is_upper = state.seam[suit] == JOKER_ABOVE
        if is_other_owner or (state.seam[suit] != NO_SEAM and is_upper != (place == bottom)):
            return card_of(suit, place)
    return card_of(suit, taken)


@rule
def ranks_in_sequences(state: State, owner: int, suit: int) -> int:
    """The set of ranks of a suit that are laid in an owner's sequences."""
    places, seam = int(state.in_sequences[owner, suit]), seam_of(state, owner, suit)
    ranks = 0
    bottom = bottom_from(places, 1)
    while bottom <= ACE:
        top = top_from(places, seam, bottom)
        for place in range(bottom, top + 1):
            ranks |= 1 << rank_of(card_standing(state, owner, suit, bottom, place))
        bottom = next_bottom(places, seam, bottom, top)
    return ranks
