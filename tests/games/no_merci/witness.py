"""Where the cards of No Merci are, and who has seen them."""

from pioche.games.no_merci.state import PILE


def where(state):
    cards = [card for card in range(3, 36) if not (state.tactical and card in (10, 20, 30))]
    places = dict.fromkeys(map(str, cards), "removed")
    for i in range(min(state.turned, PILE)):
        places[str(state.pile[i])] = f"taken {state.owner[state.pile[i]]}"
    for i in range(state.turned, PILE):
        places[str(state.pile[i])] = "open" if i == state.turned else f"pile {i}"
    return {"cards": places}


def sees(place, seat):
    return place == "open" or place.startswith("taken")


def tally(state):
    return {"tokens": int(state.pot + state.tokens.sum()), "cards in the pile": len(set(state.pile.tolist()))}
