"""OpenSpiel's own suites pass for every game, and its algorithms play them."""

import itertools
import pickle
import random
import re
import unittest
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough, ismcts, mcts
from open_spiel.python.observation import make_observation

import pioche
from pioche import registry
from pioche.core.state import blanks, content
from pioche.envs import openspiel
from pioche.envs.observation import write_numbers


def of_game(game: str, *more: object, name: str = "") -> object:
    return pytest.param(game, *more, marks=pytest.mark.xdist_group(game), id=name or game)


GAMES = [of_game(game.name) for game in registry.games()]
VARIANTS = [
    of_game(game.name, variant, name=f"{game.name} {variant}".strip())
    for game in registry.games()
    for variant in ("", *game.variants)
]
CHAOS = (
    "drahtseilakt players=2 variant=tactical-chaotic dealer=0 earlier=nine-tricks:7,6; trick=7 leader=- turned=10"
    " used=9 score_pile=7,5,8,b0,3,2,4,r0,6,9,1 blue=2,1 held=2,2 hands={}"
)
"""Two tricks before the end, where nothing was set aside and all choose at the same time."""
UNSEEN = {"2", "8", "10", "11"}


def load(game: str, **params: object) -> pyspiel.Game:
    return pyspiel.load_game(openspiel.short_name(registry.find(game)), params)


def tiny() -> pyspiel.Game:
    """The last two tricks of a round, with every deal of the four cards that are left."""
    hands = [(own, sorted(UNSEEN - set(own))) for own in itertools.combinations(sorted(UNSEEN), 2)]
    return load("drahtseilakt", positions="\n".join(CHAOS.format("/".join(map(",".join, each))) for each in hands))


def after_draws(game: pyspiel.Game, rng: random.Random) -> pyspiel.State:
    """Return a state in which the first round is dealt."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def walk(game: pyspiel.Game, seed: int = 1, most: int = 100_000):
    """Yield the states of a random match in which a player is to move, and the last one."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node():
            yield state
            most -= 1
        if most == 0:
            return
        state.apply_action(rng.choice(state.legal_actions()))
    yield state


@pytest.mark.parametrize("game", GAMES)
def test_random_play_is_cloned_and_serialised(game):
    pyspiel.random_sim_test(load(game), num_sims=1, serialize=True, verbose=False)


def run_suite(base: type[unittest.TestCase], game: pyspiel.Game, name: str) -> None:
    class Suite(base):
        @classmethod
        def setUpClass(cls):
            cls.game, cls.game_name = game, name
            super().setUpClass()
            if hasattr(cls, "some_states"):  # OpenSpiel takes most of them from before the deal is complete
                cls.some_states += [state.clone() for state in walk(game, most=30)]

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Suite).run(result)
    assert result.testsRun >= 5
    assert [said for _, said in (*result.failures, *result.errors)] == []


@pytest.mark.parametrize("game", GAMES)
def test_openspiels_checks_of_part_of_the_tree(game):
    run_suite(api_test.EnforceAPIOnPartialTreeBase, load(game), game)


@pytest.mark.xdist_group("drahtseilakt")
def test_openspiels_checks_of_a_whole_tree(monkeypatch):
    """Perfect recall is among them. Each player knows one of 6 hands, and later the first card of both."""
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, "tiny", (1, 6 * (1 + 2 + 4 + 4), 6 * 4))
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, "tiny", 2 * (6 + 6 * 2 * 2))
    run_suite(api_test.EnforceAPIOnFullTreeBase, tiny(), "tiny")


def before_the_end(game: str, moves: int) -> str:
    """Return a position of a random match, some moves before its end."""
    match, rng = pioche.open(game, seed=1), random.Random(1)
    while not match.over:
        seat = match.to_move[0]
        match.make(seat, rng.choice(match.legal_numbers(seat)))
    match.rewind(len(match.moves) - moves)
    return match.position()


def replayed(game: pyspiel.Game, file: Path) -> tuple[str, str]:
    """Write a random playthrough; return it, and what it is when its moves are made again."""
    flags.FLAGS.mark_as_parsed()
    file.write_text(generate_playthrough.playthrough(str(game), None, seed=1), encoding="utf-8")
    return generate_playthrough.replay(file)


@pytest.mark.parametrize("game", GAMES)
def test_a_playthrough_is_generated_and_replayed(game, tmp_path):
    """Of the last moves of a match; whole ones would take minutes to write."""
    expected, actual = replayed(load(game, positions=before_the_end(game, 4)), tmp_path / "playthrough.txt")
    assert expected == actual
    assert expected.count("# Apply action") > 1  # the position is drawn first


