"""Batches: lanes that do not depend on each other, observations from knowledge alone, rewards, resets and copies."""

import copy
import pickle
import re
from types import SimpleNamespace

import numpy as np
import pytest

from pioche import registry
from pioche.core.errors import BadSetting
from pioche.core.state import blanks
from pioche.envs import Batch
from pioche.envs.batch import LEAST_FOR_A_THREAD
from pioche.envs.lanes import ILLEGAL, Loops
from pioche.envs.observation import encode, write_numbers

LONG = pytest.mark.long
"""Compiling the six games of XXL pur, or games with their bots, takes minutes."""
GAMES = [pytest.param(game.name, marks=pytest.mark.xdist_group(game.name), id=game.name) for game in registry.games()]
MOSTLY = [
    pytest.param(*each.values, marks=[*each.marks, *[LONG] * (each.id == "xxl-pur")], id=each.id) for each in GAMES
]
no_merci = pytest.mark.xdist_group("no-merci")


def draw(batch: Batch, rng: np.random.Generator) -> np.ndarray:
    """Return a random legal move for each lane; any number where the match is over."""
    upto = batch.mask.cumsum(axis=1)
    wanted = (rng.random((batch.size, 1)) * upto[:, -1:]).astype(int)
    return (upto <= wanted).sum(axis=1)


def seen(batch: Batch, lane: int) -> tuple[bytes, ...]:
    """Return everything that a caller is told about a lane."""
    arrays = (batch.seat, batch.observation, batch.mask, batch.rewards, batch.ended, batch.totals, batch.places)
    return tuple(array[lane].tobytes() for array in arrays)


@pytest.mark.parametrize("game", MOSTLY)
def test_each_lane_plays_as_if_it_were_alone(game):
    """Also across the end of a match: the next one follows from the lane's own chance."""
    seeds, rng = [3, 1, 4, 1], np.random.default_rng(5)
    together = Batch(game, len(seeds))
    alone = [Batch(game, 1) for _ in seeds]
    together.reset(seed=seeds)
    for batch, seed in zip(alone, seeds, strict=True):
        batch.reset(seed=[seed])
    ended = steps = 0
    while ended == 0 or steps < 100:
        moves = draw(together, rng)
        together.step(moves)
        for lane, batch in enumerate(alone):
            batch.step(moves[lane : lane + 1])
            assert seen(together, lane) == seen(batch, 0)
        ended, steps = ended + int(together.ended.sum()), steps + 1


