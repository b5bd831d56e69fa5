"""20/20, paragraph by paragraph."""

import numpy as np
import pytest

import pioche
from pioche.core.chance import new_random
from pioche.core.compiled.kernels import kernels
from pioche.core.state import batch, copy
from pioche.games.k6t.deck import RANKS, SUITS
from pioche.games.k6t.vingt import GAME, RULES
from pioche.server.statistics import HINT, QUESTION, UNDO, Statistics
from tests.games.k6t.vingt.positions import WORKED, position
from tests.stories import counters, free, legal, on_top, play, zone

DECK = [rank + suit for suit in SUITS for rank in RANKS]


def opened(first=(), **rest):
    return pioche.open("20-20", deck=on_top(first, DECK), **rest)


def open_cards(match):
    piles = [pile for pile in match.view(0)["table"]["zones"] if pile["name"].startswith("pile")]
    return [pile["cards"][-1] for pile in piles if pile["cards"]]


def rank_wise():
    """A deck that plays itself: all six cards of a rank lie on top of the piles together."""
    return [rank + suit for rank in RANKS for suit in SUITS]


def under(first, below_first, second, below_second):
    """A deck whose first two piles begin with these cards."""
    others = [card for card in DECK if card not in (first, below_first, second, below_second)]
    return [first, second, *others[:18], below_first, below_second, *others[18:]]


def all_different():
    """A deck whose twenty open cards are of twenty ranks."""
    return [rank + suit for suit in SUITS for rank in RANKS]


def finish(match):
    while not match.over:
        match.play(0, match.legal_numbers(0)[0])
    return match


def test_k6_1_twenty_piles_of_six_with_visible_tops():
    match = pioche.open("20-20", seed=1)
    for number in range(1, 21):
        pile = zone(match, 0, f"pile-{number}")
        assert pile["size"] == 6
        assert len(pile["cards"]) == 1
    assert zone(match, 0, "removed")["cards"] == []


def test_k6_1_what_lies_under_the_tops_is_known_to_nobody():
    match = opened()
    for seat in (-1, 0):
        piles = match.known(seat).piles
        assert (piles[:, 0] >= 0).all()
        assert (piles[:, 1:] == -1).all()


def test_k6_1_everybody_knows_on_which_pile_an_open_card_lies():
    match = play(opened(WORKED), "0s+0c")
    for seat in (-1, 0):
        assert match.known(seat).open_on.tolist() == match.state.open_on.tolist()
        assert match.known(seat).pairs == match.state.pairs == len(legal(match))


def test_g7_the_first_twenty_cards_of_a_deck_are_the_tops_and_the_next_twenty_lie_under_them():
    match = opened(WORKED)
    assert open_cards(match) == WORKED
    play(match, "0s+0c")
    assert open_cards(match)[:2] == on_top(WORKED, DECK)[20:22]


def test_k6_2_the_worked_figure():
    assert legal(opened(WORKED)) == ["0s+0c", "6h+6t", "6s+6h", "6s+6t", "As+Ah", "Js+Jt"]


def test_k6_2_the_cards_under_a_removed_pair_are_turned_up():
    match = pioche.open("20-20", deck=under("6h", "As", "6t", "0m"))
    play(match, "6h+6t")
    assert open_cards(match)[:2] == ["As", "0m"]
    assert zone(match, 0, "pile-1")["size"] == 5
    assert zone(match, 0, "removed")["cards"] == ["6h", "6t"]


def test_k6_2_both_cards_must_be_open():
    match = opened(WORKED)
    with pytest.raises(pioche.IllegalMove, match="the 6 of moons is not face up"):
        match.play(0, "6h+6m")
    play(match, "6h+6t")
    with pytest.raises(pioche.IllegalMove, match="the 6 of spades is the only face-up card of its rank"):
        match.play(0, "6s+6h")
    with pytest.raises(pioche.IllegalMove, match="the 6 of hearts is already gone"):
        match.play(0, "6h+6t")


def test_k6_2_two_cards_of_one_pile_are_never_a_pair():
    match = pioche.open("20-20", deck=under("6h", "6t", "0s", "0c"))
    assert "6h+6t" not in legal(match)


def test_k6_2_an_emptied_pile_shows_nothing():
    match = finish(pioche.open("20-20", deck=rank_wise()))
    pile = zone(match, 0, "pile-1")
    assert (pile["role"], pile["seat"], pile["cards"], pile["size"]) == ("laid", None, [], 0)


