"""The bots of The Game: whole turns, honest signs, counting at the end, thinking ahead."""

import numpy as np
import pytest

import pioche
from pioche.core.chance import new_random
from pioche.core.compiled.kernels import kernels
from pioche.core.judgement import LEVELS
from pioche.core.state import batch
from pioche.core.think.lookahead import TALLIES, build_race
from pioche.core.think.quick import quick_loop
from pioche.games.the_game import GAME, RULES
from pioche.games.the_game.bot.judgement import JUDGEMENT
from pioche.games.the_game.bot.lookahead import RACE, disagreement, foreseen, half_won, heed_signs, think
from pioche.games.the_game.bot.prospects import count_unseen
from pioche.games.the_game.bot.signals import skip_on
from pioche.games.the_game.bot.turn import LAID, PLAN, plan_turn
from pioche.games.the_game.bot.weights import GENTLE, LEAVES, QUIET
from pioche.games.the_game.rules import MOVES, SIGNS
from pioche.lab.table import Table
from pioche.parts.widesets import each_of
from tests.games.the_game.deals import position
from tests.stories import play

RISING, FALLING = ("up1", "up2"), ("down1", "down2")
OUT = [38, 39, 41, 42, 43, 44, 45, 46, 48, 49, 50, 52, 54, 56, 60, 62, 64, 66, 68, 70]
DEAD = 2  # a falling pile that shows it takes no card


def weights(match, name="tuned"):
    return JUDGEMENT.weights(match.setting, name)


def appraised(match, state=None, name="tuned"):
    """What each legal move is worth to the seat whose turn it is, by name."""
    (seat,) = match.to_move
    numbers = np.array(match.legal_numbers(seat), np.int32)
    out = np.zeros(len(numbers))
    JUDGEMENT.appraise(match.state if state is None else state, seat, numbers, len(numbers), weights(match, name), out)
    return {MOVES[number]: value for number, value in zip(numbers, out, strict=True)}


def said(match, seat, known=None):
    """The signals a seat gives now, by name."""
    out = np.zeros(RULES.most_legal, np.int32)
    count = JUDGEMENT.talk(match.state if known is None else known, seat, weights(match), out)
    return [MOVES[number] for number in out[:count]]


def all_talk(match):
    for seat in range(match.players):
        for name in said(match, seat):
            match.play(seat, name)


def best(match, name="tuned"):
    values = appraised(match, name=name)
    return max(values, key=values.get)


def played_on(match, moves=1000):
    """So many moves by judgement and talk, or to the end."""
    all_talk(match)
    while not match.over and moves > 0:
        play(match, best(match))
        if not match.over:
            all_talk(match)
        moves -= 1
    return match


def planned(match):
    """The whole turn that looks best: the tops it leaves, and how many cards it lays."""
    chosen = np.zeros(PLAN, np.int32)
    plan_turn(match.state, match.to_move[0], weights(match), np.zeros((5, 8)), chosen)
    return list(map(int, chosen[:4])), int(chosen[LAID])


def test_a_turn_of_three_cards_uses_two_backwards_tricks():
    """One card at a time, the 37 would seem the best to begin with; the 57 is, if 47 and 37 follow."""
    match = position([37, 47, 57, 88], [20, 21], tops=(36, 90, DEAD, 4), pile=OUT)
    tops, laid = planned(match)
    assert tops[0] == 37
    assert laid >= 3
    assert best(match) == "57>up1"


def test_a_move_is_worth_its_best_plan():
    match = position([37, 47, 57, 88], [20, 21], tops=(36, 90, DEAD, 4), pile=OUT)
    values = appraised(match)
    assert values["57>up1"] > values["47>up1"] > values["88>up1"]


def test_the_card_that_wins_is_laid():
    match = position([50, 40], [], tops=(39, 98, DEAD, DEAD))
    assert played_on(match).places == [1, 1]


def test_a_card_still_out_is_not_skipped():
    """Between 30 and 40 no card is out, between 44 and 46 one is: the numbers say 46, the count says 40."""
    match = position([40, 46], [45], tops=(30, 44, DEAD, DEAD))
    assert play(match, "46>up2", "stop", "45>up1").places == [2, 2]
    match = position([40, 46], [45], tops=(30, 44, DEAD, DEAD))
    assert played_on(match).places == [1, 1]


def skips(match, seat, pile):
    """By the rulebook's terms, for each card of a hand that fits: cards out that would be left behind; −1: ten back."""
    own = {int(card) for card in match.hands()[seat]}
    out = {card for card in range(2, 100) if match.state.laid_on[card] < 0} - own
    top, up = int(match.state.tops[(*RISING, *FALLING).index(pile)]), pile in RISING
    found = [-1 for card in own if card == (top - 10 if up else top + 10)]
    forward = [card for card in own if (card > top if up else card < top)]
    return found + [sum(min(top, card) < other < max(top, card) for other in out) for card in forward]


