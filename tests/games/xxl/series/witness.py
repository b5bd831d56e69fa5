"""Where the cards of Fournir des séries are, and who has seen them."""

from pioche.games.xxl.deck import card_name
from pioche.games.xxl.series.runs import SERIES
from pioche.parts.cardsets import each


def where(state):
    places = {card_name(card): f"stock {i}" for i, card in enumerate(state.stock[: state.left])}
    places |= {card_name(card): "open" for card in each(state.open_cards)}
    for number in range(state.laid):
        cards = map(card_name, SERIES[state.series[number]])
        places |= dict.fromkeys(cards, f"laid {number} {state.layer[number]}")
    for seat in range(state.seats):
        places |= {card_name(card): f"hand {seat}" for card in each(state.hands[seat])}
        places |= {card_name(card): f"taken {seat}" for card in each(state.taken[seat])}
    return {"cards": places}


def sees(place, seat):
    """What was taken from the open cards was seen by all, and is in that hand until it is seen again."""
    return place.startswith(("open", "laid", "taken")) or place == f"hand {seat}"


def tally(state):
    cards = [*each(state.open_cards), *state.stock[: state.left]]
    for seat in range(state.seats):
        cards += each(state.hands[seat])
    return {"cards": len(cards) + 3 * int(state.laid)}
