"""How well Les 6 Séquences is played: by rules of thumb, by judgement as learned, and by search."""

import numpy as np
import pytest
from bench.six_sequences.rule_of_thumb import measure

from pioche.core.chance import new_random
from pioche.core.judgement import LEVELS
from pioche.core.state import batch
from pioche.core.think.lookahead import LEAD, LEAD_SQUARES, TALLIES, TRIES, build_race
from pioche.core.think.think import Budget, think
from pioche.core.weights import weight_count
from pioche.core.words import LANGUAGES
from pioche.games.k6t.six_sequences import GAME, RULES
from pioche.games.k6t.six_sequences.bot.appraise import SequencesWeights
from pioche.games.k6t.six_sequences.bot.judgement import JUDGEMENT
from pioche.games.k6t.six_sequences.bot.keeping import find_free, longest
from pioche.games.k6t.six_sequences.bot.lookahead import RACE, choose, drop_worse
from pioche.games.k6t.six_sequences.state import State
from tests.games.k6t.six_sequences.deals import legal, opened, play, position, to_move, told

pytestmark = pytest.mark.xdist_group("six-sequences")
DISCARDING, LAST_GOES = 3, 5
QUICK = ["thumb", "tuned"]


def choice(state, table="tuned"):
    (seat,) = to_move(state)
    names, out = legal(state), np.zeros(RULES.most_legal)
    numbers = np.array([RULES.move_numbers[name] for name in names], np.int32)
    weights = JUDGEMENT.weights(GAME.agree(int(state.seats)), table)
    JUDGEMENT.appraise(RULES.known(state, seat), seat, numbers, len(numbers), weights, out)
    return names[int(out[: len(names)].argmax())]


@pytest.mark.parametrize("table", QUICK)
def test_the_bot_lays_a_sequence_first(table):
    state = position("7h 4c 5c 6c 9s", "", sequences=["0 4h 5h 6h"], series=["0 9c 9h 9d"])
    assert choice(state, table) == "lay 4c+5c+6c"


def test_the_rule_of_thumb_keeps_a_joker_that_connects_nothing():
    assert choice(position("0h 2s", "", sequences=["0 4h 5h 6h"]), "thumb") == "stop"


@pytest.mark.parametrize("table", QUICK)
def test_the_joker_goes_where_it_connects_cards(table):
    assert choice(position("0h 8h", "", sequences=["0 4h 5h 6h"]), table) == "add 0h=7h"
    last = position("0h 2s", "", sequences=["0 4h 5h 6h"], phase=LAST_GOES, left=0)
    assert "add 0h" in choice(last, table)


@pytest.mark.parametrize("table", QUICK)
def test_the_bot_discards_the_least_useful_card(table):
    state = position("4c 5c 8h 9h Jm 3s", "", sequences=["0 Rh Qh Kh"], phase=DISCARDING)
    assert choice(state, table) in ("discard Jm", "discard 3s")


@pytest.mark.parametrize("table", QUICK)
def test_the_bot_claims_a_useful_discard(table):
    state = play(position("8d 2c", "9d 10d 3s", phase=DISCARDING), "discard 8d")
    assert choice(state, table) == "claim lay 8d+9d+10d"


def test_costly_cards_are_discarded_before_the_end():
    assert choice(position("As 5c 9h", "2c", phase=DISCARDING, left=1)) == "discard As"


def test_a_card_that_helps_an_opponent_is_not_discarded():
    """K6-25 With few cards unseen, the 7 of diamonds would make the other's sequence two longer."""
    state = position("7d 2c", "8d 10m", sequences=["1 4d 5d 6d"], phase=DISCARDING, left=1)
    assert choice(state) == "discard 2c"


def test_in_the_last_goes_a_joker_that_cannot_be_laid_again_is_not_taken():
    state = position("5h 2s", "9c", sequences=["1 4h 0h=5h 6h"], phase=LAST_GOES, left=0)
    assert choice(state) == "pass"


def test_the_longest_sequence_is_found_with_its_top():
    assert longest(0) == 0
    assert longest(0b1110) == longest(0b11101110) - 4
    assert longest(0b111101110) > longest(0b1110111000)


def test_unseen_cards_count_as_available():
    state = position("7h 2s", "9c", sequences=["1 4h 0h=5h 6h"], series=["0 9d 9h 9m"], pile="Kh", left=110)
    free = np.zeros(6, np.int32)
    find_free(RULES.known(state, 0), 0, free)
    assert [rank for rank in range(20) if not free[2] >> rank & 1] == [0, 4, 5, 6, 7, 9, 18]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_bot_plays_whole_games_from_its_knowledge_alone(players):
    match, weights = opened(players, seed=players), JUDGEMENT.weights(GAME.agree(players), "tuned")
    while not match.over:
        seat = match.to_move[0]
        numbers, out = np.array(match.legal_numbers(seat), np.int32), np.zeros(RULES.most_legal)
        JUDGEMENT.appraise(match.known(seat), seat, numbers, len(numbers), weights, out)
        match.play(seat, int(numbers[out[: len(numbers)].argmax()]))
    assert max(match.scores) > 0


