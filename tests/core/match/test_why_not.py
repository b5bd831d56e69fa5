"""Why cards cannot be played: the reason that a rule gives, based only on what the seat knows."""

import numpy as np
import pytest

import pioche
from pioche.core import state as records
from pioche.core.chance import new_random
from pioche.core.match.replay import match_at
from pioche.core.match.why_not import MOST_REASONS, why_not
from pioche.core.words import LANGUAGES
from pioche.games.k6t.deck import CARD_COUNT, card_name
from pioche.games.xxl.deck import spoken_card
from tests.conformance.laws import has_own_rules
from tests.games.xxl.couleur.deals import NAMES, deck_of
from tests.stories import legal, on_top, play, zone

EVERY_SUITED_CARD = [card_name(card) for card in range(CARD_COUNT)]
GAMES = [game.name for game in pioche.games() if has_own_rules(game)]
EVERY, MOST_MOMENTS = 6, 5
"""How many moves there are between two examined moments of a match, and how many moments are examined."""
MOST_ASKED, WORLDS, TARGET_CHANCE = 4, 2, 0.7
"""How many questions are asked at a moment, in how many other worlds, and how likely they name a target."""


def said(match, seat, *cards, target=None):
    return [reason.text() for reason in why_not(match, seat, cards, target)]


def the_game():
    """Seat 0 holds 5, 20, 30, 40, 50, 60, 70 and has laid the 20 on the first rising pile."""
    deck = on_top([20, 80, 5, 81, 30, 82, 40, 83, 50, 84, 60, 85, 70, 86], range(2, 100))
    return play(pioche.open("the-game", 2, deck=deck, dealer=1), "begin", "20>up1")


# Reasons.


def test_a_rising_pile_needs_a_higher_card():
    assert said(the_game(), 0, "5", target="up1") == [
        "the first rising pile shows 20: it takes a higher card, or one exactly ten lower."
    ]


def test_a_move_that_is_allowed_needs_no_reason():
    assert said(the_game(), 0, "30", target="up1") == []


def test_a_card_that_fits_elsewhere_has_a_reason_only_for_a_given_target():
    assert said(the_game(), 0, "5") == []


def test_a_card_that_nobody_can_play_has_a_reason():
    assert said(the_game(), 0, "99", target="up1") == ["the 99 is not in your hand."]


def test_cards_that_no_move_combines_are_explained():
    assert said(the_game(), 0, "5", "30") == ["No move with these cards is possible now."]


def test_a_card_that_can_be_played_elsewhere_is_refused_only_there():
    assert said(the_game(), 0, "30", target="pile") == ["This card cannot go there."]
    (reason,) = why_not(the_game(), 0, ["30"], "hand@1")
    assert reason.text("fr") == "Cette carte ne va pas là."
    assert said(the_game(), 0, "99", target="pile") == ["No move with these cards is possible now."]


def test_a_card_without_a_partner_is_explained_by_that():
    """Not by one of the cards of its rank that are gone: the 6 of spades had two partners, which left together."""
    there = ["6s", "6h", "6t", "Ks", "Kc", *(f"{rank}s" for rank in (*range(1, 6), *range(7, 13), *"JCBR"))]
    rest = [card for card in EVERY_SUITED_CARD if card not in there]
    match = play(pioche.open("20-20", deck=[*there, *rest]), "6h+6t")
    assert said(match, 0, "6s") == ["the 6 of spades is the only face-up card of its rank."]


def test_a_card_that_fits_in_no_row_is_refused_for_each_row():
    match = pioche.open("montees-et-descentes", 2, seed=1)
    (seat,) = match.to_move
    unfit = next(card for card in match.hands()[seat] if not [move for move in legal(match) if move.startswith(card)])
    assert [("row A" in text, "row B" in text) for text in said(match, seat, unfit)] == [(True, False), (False, True)]


def test_a_card_that_continues_no_series_hears_what_comes_next():
    match = pioche.open("l-un-apres-l-autre", 2, seed=1)
    (seat,) = match.to_move
    unfit = next(card for card in match.hands()[seat] if not [move for move in legal(match) if move.startswith(card)])
    assert all("the 10 comes next" in text for text in said(match, seat, unfit))
    assert len(said(match, seat, unfit)) == 2


def test_a_follower_who_must_follow_hears_only_that():
    match = pioche.open("permis-de-refuser", 2, seed=1)
    play(match, legal(match)[0])
    (seat,) = match.to_move
    fit = legal(match)
    unfit = next(card for card in match.hands()[seat] if card not in fit)
    assert [text[:14] for text in said(match, seat, unfit)] == ["you can follow"]


def test_a_seat_out_of_turn_gets_that_reason():
    assert said(the_game(), 1, "80", target="up1") == ["It is not this seat’s turn."]


def test_after_the_end_the_reason_is_always_that_the_match_is_over():
    match = pioche.open("no-merci", 3, seed=1)
    while not match.over:
        play(match, "take")
    assert said(match, 0) == ["The match is over."]


def test_a_seat_that_can_follow_must():
    followers = ["b0y1", "b0y10", "y1b7", "b2y4", "b2y8", "b3y6", "b4y7", "y6b10", "b8y10", "g2b5", "r0y3", "y0g5"]
    leaders = ["g1r2", "y9g10", "b8g9", "y7g10", "b7g9", "g7r8", "g6r9", "g6r8", "y5r10", "r5y9", "b5g8", "y5r7"]
    match = pioche.open("determiner-la-couleur", 2, deck=deck_of([followers, leaders], 0), dealer=0)
    play(match, "1 g1r2")
    assert said(match, 0, "b8y10") == ["you can follow, so you must: red or green."]
    assert [said(match, 0, card) for card in legal(match)] == [[], [], []]