@pytest.mark.parametrize("players", [2, 4])
def test_tg13_signs_are_true(players):
    match = played_on(pioche.open("the-game", players, seed=5), 12)
    limits = weights(match)
    for seat in set(range(players)) - set(match.to_move):
        for place, pile in enumerate((*RISING, *FALLING)):
            nearest = min(skips(match, seat, pile), default=98)
            sign = SIGNS[match.state.signs[seat, place]]
            assert (sign == "leave") == (nearest <= limits[LEAVES])
            assert (sign == "gently") == (limits[LEAVES] < nearest <= limits[GENTLE])
            assert (sign == "freely") == (nearest > limits[QUIET])


@pytest.mark.parametrize(("hand", "skip"), [([30, 44], 2), ([30, 46], 3), ([31, 46], -1), ([20, 30], 98)])
def test_tg4_a_backwards_trick_skips_less_than_any_step_forward(hand, skip):
    match = position([90, 91], hand, tops=(41, 89, DEAD, DEAD), pile=[42, 43, 45])
    unseen = np.zeros(101, np.int32)
    count_unseen(match.state, 1, unseen)
    assert skip_on(match.state, 1, 0, unseen) == skip


def test_tg13_leave_is_only_for_a_backwards_trick_or_a_next_card():
    limits = weights(pioche.open("the-game", 2))
    assert -1 <= limits[LEAVES] <= 1 < limits[GENTLE] < limits[QUIET]


def test_without_signals_the_game_has_weights_of_its_own():
    """Only where they were learned: in the basic game, with several players."""
    for setting, is_own in (((2,), True), ((5,), True), ((1,), False), ((2, "expert"), False)):
        talking, silent = (JUDGEMENT.weights(GAME.agree(*setting, signals=on), "tuned") for on in (True, False))
        assert (talking.tolist() != silent.tolist()) == is_own


def test_tg13_signals_are_not_repeated_nor_given_when_off():
    match = pioche.open("the-game", 3, seed=1)
    assert said(match, 0)
    all_talk(match)
    assert [said(match, seat) for seat in range(3)] == [[], [], []]
    assert said(pioche.open("the-game", 3, seed=1, signals=False), 0) == []


def test_tg13_a_pile_that_somebody_asked_for_is_left_alone():
    """Each of four cards is next to a top. All four are laid, unless somebody asks for one of the piles."""
    mine, theirs, tops = [21, 36, 79, 64], [30, 41, 88, 89], (20, 35, 80, 65)
    out = [card for card in range(8, 93) if card not in (*mine, *theirs, *tops)]
    match = position(mine, theirs, tops=tops, pile=out)
    assert planned(match) == ([21, 36, 79, 64], 4)
    assert planned(play(match, "1 signal up1 freely")) == ([21, 36, 79, 64], 4)
    assert planned(play(match, "1 signal up1 leave")) == ([20, 36, 79, 64], 3)


@pytest.mark.parametrize("signals", [True, False])
def test_judgement_and_signals_use_only_what_is_known(signals):
    match = pioche.open("the-game", 3, seed=3, signals=signals)
    for _ in range(25):
        (seat,) = match.to_move
        assert appraised(match) == appraised(match, match.known(seat))
        for other in range(3):
            assert said(match, other) == said(match, other, match.known(other))
        played_on(match, 1)


def test_sampled_hands_agree_with_the_signals():
    match = played_on(pioche.open("the-game", 3, seed=8), 6)
    (seat,), unseen, rng = match.to_move, np.zeros(101, np.int32), new_random(1)
    told, wrong, plain = weights(match), 0, 0
    for _ in range(5):
        world = match.known(seat)
        RULES.imagine(world, seat, rng)
        others = [other for other in range(3) if other != seat]
        plain += sum(disagreement(world, other, told, unseen) for other in others)
        heed_signs(world, seat, told, rng)
        wrong += sum(disagreement(world, other, told, unseen) for other in others)
        held = [card for hand in world.hands for card in each_of(hand)]
        out = [card for card in range(2, 100) if world.laid_on[card] < 0]
        assert sorted([*held, *map(int, world.pile[world.pile > 0])]) == out
    assert wrong < plain / 2


def test_thinking_finds_the_order_that_wins():
    """45 first, and the other player's 44 is dead; a few plain simulations are enough to see it."""
    match = position([45, 90], [44, 91], tops=(43, 89, DEAD, DEAD))
    (seat,), moves = match.to_move, np.array(match.legal_numbers(0), np.int32)
    known, tally = batch(RULES.state, 1), np.zeros((len(moves), TALLIES))
    known[0] = match.known(seat)
    rng = new_random(1)
    chosen = build_race(RACE)(known, seat, moves, 20, 0, weights(match), rng, batch(RULES.state, 2), tally)
    value = dict(zip((MOVES[number] for number in moves), tally[:, 1] / tally[:, 0], strict=True))
    assert MOVES[moves[chosen]] == "90>up2"
    assert value["90>up2"] > value["45>up1"]


