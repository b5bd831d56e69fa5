"""Luck and skill: the parts of a result add up, and each part is moved by what it is about."""

import math
from itertools import chain, zip_longest

import pytest

import pioche
from pioche.review.effort import Effort
from pioche.review.outcomes import unit_of
from pioche.review.review import split_match
from pioche.review.sentences import sentence, whole_parts
from pioche.review.split import Part, Parts, Split
from tests.review.matches import play_out, played
from tests.stories import on_top

EFFORT = Effort(simulations=200, seed=3)


def splits(match, effort=EFFORT):
    return split_match(match, effort)[1]


def added_up(split):
    return split.start.value + split.parts.value


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("no-merci", 4, {}),
        ("determiner-la-couleur", 3, {}),
        ("determiner-la-couleur", 3, {"rounds": 3}),
        ("drahtseilakt", 3, {}),
    ],
)
def test_the_parts_add_up_exactly_in_every_round_and_in_all(game, players, options):
    match = played(game, players, ["beginner", "strong", *["casual"] * (players - 2)], seed=5, **options)
    for split in splits(match):
        assert added_up(split) == split.result
        assert split.start.value + sum(each.value for each in split.rounds) == split.result
        assert len(split.rounds) == match.rounds


@pytest.mark.parametrize(
    "game", [pytest.param(game, id=game.name, marks=pytest.mark.xdist_group(game.name)) for game in pioche.games()]
)
def test_the_parts_add_up_exactly_in_every_game(game):
    match = played(game.name, game.players[0], ["strong", *["casual"] * (game.players[0] - 1)], seed=6)
    for split in splits(match, Effort(simulations=1, seed=2)):
        assert added_up(split) == split.result
        assert sum(whole_parts(split)) == split.result


def test_the_result_is_the_distance_to_the_best_other():
    match = played("no-merci", 3, seed=5)
    best_others = [min(match.scores[:seat] + match.scores[seat + 1 :]) for seat in range(3)]
    assert [split.result for split in splits(match)] == [
        best - own for best, own in zip(best_others, match.scores, strict=True)
    ]


def test_playing_like_the_reference_bot_gains_nothing_by_decisions():
    assert [split.parts.own for split in splits(played("no-merci", 3, seed=5))] == [Part(0.0, 0.0)] * 3


def test_a_planted_blunder_lowers_ones_own_part_and_helps_the_others():
    match = pioche.open("no-merci", 3, dealer=2, seed=5, deck=on_top([35], of=range(3, 36)))
    blunderer = match.to_move[0]
    match.play(blunderer, "take")
    found = splits(play_out(match))
    assert found[blunderer].parts.own.value < -10
    assert sum(split.parts.others.value for split in found if split.seat != blunderer) > 2


def test_a_planted_lucky_deal_raises_the_deal_part():
    found = splits(play_out(pioche.open("determiner-la-couleur", 3, dealer=0, seed=1, deck=rich_deck())))
    deals = [split.parts.deal.value for split in found]
    assert deals[1] > 50 + max(deals[0], deals[2])
    assert max(found[0].parts.cards.value, found[2].parts.cards.value) < 0  # they could not know what seat 1 held


def rich_deck():
    """A deck from which seat 1 is dealt the cards with the largest totals; seat 0 deals, and it is dealt in turn."""
    deck = pioche.open("determiner-la-couleur", 3, seed=1).deals.decks(0)[0]
    cards = sorted((deck.spell(card) for card in deck.cards), key=total, reverse=True)
    return [card for card in chain(*zip_longest(cards[:12], cards[12:24], cards[24:])) if card is not None]


def total(card):
    first, second = "".join(letter if letter.isdecimal() else " " for letter in card).split()
    return int(first) + int(second)


def test_moving_everyone_one_seat_on_moves_the_parts_with_them():
    deck = pioche.open("determiner-la-couleur", 3, seed=9).deals
    cards = [deck.decks(0)[0].spell(int(card)) for card in deck.shuffle(0)[0]]
    levels = ["beginner", "casual", "strong"]
    here = splits(played("determiner-la-couleur", 3, levels, dealer=0, seed=1, deck=cards))
    moved = splits(played("determiner-la-couleur", 3, levels[-1:] + levels[:-1], dealer=1, seed=1, deck=cards))
    for split in here:
        other = moved[(split.seat + 1) % 3]
        assert split.result == other.result
        for part in ("deal", "cards", "others", "own"):
            one, same = getattr(split.parts, part), getattr(other.parts, part)
            assert abs(one.value - same.value) <= 4 * math.hypot(one.error, same.error)


def test_the_same_seed_gives_the_same_split():
    match = played("determiner-la-couleur", 3, ["beginner", "casual", "strong"], seed=9)
    assert splits(match) == splits(match)
    assert splits(match) == splits(match, Effort(simulations=200, seed=3, workers=2))
    assert splits(match) != splits(match, Effort(simulations=200, seed=4))


def test_luck_is_about_nothing_on_average():
    luck = []
    for seed in range(30):
        match = played("determiner-la-couleur", 3, ["beginner", "casual", "strong"], seed=seed)
        luck += [split.parts.deal.value + split.parts.cards.value for split in splits(match, Effort(simulations=50))]
    spread = math.sqrt(sum(each * each for each in luck) / len(luck))
    assert abs(sum(luck) / len(luck)) < 3 * spread / math.sqrt(len(luck))


# In words.


def a_split(result, start, luck, others, own):
    parts = Parts(Part(0.0, 0.0), Part(luck, 1.0), Part(others, 1.0), Part(own, 1.0))
    return Split(0, result, Part(start, 0.0), parts, (parts,))


def test_a_sentence_tells_the_cards_from_the_decisions():
    split = a_split(-12, 0.2, -15.1, 0.1, 2.8)
    assert sentence(split, "points", "you").text("en") == (
        "You lost by 12; the cards cost you 15, your decisions gained you 3."
    )
    assert sentence(split, "points", "they").text("fr") == (
        "La place 1 a perdu, à 12 du premier\u00a0; les cartes ont coûté 15, ses propres décisions ont rapporté 3."
    )


def test_a_sentence_says_what_could_be_expected():
    assert sentence(a_split(-12, -8.0, -6.0, -1.0, 3.0), "points", "you").text("en") == (
        "You lost by 12. An average player in this seat comes in 8 behind the best of the others. Compared with that, "
        "the cards cost you 6, the others’ decisions cost you 1, your decisions gained you 3."
    )


@pytest.mark.parametrize("parts", [(-0.5, -0.5, -0.5, -0.5), (0.4, 0.4, 0.4, 0.8), (-7.49, 3.49, 1.5, -9.5)])
def test_whole_numbers_add_up_too(parts):
    split = a_split(round(sum(parts)), *parts)
    whole = whole_parts(split)
    assert sum(whole) == split.result
    assert all(abs(one - exact) <= 1 for one, exact in zip(whole, parts, strict=True))


def test_a_game_played_together_counts_what_is_left():
    match = played("20-20", 1, seed=4)
    (split,) = splits(match, Effort(simulations=20))
    assert split.result == -match.scores[0]
    assert split.parts.others == Part(0.0, 0.0)
    assert unit_of(match.game, match.format) == "left"