@pytest.mark.long
@pytest.mark.xdist_group("determiner-la-couleur")
def test_a_playthrough_from_the_first_card_is_generated_and_replayed(tmp_path):
    expected, actual = replayed(load("determiner-la-couleur"), tmp_path / "playthrough.txt")
    assert expected == actual
    assert expected.count("# Apply action") == 1 + 54 + 24  # the dealer, 55 cards but the last, 12 cards each


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_hidden_cards_change_nothing_that_a_player_sees(game, variant):
    """Another deal that the player cannot rule out has the same strings and tensors, and can be played to the end."""
    found = load(game, variant=variant, players=registry.find(game).agree(None, variant or None).players)
    sampler, rng, differing = pyspiel.UniformProbabilitySampler(7, 0.0, 1.0), random.Random(2), 0
    for state in walk(found, most=12):
        if state.is_terminal():
            break
        for player in range(found.num_players()):
            other = state.resample_from_infostate(player, sampler)
            differing += str(other) != str(state)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
        mover = state.current_player()
        other = state.resample_from_infostate(mover, sampler)
        assert (other.current_player(), other.legal_actions()) == (mover, state.legal_actions())
    assert differing or game == "20-20"  # where all cards are open
    stored = pickle.loads(pickle.dumps(other))
    assert stored.information_state_string(mover) == other.information_state_string(mover)
    while not stored.is_terminal():
        stored.apply_action(rng.choice(stored.legal_actions()))


@pytest.mark.xdist_group("drahtseilakt")
def test_imagined_players_know_the_cards_that_are_imagined_for_them():
    """Otherwise a search would take decisions with different cards for the same."""
    state, sampler = after_draws(load("drahtseilakt"), random.Random(1)), pyspiel.UniformProbabilitySampler(7, 0.0, 1.0)
    worlds = [state.resample_from_infostate(0, sampler) for _ in range(5)]
    assert len({world.information_state_string(1) for world in worlds}) == 5
    assert all(world.history() == [] for world in worlds)


@pytest.mark.parametrize("game", GAMES)
def test_cards_drawn_one_by_one_are_the_deck_of_a_match(game):
    """The same deck and the same moves lead to the same states, scores and places in a match at the table."""
    found, rng = load(game), random.Random(4)
    state, moves, dealer, decks = found.new_initial_state(), [], 0, []
    while not state.is_terminal():
        action = rng.choice(state.legal_actions())
        said = state.action_to_string(action)
        if not state.is_chance_node():
            moves.append((state.current_player(), said))
        elif said.startswith("dealer "):
            dealer = action
        else:
            decks.append(said)
        state.apply_action(action)
    match = pioche.open(game, players=found.num_players(), dealer=dealer, deck=[*deals(game, decks)])
    for player, move in moves:
        match.play(player, move)
    assert content(match.state) == content(state.node.state)
    assert match.round_scores == [list(row) for row in state.node.points]
    first = 1 if match.game.together else max(state.returns())
    assert [reward == first for reward in state.returns()] == [place == 1 for place in match.places]


def deals(game: str, drawn: list[str]):
    """Yield the decks of each round by name, complete with their last cards, which are not drawn."""
    found = registry.find(game)
    setting = found.agree()
    for rules in found.format(setting).rounds:
        deal = {}
        for deck in rules.decks(found.round_options(rules, setting, 0)):
            names = [deck.spell(card) for card in deck.cards]
            drawn, cards = (
                drawn[len(names) - 1 :],
                [said.removeprefix(f"{deck.name} ") for said in drawn[: len(names) - 1]],
            )
            deal[deck.name] = [*cards, *(set(names) - set(cards))]
        yield deal


@pytest.mark.parametrize("game", GAMES)
def test_the_tensor_is_the_row_that_batches_have(game):
    found = load(game)
    state = after_draws(found, random.Random(1))
    tree, node = found.new_initial_state().get_game().tree, state.node
    for player in range(found.num_players()):
        known = blanks(node.rules.state, 1)
        node.rules.observe(node.state, player, known[0])
        expected = np.zeros(tree.width, np.int16)
        expected[0] = player
        write_numbers(known.view(np.int8), tree.encodings[0].segments, expected[tree.header :])
        assert state.observation_tensor(player) == expected.tolist()
        recalled = state.information_state_tensor(player)
        assert recalled == [*expected.tolist(), *[0] * (2 * tree.most_moves)]


@pytest.mark.xdist_group("drahtseilakt")
def test_a_choice_made_at_the_same_time_is_covered():
    """The second player to choose knows that the first has chosen, and not what."""
    known = set()
    for card in ("2", "8"):
        state = tiny().new_initial_state()
        state.apply_action(state.legal_actions()[-1])
        assert state.current_player() == 0
        state.apply_action(state.string_to_action(card))
        assert state.information_state_string(0).splitlines()[-1].startswith(f"0 {card} ")
        assert state.information_state_string(1).splitlines()[-1].startswith("0 ? ")
        known.add((state.information_state_string(1), tuple(state.information_state_tensor(1))))
    assert len(known) == 1