def interpret(batch: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a batch run its loops as ordinary Python."""
    loops = batch._loops
    monkeypatch.setattr(
        batch, "_loops", lambda part: Loops(*(SimpleNamespace(run_now=loop.interpreted) for loop in loops(part)))
    )


@pytest.mark.parametrize("game", MOSTLY)
@pytest.mark.parametrize("opponents", [pytest.param(None, id="seats"), pytest.param("casual", id="bots", marks=LONG)])
def test_compiled_and_interpreted_lanes_are_the_same(game, opponents, monkeypatch):
    found, rng = registry.find(game), np.random.default_rng(3)
    if opponents and found.players[-1] == 1:
        opponents = None
    players = max(found.players[0], 2) if opponents else None
    compiled, plain = (Batch(game, 2, players, opponents=opponents, autoreset="same-step") for _ in range(2))
    interpret(plain, monkeypatch)
    compiled.reset(seed=5)
    plain.reset(seed=5)
    for _ in range(60):
        assert all(seen(compiled, lane) == seen(plain, lane) for lane in range(2))
        moves = draw(compiled, rng)
        compiled.step(moves)
        plain.step(moves)


@pytest.mark.usefixtures("seldom_compiled")
@pytest.mark.parametrize("game", GAMES)
def test_an_observation_is_what_observe_writes_and_nothing_else(game):
    """The compiled loop writes the same numbers as Python does from the record of what the seat knows."""
    rng = np.random.default_rng(7)
    batch = Batch(game, 2)
    batch.reset(seed=11)
    for _ in range(25):
        for lane in np.flatnonzero(batch.seat >= 0):
            seat, number = int(batch.seat[lane]), int(batch.lanes.round[lane])
            rules = batch.format.rounds[number]
            known = blanks(rules.state, 1)
            rules.observe(batch.state(lane), seat, known[0])
            found = encode(rules, batch.game.round_options(rules, batch.setting, 0))
            expected = np.zeros(found.size, np.int16)
            write_numbers(known.view(np.int8), found.segments, expected)
            row = batch.observation[lane]
            assert row[0] == seat
            assert (row[batch.header : batch.header + found.size] == expected).all()
            listed = np.zeros(rules.most_legal, np.int32)
            legal = listed[: rules.legal_moves(batch.state(lane), seat, listed)]
            assert sorted(legal) == list(np.flatnonzero(batch.mask[lane]))
            assert list(legal) == list(batch.legal[lane, : batch.legal_count[lane]])
        batch.step(draw(batch, rng))


@no_merci
def test_an_observation_is_explained_by_the_fields_of_the_state():
    batch = Batch("no-merci", 1, 3)
    batch.reset(seed=1)
    told = batch.explain(batch.observation[0])
    assert told["eyes"] == told["turn"] == batch.seat[0]
    assert told["tokens"][:3] == [11, 11, 11]
    assert told["pile"][0] in map(str, range(3, 36))
    assert set(told["pile"][1:]) == {"?"}
    assert list(batch.observation[0, batch.fields()["tokens"]]) == [11, 11, 11, 0, 0]


@pytest.mark.xdist_group("drahtseilakt")
def test_a_set_of_cards_is_explained_by_their_names():
    batch = Batch("drahtseilakt", 1, 3)
    batch.reset(seed=1)
    told = batch.explain(batch.observation[0])
    hands = told["hands"]
    assert len(hands[told["eyes"]]) == 9
    assert [hand for seat, hand in enumerate(hands[:3]) if seat != told["eyes"]] == ["?", "?"]
    assert told["round"] == 0
    assert told["totals"] == [0, 0, 0]


@no_merci
@pytest.mark.parametrize(
    "moves", [np.array([9, -1]), np.array([1 << 32, (1 << 32) + 1]), np.array([1 << 63, 1 << 32], np.uint64)]
)
def test_an_illegal_move_is_penalised_and_changes_nothing(moves):
    """However large its number is: as 32 bits, some of these would be legal moves."""
    batch = Batch("no-merci", 2, 3)
    batch.reset(seed=1)
    before, seats = batch.observation.copy(), batch.seat.copy()
    batch.step(moves)
    assert (batch.observation == before).all()
    assert [batch.rewards[lane, seats[lane]] for lane in range(2)] == [ILLEGAL, ILLEGAL]
    assert batch.rewards.sum() == 2 * ILLEGAL
    assert not batch.ended.any()


def play_to_the_end(batch: Batch, seed: int = 0) -> None:
    rng = np.random.default_rng(seed)
    while not batch.ended.any():
        batch.step(draw(batch, rng))


@no_merci
@pytest.mark.parametrize(
    ("reward", "of_places"),
    [("place", {1: 1.0, 2: 0.0, 3: -1.0}), ("win", {1: 1.0, 2: 0.0, 3: 0.0}), ("score", None)],
)
def test_rewards_at_the_end(reward, of_places):
    batch = Batch("no-merci", 1, 3, reward=reward)
    batch.reset(seed=4)
    play_to_the_end(batch)
    assert sorted(batch.places[0]) == [1, 2, 3]
    expected = -batch.totals[0] if of_places is None else [of_places[place] for place in batch.places[0]]
    assert list(batch.rewards[0]) == list(expected)


@pytest.mark.xdist_group("20-20")
@pytest.mark.parametrize(("reward", "lost"), [("place", -1.0), ("win", 0.0)])
def test_a_solitaire_that_is_lost(reward, lost):
    batch = Batch("20-20", 1, reward=reward)
    batch.reset(seed=1)
    play_to_the_end(batch)
    assert batch.rewards[0, 0] == (1.0 if batch.places[0, 0] == 1 else lost)


@no_merci
def test_a_new_match_begins_with_the_next_step():
    batch = Batch("no-merci", 1, 3)
    batch.reset(seed=4)
    play_to_the_end(batch)
    assert batch.seat[0] == -1
    assert not batch.mask.any()
    batch.step(np.zeros(1, int))
    assert not batch.ended[0]
    assert not batch.rewards.any()
    assert batch.explain(batch.observation[0])["turned"] == 0


@no_merci
def test_a_new_match_begins_in_the_same_step():
    batch = Batch("no-merci", 1, 3, autoreset="same-step")
    batch.reset(seed=4)
    play_to_the_end(batch)
    assert batch.rewards.any()
    assert batch.explain(batch.last_observation[0])["turned"] == 24
    assert batch.explain(batch.observation[0])["turned"] == 0
    assert batch.seat[0] >= 0


@no_merci
def test_at_the_end_the_seat_that_moved_last_is_shown_what_it_knows():
    batch, rng, shown = Batch("no-merci", 16, 3), np.random.default_rng(1), set()
    batch.reset(seed=4)
    while len(shown) < batch.players:
        movers = batch.seat.copy()
        batch.step(draw(batch, rng))
        for lane in np.flatnonzero(batch.ended):
            assert (batch.observation[lane] == batch.watch(lane, movers[lane])).all()
            shown.add(int(batch.observation[lane, 0]))


@no_merci
def test_lanes_that_are_not_reset_by_themselves_wait():
    batch = Batch("no-merci", 2, 3, autoreset="disabled")
    batch.reset(seed=4)
    play_to_the_end(batch)
    (over,) = np.flatnonzero(batch.seat == -1)
    batch.step(draw(batch, np.random.default_rng(1)))
    assert batch.seat[over] == -1
    assert not batch.ended[over]
    going = seen(batch, 1 - over)
    batch.reset(lanes=batch.seat == -1)
    assert batch.seat[over] >= 0
    assert seen(batch, 1 - over) == going


@no_merci
@pytest.mark.parametrize("again", [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_a_copy_goes_on_in_mid_game_by_itself(again):
    batch, rng = Batch("no-merci", 3, 4, variant="tactical", opponents="casual", seat=2), np.random.default_rng(1)
    batch.reset(seed=1)
    for _ in range(5):
        batch.step(draw(batch, rng))
    other, before = again(batch), batch.observation.copy()
    moves = [draw(batch, rng)]
    other.step(moves[0])
    assert (batch.observation == before).all()
    batch.step(moves[0])
    assert all(seen(batch, lane) == seen(other, lane) for lane in range(3))


@no_merci
def test_bots_play_the_other_seats():
    batch, rng = Batch("no-merci", 64, 3, opponents="casual", seat=1, reward="win"), np.random.default_rng(1)
    batch.reset(seed=1)
    won = ended = 0
    while ended < 200:
        assert ((batch.seat == 1) | (batch.seat == -1)).all()
        batch.step(draw(batch, rng))
        won += float(batch.rewards[batch.ended, 1].sum())
        ended += int(batch.ended.sum())
    assert won / ended < 0.2  # who plays at random loses to casual bots


@no_merci
def test_threads_change_nothing():
    size = 2 * LEAST_FOR_A_THREAD
    one, two = (Batch("no-merci", size, 3, threads=threads) for threads in (1, 2))
    rng = np.random.default_rng(1)
    one.reset(seed=1)
    two.reset(seed=1)
    for _ in range(40):
        moves = draw(one, rng)
        one.step(moves)
        two.step(moves)
    assert all(seen(one, lane) == seen(two, lane) for lane in range(size))


@pytest.mark.usefixtures("seldom_compiled")
@pytest.mark.parametrize("game", GAMES)
def test_what_a_seat_knows_can_be_watched(game):
    batch = Batch(game, 1)
    batch.reset(seed=1)
    assert (batch.watch(0, int(batch.seat[0])) == batch.observation[0]).all()


@no_merci
def test_spectators_know_what_everybody_knows():
    batch = Batch("no-merci", 1, 3)
    batch.reset(seed=1)
    assert batch.explain(batch.watch(0, -1))["pile"][1] == "?"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"reward": "money"}, "‘reward’ is one of place, score, win, not 'money'."),
        ({"opponents": "expert"}, "that plays without search"),
        ({"autoreset": "never"}, "‘autoreset’ is one of next-step, same-step, disabled, not 'never'."),
        ({"opponents": "casual", "seat": 3}, "‘seat’ is a number from 0 to 2, not 3."),
        ({"players": 9}, "3 to 5"),
    ],
)
def test_bad_settings_are_refused_in_a_sentence(arguments, said):
    with pytest.raises(BadSetting, match=re.escape(said)):
        Batch("no-merci", 1, **arguments)


@no_merci
def test_bad_calls_are_refused_in_a_sentence():
    batch = Batch("no-merci", 2)
    with pytest.raises(BadSetting, match="Call reset before the first step"):
        batch.step(np.zeros(2, int))
    batch.reset(seed=1)
    with pytest.raises(BadSetting, match="Each of the 2 matches needs one move"):
        batch.step(np.zeros(3, int))
    with pytest.raises(BadSetting, match="Moves are whole numbers; the array has the type float64"):
        batch.step(np.full(2, 0.5))
    with pytest.raises(BadSetting, match="2 matches need as many seeds"):
        batch.reset(seed=[1])
