"""Deals of Drahtseilakt to tell stories with."""

import pioche
from tests import stories
from tests.stories import on_top

SCORE = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "b0", "r0"]
CARDS = range(1, 51)


def deal(hands, dealer, score=(), cards=CARDS):
    """A deck that gives every seat at least these cards, with these score cards on top."""
    players = len(hands)
    given = {str(card) for hand in hands for card in hand}
    rest = [str(card) for card in cards if str(card) not in given]
    full = [[str(card) for card in hand] for hand in hands]
    for hand in full:
        while len(hand) < 9:
            hand.append(rest.pop(0))
    dealt = [full[(dealer + 1 + i) % players][i // players] for i in range(9 * players)]
    return {"cards": dealt + rest, "score": on_top(score, SCORE)}


def opened(*hands, score=(), variant=None, **rest):
    """A match dealt by the last seat, so that seat 0 leads; the other rounds come from the seed."""
    players = len(hands)
    cards = range(1, 9 * players + 1) if variant and "tactical" in variant else CARDS
    deck = deal(hands, players - 1, score, cards)
    return pioche.open("drahtseilakt", players, variant=variant, deck=deck, dealer=players - 1, seed=1, **rest)


def roles(players, low, high):
    """Hands in which one seat always plays the lowest card, and another the highest."""
    middle = iter(range(10, 40))
    return [
        range(1, 10) if seat == low else range(42, 51) if seat == high else [next(middle) for _ in range(9)]
        for seat in range(players)
    ]


def staged(players, *rounds):
    """A match in which each round has a seat that is always low, one that is always high, and its score cards."""
    decks = [
        deal(roles(players, low, high), (players - 1 + number) % players, score)
        for number, (low, high, score) in enumerate(rounds)
    ]
    return pioche.open("drahtseilakt", players, deck=decks, dealer=players - 1, seed=1)


def play(match, *moves):
    """Each card by whoever is to move, if that is one seat; or as ``"2 36"`` by that seat."""
    for move in moves:
        stories.play(match, move if " " in move else f"{match.to_move[0]} {move}")
    return match


def play_on(match, moves):
    """So many moves, whichever they are."""
    for _ in range(moves):
        seat = match.to_move[0]
        match.play(seat, match.legal_numbers(seat)[0])
    return match


def play_rounds(match, rounds):
    return play_on(match, rounds * 9 * match.players)