def all_series(match, seat):
    known, rules = match.known(seat), match.rules
    moves = (rules.describe(known, seat, number) for number in range(rules.move_count))
    return [move.cards for move in moves if len(move.cards) == 3]


def test_the_missing_cards_of_a_combination_are_named():
    match = pioche.open("fournir-des-series", 2, seed=1)
    (seat,) = match.to_move
    there = {*match.hands()[seat], *zone(match, seat, "open")["cards"]}
    lacking = [cards for cards in all_series(match, seat) if len(there.intersection(cards)) == 2]
    assert lacking
    for cards in lacking[:MOST_ASKED]:
        (missing,) = {*cards} - there
        (reason,) = why_not(match, seat, cards)
        assert reason.key == "fournir-des-series.why-not.not-there"
        assert reason.arguments["card"] == spoken_card(NAMES.index(missing))


# Based on what the seat knows.


def some_moments(name):
    """Yield moments of a match played at random."""
    rng, match = np.random.default_rng(4), pioche.open(name, seed=4)
    while not match.over and len(match.moves) < EVERY * MOST_MOMENTS:
        if len(match.moves) % EVERY == 0:
            yield match, rng
        seat = int(rng.choice(match.to_move))
        match.play(seat, int(rng.choice(match.legal_numbers(seat))))


def some_cards(match, rng):
    """Return cards of the game, wherever they are."""
    every = [deck.spell(card) for deck in match.deals.decks(match.round) for card in deck.cards]
    return [str(card) for card in rng.choice(every, MOST_ASKED, replace=False)]


def some_questions(match, seat, rng):
    """Return cards of some moves, not always all of them, with and without a target."""
    known = match.known(seat)
    for number in rng.choice(match.rules.move_count, MOST_ASKED):
        move = match.rules.describe(known, seat, int(number))
        kept = rng.permutation(move.cards)[: rng.integers(1, 4)]
        yield [str(card) for card in kept], move.target if rng.random() < TARGET_CHANCE else None


def in_another_world(match, seat, chance):
    """Return the same match with the hidden cards elsewhere, which the seat cannot tell from the true one."""
    world = match.known(seat)
    match.rules.imagine(world, seat, chance)
    other = match_at(match, len(match.moves))
    other._history.states[-1] = world
    assert records.content(other.known(seat)) == records.content(match.known(seat))
    return other


@pytest.mark.parametrize("name", GAMES)
def test_no_legal_move_has_a_reason_against_it(name):
    for match, rng in some_moments(name):
        for seat in match.to_move:
            for move in rng.permutation(np.array(match.legal(seat), object))[:MOST_ASKED]:
                assert why_not(match, seat, move.cards, move.target) == [], move.name


@pytest.mark.parametrize("name", GAMES)
def test_every_card_without_a_legal_move_has_a_reason_in_both_languages(name):
    refused = 0
    for match, rng in some_moments(name):
        seat = match.to_move[0]
        can_be_played = {card for move in match.legal(seat) for card in move.cards}
        for card in set(some_cards(match, rng)) - can_be_played:
            reasons = why_not(match, seat, [card])
            assert len(reasons) in range(1, MOST_REASONS + 1)
            assert all(reason.text(language) for reason in reasons for language in LANGUAGES)
            refused += 1
    assert refused


@pytest.mark.parametrize("name", GAMES)
def test_worlds_that_a_seat_cannot_tell_apart_have_the_same_reasons(name):
    compared, chance = 0, new_random(4)
    for match, rng in some_moments(name):
        seat = match.to_move[0]
        for other in (in_another_world(match, seat, chance) for _ in range(WORLDS)):
            compared += records.content(other.state) != records.content(match.state)
            for cards, target in some_questions(match, seat, rng):
                assert why_not(other, seat, cards, target) == why_not(match, seat, cards, target)
    assert compared


@pytest.mark.parametrize("seed", range(3))
def test_another_players_card_is_explained_only_if_it_is_asked_for(seed):
    match = pioche.open("fournir-des-series", 6, seed=seed)
    (seat,) = match.to_move
    there = {*match.hands()[seat], *zone(match, seat, "open")["cards"]}
    hidden = {card for other in range(6) if other != seat for card in match.hands()[other]}
    pairs = [there.intersection(cards) for cards in all_series(match, seat) if hidden.intersection(cards)]
    pairs = [pair for pair in pairs if len(pair) == 2]
    assert pairs
    for pair in pairs:
        named = [reason.arguments.get("card") for reason in why_not(match, seat, pair, f"series@{seat}")]
        assert not [card for card in hidden if spoken_card(NAMES.index(card)) in named]


def test_asking_changes_nothing():
    match = the_game()
    before, moves = records.content(match.state), match.moves
    said(match, 0, "5", target="up1")
    assert (records.content(match.state), match.moves) == (before, moves)


@pytest.mark.parametrize(("name", "wanted"), [("a-moins", "keep"), ("no-merci", "take")])
def test_a_legal_move_need_not_be_named_after_its_cards(name, wanted):
    match = pioche.open(name, seed=1)
    while wanted not in legal(match):
        play(match, legal(match)[0])
    (seat,) = match.to_move
    (move,) = (move for move in match.legal(seat) if move.name == wanted)
    assert move.cards
    assert said(match, seat, *move.cards, target=move.target) == []