@pytest.mark.parametrize("table", QUICK)
def test_the_bot_beats_random_play(table):
    """In nineteen of twenty rounds for two; bench/six_sequences/rule_of_thumb.py measures it more finely."""
    won, _, means = measure(4000, seed=3, table=table)
    assert won >= 0.95
    assert means[0] > means[1] + 20


@pytest.mark.parametrize("level", ["strong", "expert"])
def test_search_lays_all_it_can(level):
    match = told(["4c 5c 6c 9s 9h Jm Km 2t", "2d 5m 8t Qs Qc 7h 7s 3m"], stock="Kt")
    match.play(0, "draw")
    situation = match.situation(0, budget=Budget(simulations=100), rng=new_random(1))
    assert RULES.move_name(think(situation, JUDGEMENT.levels[level]).move) == "lay 4c+5c+6c"


def late_choice(simulations, loop):
    """A discard with few cards to come, thought about: the place of the move, and what was counted."""
    state = position("4c 5c 8h Jm As 3s", "2c 7d 9d", sequences=["0 Rh Qh Kh", "1 3d 4d 5d"], phase=DISCARDING, left=6)
    known, tally = batch(State, 1), np.zeros((len(legal(state)), TALLIES))
    known[0] = RULES.known(state, 0)
    moves = np.array([RULES.move_numbers[name] for name in legal(state)], np.int32)
    weights, rng = JUDGEMENT.weights(GAME.agree(2), "tuned"), new_random(1)
    return moves[loop(known, 0, moves, simulations, 0, weights, rng, batch(State, 2), tally)], tally


def test_lookahead_is_the_same_plain_and_compiled():
    (plain, counted), (compiled, again) = late_choice(20, build_race(RACE)), late_choice(20, RACE.loop)
    assert plain == compiled
    assert counted.tobytes() == again.tobytes()


def test_lookahead_values_every_move():
    chosen, tally = late_choice(400, RACE.loop)
    assert (tally[:, TRIES] >= 1).all()
    assert RULES.move_name(int(chosen)) == "discard As"


def test_the_chosen_move_changes_only_for_a_clearly_better_one():
    order, tally = np.arange(3, dtype=np.int32), np.zeros((3, TALLIES))
    tally[:, TRIES] = 16
    tally[1, [LEAD, LEAD_SQUARES]] = 0.8, 4.0  # ahead by 0.05, give or take 0.12
    assert choose(None, order, 3, None, tally, None) == 0
    tally[2, [LEAD, LEAD_SQUARES]] = 4.0, 1.1  # ahead by 0.25
    assert choose(None, order, 3, None, tally, None) == 2
    tally[1, LEAD] = -4.0
    assert drop_worse(order, 3, tally) == 2
    assert list(order) == [0, 2, 1]


def test_every_setting_has_weights():
    settings = [*map(GAME.agree, GAME.players), GAME.agree(4, "teams")]
    for setting in settings:
        for level in LEVELS:
            weights = JUDGEMENT.weights(setting, JUDGEMENT.levels[level].weights)
            assert len(weights) == weight_count(SequencesWeights)
            assert np.isfinite(weights).all()


def why(state, name, language="en"):
    (seat,) = to_move(state)
    return JUDGEMENT.explain(RULES.known(state, seat), seat, RULES.move_numbers[name]).text(language)


def test_moves_are_explained():
    state = position("7h 4c 5c 6c 9s 8m", "", sequences=["0 4h 5h 6h", "1 9c 10c 11c"], series=["0 9t 9h 9d"])
    assert why(state, "add 7h") == "It makes one of your sequences longer, and you draw for the card you put down."
    assert why(state, "addto series 9s").startswith("You draw for the card you put down, and cards in a series")
    assert why(state, "stop", "fr") == "Vous ne posez plus rien maintenant et gardez le reste en main."
    last = position("12c 5h", "", sequences=["0 8h 9h 10h 11h", "0 Jc Cc Bc", "1 2c 3c 4c"], phase=LAST_GOES, left=0)
    assert why(last, "add 12c") == "As things stand, it is worth 1 point to you."
    behind = position("10c 5h", "", sequences=["0 Jc Cc Bc", "0 7c 8c 9c", "1 2d 3d 4d 5d"], phase=LAST_GOES, left=0)
    assert why(behind, "add 10c") == "As things stand, it brings you no points."
    behind = position("10c 5h", "", sequences=["0 7c 8c 9c", "1 Jc Cc Bc"])
    assert why(behind, "add 10c") == "It makes you dominant in a suit: clubs."
    joker = position("5h 2s", "9c", sequences=["1 4h 0h=5h 6h"])
    assert why(joker, "exchange 5h", "fr") == "Vous recevez le 0 de cœur, à utiliser tout de suite ou plus tard."