def test_k6_3_any_two_of_three_may_be_chosen():
    for pair, kept in (("6s+6h", "6t"), ("6s+6t", "6h"), ("6h+6t", "6s")):
        match = play(opened(WORKED), pair)
        assert [card for card in open_cards(match) if card in ("6s", "6h", "6t")] == [kept]


def test_k6_3_won_when_all_cards_are_gone():
    match = finish(pioche.open("20-20", deck=rank_wise()))
    assert match.ending == "cleared"
    assert match.places == [1]
    assert match.winners == (0,)
    assert len(match.moves) == 60
    assert len(zone(match, 0, "removed")["cards"]) == 120


def test_k6_3_lost_when_no_two_open_cards_pair_up():
    match = pioche.open("20-20", deck=all_different())
    assert match.over
    assert match.ending == "stuck"
    assert match.places == [2]
    assert match.winners == ()


def test_k6_3_two_cards_of_one_pile_are_left_and_the_game_is_lost():
    state, totals, places = position([[0, 20]]), np.zeros(1, np.int32), np.zeros(1, np.int32)
    assert RULES.is_over(state)
    assert RULES.endings[RULES.ending(state)] == "stuck"
    RULES.scores(state, totals)
    GAME.format(GAME.agree()).places(totals, places)
    assert (totals.tolist(), places.tolist()) == ([2], [2])


def test_k6_3_the_game_goes_on_as_long_as_there_is_a_pair():
    for seed in range(3):
        match = pioche.open("20-20", seed=seed)
        while not match.over:
            ranks = [card[:-1] for card in open_cards(match)]
            assert len(set(ranks)) < len(ranks)
            match.play(0, match.legal_numbers(0)[-1])
        ranks = [card[:-1] for card in open_cards(match)]
        assert len(set(ranks)) == len(ranks)


def test_k6_4_the_score_is_the_cards_left():
    match = opened(WORKED)
    assert match.scores == [120]
    play(match, "0s+0c")
    assert match.scores == [118]
    assert counters(match, 0, "left") == {None: 118}
    assert finish(pioche.open("20-20", deck=rank_wise())).scores == [0]
    stuck = finish(pioche.open("20-20", seed=1))
    assert stuck.scores == [len(stuck.moves) * -2 + 120]


def test_k6_4_undo_without_limit():
    match = pioche.open("20-20", deck=rank_wise())
    dealt = copy(match.state)
    finish(match)
    for _ in range(60):
        match.undo()
    assert match.state == dealt
    with pytest.raises(pioche.IllegalMove):
        match.undo()


def test_k6_4_the_same_deal_can_be_played_again():
    first, again = (pioche.open("20-20", seed=7) for _ in range(2))
    assert first.state == again.state


@pytest.mark.parametrize("kind", [UNDO, HINT, QUESTION])
def test_k6_4_wins_with_help_are_counted_apart(kind):
    counted = Statistics().plus(won=True).plus(won=False).plus(won=True, help_taken=frozenset({kind}))
    assert (counted.alone.played, counted.alone.won, counted.alone.share) == (2, 1, 0.5)
    assert (counted.helped.played, counted.helped.won) == (1, 1)
    assert Statistics().alone.share is None


def test_g5_no_game_is_longer_than_sixty_moves():
    assert RULES.bound(GAME.round_options(RULES, GAME.agree(), 0)) == 60


def test_most_legal_is_reached_with_twenty_open_cards():
    """20 open cards: three whole ranks, and two more that pair up."""
    first = [rank + suit for rank in ("0", "1", "2") for suit in SUITS] + ["Ah", "At"]
    assert len(legal(opened(first))) == RULES.most_legal


def test_every_move_has_its_own_number():
    assert len(RULES.move_numbers) == RULES.move_count == 300
    assert "6h+6t" in RULES.move_numbers
    assert "6t+6h" not in RULES.move_numbers
    assert "0s+0m" in RULES.move_numbers


def test_hidden_cards_are_sampled_uniformly():
    match = play(opened(WORKED), "0s+0c")
    known, worlds = batch(RULES.state, 2000), batch(RULES.state, 2000)
    known[:] = match.known(0)
    kernels(RULES).imagine(known, 0, new_random(1), worlds)
    counts = np.bincount(worlds["piles"][:, 5, 5], minlength=120)
    unseen = counts > 0
    assert unseen.sum() == 98
    assert counts[unseen].std() < 2 * np.sqrt(2000 / 98)


def test_k6_2_no_move_can_be_taken_back_freely():
    assert free(opened(WORKED)) == []
