"""The same match with other hidden cards: what a seat has not seen is dealt anew, and the moves are played again."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from pioche import IllegalMove
from pioche.core.fair import fair_shuffle
from pioche.core.match import Match
from pioche.core.state import SPECTATOR

REDEALS = 8
"""How many other deals are tried before giving up."""


def redeal(match: Match, witness: Any, seat: int, rng: np.random.Generator) -> Match | None:
    """Return the same match with the unseen cards of a seat redealt; None if no deal looks the same to it."""
    tries = (_redeal_once(match, witness, seat, rng, share=2**attempt) for attempt in range(REDEALS))
    return next((other for other in tries if other is not None), None)


def _redeal_once(match: Match, witness: Any, seat: int, rng: np.random.Generator, share: int) -> Match | None:
    """Redeal one in ``share`` of the unseen cards, but at least two."""
    order, renamed = {}, {}
    for deck in match.rules.decks(options_of(match)):
        places = witness.where(match.state)[deck.name]
        unseen = [card for card, place in places.items() if not witness.sees(place, seat)]
        unseen = rng.permutation(unseen)[: max(2, len(unseen) // share)].tolist()
        new = dict(zip(unseen, rng.permutation(unseen).tolist(), strict=True))
        order[deck.name] = [new.get(card, card) for card in deck_order(match, deck.name)]
        renamed |= new if deck.name == "cards" else {}
    other = Match(match.game, match.setting, seed=match.seed, deck=order, dealer=match.deals.first_dealer)
    for mover, move in match.moves:
        name = re.sub(r"(?<![\w=])\w+", lambda word: renamed.get(word[0], word[0]), move) if mover != seat else move
        try:
            other.play(mover, name)
        except IllegalMove:
            return None
    same = other.over == match.over and other.round == match.round
    return other if same and _seen_to_move(other) == _seen_to_move(match) else None


def _seen_to_move(match: Match) -> list[int]:
    """Return whose turn it is, which everybody sees: where the most points begin (G3), it depends on hidden cards."""
    return list(match.view(SPECTATOR)["to_move"])


def deck_order(match: Match, name: str) -> list[str]:
    """Return the order of a deck of the first round."""
    deck = next(deck for deck in match.rules.decks(options_of(match)) if deck.name == name)
    if match.deals.given_decks:
        return list(match.deals.given_decks[0][name])
    return [deck.spell(card) for card in fair_shuffle(match.seed, f"round 0 {name}", deck.cards)]


def options_of(match: Match) -> Any:
    return match.game.round_options(match.rules, match.setting, match.dealer)