def test_k6_11_a_new_sequence_is_not_called_a_longer_one():
    state = position("4c 5c 6c 9s 8m", "8d 9d", sequences=["0 4h 5h 6h", "1 9c 10c 11c"])
    allows = "You draw for the cards you put down, and each sequence lets you lay one more series."
    assert why(state, "lay 4c+5c+6c") == allows
    discarded = play(position("8d 5c", "9d 10d", sequences=["0 1d 2d 3d 4d 5d"], phase=DISCARDING), "discard 8d")
    assert why(discarded, "claim lay 8d+9d+10d") == allows


def test_discards_are_explained():
    ace = position("As 5c 9h", "2c", phase=DISCARDING, left=1)
    assert "the A of spades would cost you 5 points" in why(ace, "discard As")
    assert "et l’A de pique vous coûterait 5 points" in why(ace, "discard As", "fr")
    burnt = position("7d 2c", "8d", sequences=["1 4d 5d 6d"], phase=DISCARDING)
    assert why(burnt, "discard 7d").startswith("Another player’s sequence could go on with the 7 of diamonds")
    state = position("4c 5c 8h 9h Jm 3s", "", phase=DISCARDING)
    assert "you have no other card of its rank" in why(state, "discard Jm")
    assert "close to other cards of yours" in why(state, "discard 4c")
    assert why(position("As Ac Am 5h", "", phase=DISCARDING), "discard As").endswith("you have 2 others of its rank.")
    aces = position("As Ac Ah Am 5h", "", phase=DISCARDING)
    assert why(aces, "discard As").endswith("you have 3 others of its rank, enough for a series.")
    for name in legal(state):
        assert all(why(state, name, language) for language in LANGUAGES)


def test_k6_31_a_reason_says_dominant_only_of_a_suit_that_was_not_dominated_before():
    """Both have three clubs, and the higher top dominates: adding one changes nothing, unless the other is ahead."""
    ahead = position("7c 5h", "", sequences=["0 8c 9c 10c", "1 2c 3c 4c"])
    assert why(ahead, "add 7c").startswith("It makes one of your sequences longer")
    behind = position("5c 5h", "", sequences=["0 2c 3c 4c", "1 8c 9c 10c"])
    assert why(behind, "add 5c") == "It makes you dominant in a suit: clubs."


def test_reasons_promise_no_card_that_is_not_drawn():
    """K6-15 A card of a series is not from hand. K6-21 Nothing is drawn from an empty stock."""
    moving = position("5h 2s", "", sequences=["0 9c 10c 11c"], series=["0 8c 8d 8h"])
    assert "series, where they count for nothing" in why(moving, "add 8c")
    empty = position("8s Km 2s", "", sequences=["0 9c 10c 11c", "0 Jm Bm Rm Qm"], series=["0 8c 8d 8h"], left=0)
    assert why(empty, "addto series 8s") == "As things stand, it brings you no points."
    assert why(empty, "add Km") == "As things stand, it is worth 4 points to you."


def test_reasons_for_a_discard_count_the_cards_that_may_still_come():
    """The 3d was discarded: only the joker could still stand between the 2d and the 4d. Clubs are lost."""
    gap, joker = "Even with one more card, the 4 of diamonds would complete no sequence", ["1 8d 0d=9d 10d"]
    gone = position("2d 4d 9h", "", sequences=joker, phase=DISCARDING, pile="3d", left=113)
    assert why(gone, "discard 4d").startswith(gap)
    assert "a possible sequence" in why(position("2d 4d 9h", "0d", phase=DISCARDING, pile="3d"), "discard 4d")
    lost = position("Qc Kc 9h", "", sequences=["1 1c 2c 3c 4c 5c 6c 7c 8c 9c 10c"], phase=DISCARDING)
    assert why(lost, "discard Kc").startswith("In this suit (clubs), you can hardly overtake the longest")


def test_k6_13_reasons_for_a_discard_know_that_a_1_may_follow_a_king():
    state = position("Kd 1d 9h", "Qd", phase=DISCARDING)
    assert "a possible sequence" in why(state, "discard 1d")


def test_k6_13_reasons_for_a_discard_know_that_a_1_on_place_a_does_not_open_a_sequence():
    """With the 2 of stars, the 3 of stars would complete no sequence: the 1 lies at the other end."""
    state = position("3t 9h", "2t", sequences=["0 Qt Kt 1t=At"], phase=DISCARDING)
    assert why(state, "discard 3t").startswith("Even with one more card, the 3 of stars would complete no sequence")
    assert "a possible sequence" in why(position("3t At 9h", "2t", phase=DISCARDING), "discard 3t")
