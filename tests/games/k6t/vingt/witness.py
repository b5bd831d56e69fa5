"""Where the cards of 20/20 are, and who has seen them."""

from pioche.games.k6t.deck import card_name


def where(state):
    places = {}
    for pile, cards in enumerate(state.piles):
        for depth, card in enumerate(cards):
            gone = int(state.removed[pile])
            places[card_name(int(card))] = "removed" if depth < gone else f"pile {pile} under {depth - gone}"
    return {"cards": places}


def sees(place, seat):
    return place == "removed" or place.endswith("under 0")


def tally(state):
    return {"cards": int(state.left + state.removed.sum()), "pairs removed": int(state.left) % 2}
