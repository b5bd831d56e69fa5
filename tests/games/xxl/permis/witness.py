"""Where the cards of Permis de refuser are, and who has seen them.

The deck of part one is spent once its cards are played: then all know which were set aside. A kept card was never in
the second deck's deal, so it stays where it is when that is dealt otherwise (test_knowledge.py looks at kept cards).
"""

from pioche.games.xxl.deck import card_name
from pioche.games.xxl.permis.state import PART_ONE
from pioche.parts.cardsets import each


def where(state):
    is_part_one = state.phase == PART_ONE
    has_second_part = state.second[0] < 0
    now = {card_name(card): "aside" for card in range(55)}
    for seat in range(state.seats):
        now |= {card_name(card): f"hand {seat}" for card in each(state.hands[seat])}
    now |= {card_name(card): f"kept {seat}" for seat, card in enumerate(state.kept) if card >= 0}
    now |= {card_name(card): f"played {seat}" for card, seat in enumerate(state.player) if seat >= 0}
    if is_part_one:
        return {"cards": now, "second": {card_name(card): f"to come {i}" for i, card in enumerate(state.second)}}
    first = {card_name(card): f"played, won by {seat}" for card, seat in enumerate(state.winner)}
    if has_second_part:
        return {"cards": first, "second": now}
    return {"cards": first, "second": {card_name(card): f"to come {i}" for i, card in enumerate(state.second)}}


def sees(place, seat):
    return place.startswith(("played", "kept")) or place == f"hand {seat}"


def tally(state):
    return {}
