"""Where the cards of The Game are, and who has seen them."""

from pioche.parts.widesets import each_of


def where(state):
    places = [(card, f"hand {seat}") for seat in range(state.seats) for card in each_of(state.hands[seat])]
    places += [(card, f"pile {i}") for i, card in enumerate(state.pile) if i >= state.drawn]
    places += [(card, f"laid on {pile}") for card, pile in enumerate(state.laid_on) if pile >= 0]
    assert len(places) == 98, "a card is in two places, or in none"
    return {"cards": {str(card): place for card, place in places}}


def sees(place, seat):
    return place.startswith("laid") or place == f"hand {seat}"


def tally(state):
    return {"cards": int(state.left + (state.laid_on >= 0).sum()), "held or face down": _kept(state) - int(state.left)}


def _kept(state):
    return int(state.held.sum()) + 98 - int(state.drawn)
