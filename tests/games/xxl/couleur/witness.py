"""Where the cards of Déterminer la couleur are, and who has seen them."""

from pioche.games.xxl.deck import card_name
from pioche.parts.cardsets import each


def where(state):
    places = {card_name(card): "aside" for card in range(55)}
    for seat in range(state.seats):
        places |= {card_name(card): f"hand {seat}" for card in each(state.hands[seat])}
        for number, card in enumerate(state.played[:, seat]):
            if card >= 0:
                places[card_name(card)] = f"played {number} {seat}"
    return {"cards": places}


def sees(place, seat):
    return place.startswith("played") or place == f"hand {seat}"


def tally(state):
    return {"cards": int(state.held.sum() + (state.played >= 0).sum())}
