"""Where the cards of a shedding game are, and who has seen them."""

from pioche.games.xxl.deck import card_name
from pioche.parts.cardsets import each


def where(state):
    table = state.common
    places = {card_name(card): "shown" for card in each(table.shown)}
    for seat in range(table.seats):
        places |= {card_name(card): f"hand {seat}" for card in each(table.hands[seat])}
    for depth in range(table.left):
        places[card_name(table.stock[depth])] = f"stock {depth}"
    return {"cards": places}


def sees(place, seat):
    return place in ("shown", f"hand {seat}")


def tally(state):
    table = state.common
    return {"cards": int(table.left) + int(table.held.sum()) + len(list(each(table.shown)))}