def play_by_search(game: pyspiel.Game, simulations: int, decisions: int) -> pyspiel.State:
    """Let OpenSpiel's ISMCTS, in Python, make some decisions of a match."""
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 2.0, simulations, random_state=rng)
    state = game.new_initial_state()
    while decisions and not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(rng.choice(state.legal_actions())))
        else:
            decisions -= len(state.legal_actions()) > 1
            state.apply_action(int(bot.step(state)))
    return state


@pytest.mark.parametrize("game", GAMES)
def test_ismcts_makes_a_decision(game):
    play_by_search(load(game), simulations=6, decisions=1)


@pytest.mark.xdist_group("drahtseilakt")
def test_ismcts_plays_a_match_to_the_end():
    assert play_by_search(tiny(), simulations=60, decisions=100).is_terminal()


@pytest.mark.xdist_group("drahtseilakt")
def test_cfr_finds_an_equilibrium_of_a_tiny_game():
    game = tiny()
    solver, found = cfr.CFRSolver(game), []
    for _ in range(3):
        found.append(exploitability.nash_conv(game, solver.average_policy()))
        for _ in range(8):
            solver.evaluate_and_update_policy()
    assert found[0] > 0.5
    assert found[0] > found[1] > found[2]
    assert found[2] < 0.1


@pytest.mark.xdist_group("drahtseilakt")
def test_a_history_that_fits_is_resampled_where_the_deals_are_listed():
    """Who has two of the four cards knows the deal; which of its cards the other has chosen is still covered."""
    state, sampler = tiny().new_initial_state(), pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
    state.apply_action(3)
    one, other = state.legal_actions()
    state.apply_action(one)
    assert state.current_player() == 1
    histories = {tuple(state.resample_from_infostate(1, sampler).history()) for _ in range(30)}
    assert histories == {(3, one), (3, other)}


@pytest.mark.xdist_group("no-merci")
def test_an_illegal_action_raises_an_error_of_openspiel():
    state = after_draws(load("no-merci"), random.Random(1))
    before = str(state)
    with pytest.raises(pyspiel.SpielError, match="2 is not a legal action here; legal actions: 0, 1"):
        state.apply_action(2)
    assert str(state) == before


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"players": 9}, "No Merci is for 3 to 5 players, not 9."),
        ({"variant": "x"}, "No Merci has no variant 'x'. Its variants: tactical."),
        ({"reward": "gold"}, "‘reward’ is one of place, score, win, not 'gold'."),
        ({"positions": "no-merci players=3; pot=x"}, "pot"),
        ({"positions": "no-merci players=3; turn=0", "players": 4}, "players"),
        ({"lives": 3}, "Unknown parameter 'lives'"),
    ],
)
def test_bad_parameters_are_refused_in_a_sentence(params, said):
    with pytest.raises(pyspiel.SpielError, match=re.escape(said)):
        load("no-merci", **params)


@pytest.mark.xdist_group("no-merci")
@pytest.mark.parametrize(
    ("reward", "utility", "of_places"),
    [("place", "ZERO_SUM", [1, 0, -1]), ("win", "CONSTANT_SUM", [1, 0, 0]), ("score", "GENERAL_SUM", None)],
)
def test_rewards(reward, utility, of_places):
    game = load("no-merci", reward=reward)
    *_, last = walk(game, seed=1)
    (points,) = last.node.points
    assert len(set(points)) == 3
    expected = [-each for each in points] if of_places is None else [of_places[sorted(points).index(p)] for p in points]
    assert last.returns() == expected
    assert game.get_type().utility.name == utility


@pytest.mark.xdist_group("drahtseilakt")
def test_observers_show_a_player_or_everybody_what_they_know():
    state = after_draws(load("drahtseilakt"), random.Random(1))
    kinds = {
        name: make_observation(state.get_game(), pyspiel.IIGObservationType(**kind))
        for name, kind in {
            "own": {"perfect_recall": False},
            "public": {"perfect_recall": False, "private_info": pyspiel.PrivateInfoType.NONE},
            "private": {"perfect_recall": False, "public_info": False},
        }.items()
    }
    hand = f"hands: [[{', '.join(map(repr, pioche_hand(state, 0)))}], '?'"
    assert hand in kinds["own"].string_from(state, 0)
    assert "hands: ['?', '?'" in kinds["public"].string_from(state, 0)
    assert kinds["private"].string_from(state, 0) is None


def pioche_hand(state: pyspiel.State, player: int) -> list[str]:
    return state.node.rules.hands(state.node.state)[player]
