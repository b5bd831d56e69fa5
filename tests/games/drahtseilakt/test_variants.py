"""Drahtseilakt, paragraph by paragraph: the variants."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pioche
from pioche.core.chance import new_random
from pioche.core.state import NOBODY, copy
from pioche.games.drahtseilakt import GAME, RULES
from pioche.games.drahtseilakt.rules import decks
from pioche.parts.cardsets import each
from tests.games.drahtseilakt.deals import CARDS, SCORE, opened, play, play_on, play_rounds
from tests.stories import counters, free, legal, zone

PLAYERS = list(GAME.players)
CHAOTIC = ["chaotic", "tactical-chaotic"]
TACTICAL = ["tactical", "tactical-chaotic"]


def agreed(players, variant):
    return GAME.round_options(RULES, GAME.agree(players, variant), 0)


# DA13 Tactical.


@pytest.mark.parametrize("variant", TACTICAL)
@pytest.mark.parametrize(("players", "highest"), [(2, 18), (3, 27), (4, 36), (5, 45)])
def test_da13_only_as_many_cards_as_are_dealt_are_used(players, highest, variant):
    cards, score = decks(agreed(players, variant))
    assert cards.cards == tuple(range(1, highest + 1))
    assert [score.spell(card) for card in score.cards] == SCORE
    match = pioche.open("drahtseilakt", players, variant=variant, seed=1)
    assert sorted(int(card) for hand in match.hands() for card in hand) == list(range(1, highest + 1))


@pytest.mark.parametrize("variant", [None, "chaotic"])
def test_da13_other_variants_use_all_fifty_cards(variant):
    cards, _ = decks(agreed(3, variant))
    assert cards.cards == tuple(CARDS)


@pytest.mark.parametrize("players", PLAYERS)
def test_da13_nothing_is_set_aside(players):
    assert zone(pioche.open("drahtseilakt", players, variant="tactical"), 0, "aside")["size"] == 0


def test_da13_a_deck_of_all_fifty_cards_is_refused():
    with pytest.raises(pioche.BadDeck):
        pioche.open("drahtseilakt", 3, variant="tactical", deck={"cards": [*CARDS], "score": SCORE})


def test_da13_with_two_players_all_other_cards_are_the_opponents():
    match = play(opened([1, 2], [3, 4], variant="tactical"), "1")
    for seed in range(5):
        world = copy(match.known(0))
        RULES.imagine(world, 0, new_random(seed))
        assert world.hands.tolist() == match.state.hands.tolist()


# DA14 Chaotic.


@pytest.mark.parametrize("variant", CHAOTIC)
@pytest.mark.parametrize("players", PLAYERS)
def test_da14_all_who_have_not_chosen_are_to_move(players, variant):
    match = pioche.open("drahtseilakt", players, variant=variant, seed=1)
    for seat in reversed(range(players)):
        assert match.to_move == tuple(range(seat + 1))
        assert legal(match, seat) == sorted(match.hands()[seat])
        match.play(seat, match.legal(seat)[0])
    assert match.to_move == tuple(range(players))


def test_da14_the_score_card_is_turned_up_first():
    match = opened([7], [28], [36], score=["b0", 4], variant="chaotic")
    assert zone(match, 1, "score")["cards"] == ["b0", "4"]


def test_da14_choices_may_come_in_any_order():
    match = opened([7, 8], [28, 29], [36, 37], score=[3, 5], variant="chaotic")
    play(match, "2 36", "0 7", "1 28", "1 29", "2 37", "0 8")
    assert counters(match, 0, "red") == {0: 8, 1: 0, 2: 0}
    assert counters(match, 0, "blue") == {0: 0, 1: 0, 2: 8}


def test_da14_a_choice_cannot_be_changed():
    match = play(opened([7, 8], [28], [36], variant="chaotic"), "0 7")
    assert match.legal(0) == []
    for again in ("7", "8"):
        with pytest.raises(pioche.IllegalMove):
            match.play(0, again)
    play(match, "2 36", "1 28")
    assert zone(match, 1, "last-trick", 0)["cards"] == ["7"]


def test_da14_everybody_sees_who_has_chosen_but_not_what():
    match = play(opened([7], [28], [36], variant="chaotic"), "0 7")
    for seat in (-1, 1, 2):
        chosen = zone(match, seat, "trick", 0)
        assert (chosen["cards"], chosen["size"]) == ([], 1)
        assert zone(match, seat, "trick", 1)["size"] == 0
        assert match.view(seat)["to_move"] == [1, 2]
        assert match.known(seat).played[0, 0] == -1
    assert zone(match, 0, "trick", 0)["cards"] == ["7"]
    assert match.known(0).played[0, 0] == 7


def test_da14_the_chosen_card_has_left_the_hand():
    match = play(opened([7], [28], [36], variant="chaotic"), "0 7")
    assert "7" not in match.hands()[0]
    assert zone(match, 1, "hand", 0)["size"] == 8
    assert "7" not in zone(match, 0, "hand", 0)["cards"]


def test_da14_sticks_are_given_when_the_last_seat_has_chosen():
    match = opened([7], [28], [36], score=[3], variant="chaotic")
    play(match, "0 7", "2 36")
    assert set(counters(match, 1, "red").values()) == set(counters(match, 1, "blue").values()) == {0}
    play(match, "1 28")
    assert counters(match, 1, "red") == {0: 3, 1: 0, 2: 0}
    assert counters(match, 1, "blue") == {0: 0, 1: 0, 2: 3}


def test_da14_the_last_choice_reveals_all():
    match = play(opened([7], [28], [36], variant="chaotic"), "0 7", "2 36", "1 28")
    for seat in range(-1, 3):
        assert match.known(seat).played[0, :3].tolist() == [7, 28, 36]
        assert [zone(match, seat, "last-trick", other)["cards"] for other in range(3)] == [["7"], ["28"], ["36"]]


def told(match, eyes, language="en"):
    return [move.done_by(seat).text(language) for seat, move in match.log(eyes)]


def test_da14_the_log_says_that_a_seat_chose_but_not_what():
    match = play(opened([7], [28], [36], variant="chaotic"), "0 7", "2 36")
    assert told(match, 1) == ["Seat 1 chooses a card", "Seat 3 chooses a card"]
    assert told(match, 1, "fr") == ["La place 1 choisit une carte", "La place 3 choisit une carte"]
    assert [move.cards for _, move in match.log(1)] == [(), ()]
    assert told(match, 0) == ["Seat 1 chooses the 7", "Seat 3 chooses a card"]
    play(match, "1 28")
    assert match.log(-1)[2][1].cards == ("28",)


@pytest.mark.parametrize("variant", [None, "tactical"])
def test_da14_in_other_variants_cards_are_seen_as_they_are_played(variant):
    match = play(opened([7], [18], variant=variant), "7")
    assert told(match, 1) == ["Seat 1 plays the 7"]
    assert match.known(1).played[0, 0] == 7
    assert match.to_move == (1,)


def test_da14_nobody_leads():
    match = opened([7], [28], [36], variant="chaotic")
    assert match.state.leader == NOBODY
    play(match, "0 7", "2 36", "1 28")
    assert match.state.leader == NOBODY


@given(st.integers(0, 2**32), st.integers(0, 26), st.sampled_from(CHAOTIC))
def test_da14_sampled_choices_are_unseen_cards(seed, moves, variant):
    """What is dealt in the imagination was seen nowhere, and every card is in one place."""
    match = play_on(pioche.open("drahtseilakt", 3, variant=variant, seed=seed), moves)
    world = copy(match.known(1))
    RULES.imagine(world, 1, new_random(seed))
    cards = [card for hand in world.hands for card in each(hand)] + [
        int(card) for card in world.played.flat if card > 0
    ]
    assert len(cards) == len(set(cards)) == 27
    assert set(cards) <= set(decks(agreed(3, variant))[0].cards)
    assert world.hands[1] == match.state.hands[1]
    assert ((world.played > 0) == (match.state.played > 0)).all()


def test_da14_any_unseen_card_may_have_been_chosen():
    match = play(opened([7], [28], variant="chaotic"), "0 7")
    imagined = set()
    for seed in range(800):
        world = copy(match.known(1))
        RULES.imagine(world, 1, new_random(seed))
        imagined.add(str(world.played[0, 0]))
    assert imagined == {str(card) for card in CARDS} - set(match.hands()[1])


@pytest.mark.parametrize("variant", CHAOTIC)
def test_da14_strikes_and_places_work_as_usual(variant):
    match = play_rounds(pioche.open("drahtseilakt", 3, variant=variant, seed=4), 3)
    assert match.over
    assert min(match.places) == 1


@pytest.mark.parametrize("players", PLAYERS)
def test_da3_da7_cards_can_be_taken_back_freely_until_the_trick_is_complete(players):
    match = pioche.open("drahtseilakt", players, seed=1)
    for _ in range(players - 1):
        assert free(match) == legal(match)
        match.play(match.to_move[0], legal(match)[0])
    assert free(match) == []


def test_da14_a_secret_choice_cannot_be_taken_back_freely():
    match = pioche.open("drahtseilakt", 3, variant="chaotic", seed=1)
    for seat in range(3):
        assert not any(RULES.can_take_back(match.known(seat), seat, number) for number in match.legal_numbers(seat))