def foreseen_of(*hands, **rest):
    match = position(*hands, **rest)
    return foreseen(match.state, 0, weights(match))


def test_look_ahead_values_match_the_outcomes():
    """A turn that wins is worth 1, and one that cannot be finished what its cards left are; room is worth something."""
    out = [card for card in range(30, 75) if card not in (50, 60)]
    assert foreseen_of([50, 40], [], tops=(39, 98, DEAD, DEAD)) == 1
    assert foreseen_of([50, 41], [60, 61], tops=(49, 98, DEAD, DEAD), pile=[45]) == half_won(4)
    wide, narrow = (foreseen_of([50, 60], [], tops=(low, low, 100, 100), pile=out) for low in (1, 49))
    assert wide > narrow > 0


def test_thinking_is_the_same_for_the_same_seed():
    match = played_on(pioche.open("the-game", 2, seed=4), 30)
    (seat,), known = match.to_move, match.known(match.to_move[0])
    moves = np.array(match.legal_numbers(seat), np.int32)
    one, two = (think(known, seat, moves, new_random(7), 30, 0, weights(match)) for _ in range(2))
    assert one == two
    assert [estimate.move for estimate in one.estimates] == list(moves)
    assert all(0 <= estimate.value <= 1 and estimate.tries > 0 and estimate.error > 0 for estimate in one.estimates)


def left_by(name, games=150):
    """Cards left, on average, by a table of four of a kind."""
    setting = GAME.agree(4)
    rounds, lengths = (
        Table(GAME, setting).deal(0, np.arange(games) % 4, new_random(2)),
        np.zeros(games, np.int32),
    )
    rng = new_random(3)
    if name == "random":
        kernels(RULES).play(rounds, rng, lengths)
    else:
        told = np.tile(JUDGEMENT.weights(setting, JUDGEMENT.levels[name].weights), (4, 1))
        quick_loop(RULES, JUDGEMENT)(rounds, rng, told, np.full(4, np.inf), lengths)
    return rounds["left"].mean()


def test_each_level_leaves_fewer_cards():
    random, *levels = map(left_by, ("random", *LEVELS[:3]))
    assert random - levels[0] > 10
    assert levels[0] - levels[1] > 3
    assert levels[1] - levels[2] > 3


def why(match, name, language="en"):
    (seat,) = match.to_move
    move = next(move for move in match.legal(seat) if move.name == name)
    return JUDGEMENT.explain(match.known(seat), seat, move.number).text(language)


def late():
    """A player alone, with 24 cards left: a 2 on the 5 costs nothing before the 12, on the 42 it costs ten cards."""
    return pioche.open(
        "the-game",
        position="the-game players=1 dealer=0 begins=0; hand_size=8 phase=1 required=2 laid_now=1 left=24 drawn=81 "
        "tops=63,47,5,42 held=7 hands=2,4,6,12,50,78,92 "
        "pile=-*81,41,30,23,28,67,89,31,48,32,65,22,99,37,36,71,83,17 "
        "laid_on=-:2,4,6,12,17,22,23,28,30,31,32,36,37,41,48,50,65,67,71,78,83,89,92,99",
    )


def test_a_reason_with_a_backwards_trick_to_come_names_the_cards_still_skipped():
    trick = "Your 12 can go back ten on it, as a backwards trick"
    assert why(late(), "2>down1") == f"{trick}."
    assert why(late(), "2>down2") == f"{trick}; 10 cards still in play stay skipped."


def test_reasons_count_the_cards_that_are_skipped():
    assert why(late(), "4>down1") == "It skips no card still in play."
    assert why(late(), "78>up1") == "It skips 3 cards still in play."
    assert why(late(), "4>down1", "fr") == "Il ne saute aucune carte encore en jeu."


def test_a_reason_says_where_no_card_skips_fewer():
    match = position([40, 88], [20, 21], tops=(36, 90, DEAD, 4), pile=OUT)
    assert why(match, "40>up1") == "It skips 2 cards still in play; no card you could lay skips fewer."
    assert why(match, "88>up1") == "It skips 21 cards still in play."


def test_a_reason_says_what_a_card_skips_on_a_pile_that_another_player_asked_for():
    match = position([37, 88], [20, 21], tops=(36, 90, DEAD, 4), pile=OUT)
    match.play(1, "signal up1 leave")
    assert why(match, "37>up1") == "It skips no card still in play. But another player asked for this pile."
    assert why(match, "88>up1", "fr").startswith("Il saute 21 cartes encore en jeu. Mais un autre joueur")
