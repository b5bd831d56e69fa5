"""Where the cards of Les 6 Séquences are, and who has seen them."""

from pioche.games.k6t.deck import card_name

JOKER_BELOW = 1  # two own sequences meet in the joker's place, and the lower one has the joker


def where(state):
    """A card in hand that was taken from the table lies there openly."""
    places = {card_name(int(card)): "stock" for card in state.stock if card >= 0}
    places |= {card_name(int(card)): "pile" for card in state.pile[: state.discards]}
    for suit in range(6):
        for seat in range(state.seats):
            places |= named(suit, state.hands[seat, suit], f"hand {seat}")
            places |= named(suit, state.shown[seat, suit], f"open hand {seat}")
        for owner in range(4):
            places |= named(suit, state.in_series[owner, suit], f"series {owner}")
            places |= named(suit, standing(state, owner, suit), f"sequence {owner}")
    return {"cards": places}


def named(suit, ranks, place):
    return {card_name(suit * 20 + rank): place for rank in range(20) if ranks >> rank & 1}


def standing(state, owner, suit):
    """The ranks of the cards that stand in an owner's sequences."""
    covered = {place for place in range(1, 20) if state.in_sequences[owner, suit] >> place & 1}
    ranks = set(covered)
    if state.joker_owner[suit] == owner:
        ranks.add(0)
        if not state.seam[suit]:
            ranks.discard(int(state.joker_place[suit]))
    low, high = 1 in ranks, 19 in ranks
    ranks -= {1, 19}
    if low:
        ranks.add(19 if state.stand_ins[suit] >> 1 & 1 else 1)
    if high:
        ranks.add(1 if state.stand_ins[suit] >> 19 & 1 else 19)
    return sum(1 << rank for rank in ranks)


def sees(place, seat):
    return place != "stock" and (place == f"hand {seat}" or not place.startswith("hand"))


def tally(state):
    return {
        "cards": int(state.held.sum() + (state.stock >= 0).sum() + state.discards)
        + sum(
            bin(int(ranks)).count("1")
            for owner in range(4)
            for suit in range(6)
            for ranks in (state.in_series[owner, suit], standing(state, owner, suit))
        )
    }
