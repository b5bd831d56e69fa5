"""Where the cards of Drahtseilakt are, and who has seen them."""

from pioche.parts.cardsets import each

HIDDEN = ("aside", "pile")
SCORE_NAMES = {10: "b0", 11: "r0"}
NEVER_FREE = ("chaotic", "tactical-chaotic")
"""DA14 Cards are chosen in secret, so none can be taken back without asking."""


def where(state):
    highest = 9 * int(state.seats) if state.tactical else 50
    places = {str(card): "aside" for card in range(1, highest + 1)}
    for seat in range(state.seats):
        places |= {str(card): f"hand {seat}" for card in each(state.hands[seat])}
        for number in range(9):
            if (card := state.played[number, seat]) > 0:
                is_chosen = state.chaotic and number == state.trick
                places[str(card)] = f"chosen {seat}" if is_chosen else f"played {number} {seat}"
    score = {
        SCORE_NAMES.get(int(card), str(card)): f"up {i}" if i < state.turned else f"pile {i}"
        for i, card in enumerate(state.score_pile)
    }
    return {"cards": places, "score": score}


def sees(place, seat):
    if place.startswith(("hand", "chosen")):
        return place.endswith(f" {seat}")
    return not place.startswith(HIDDEN)


def tally(state):
    cards = state.held.sum() + (state.played != -2).sum()
    return {"cards": int(cards)}
