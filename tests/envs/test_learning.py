"""The example that learns: with a small budget it plays better than at the start, and sits at a table as a bot."""

import sys
from pathlib import Path

import pytest

import pioche
import pioche.envs

EXAMPLES = Path(__file__).parents[2] / "examples"
pytestmark = pytest.mark.xdist_group("no-merci")


@pytest.fixture
def example(tmp_path, monkeypatch):
    """The example, with its weights in a folder of its own."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import learn_no_merci

    monkeypatch.setattr(learn_no_merci, "WEIGHTS", tmp_path / "learned.pt")
    yield learn_no_merci
    sys.modules.pop("learn_no_merci", None)


def test_it_learns_and_plays_as_a_bot(example, monkeypatch):
    torch = example.torch
    monkeypatch.setattr(example, "LANES", 256)
    monkeypatch.setattr(example, "PART", 512)
    torch.manual_seed(1)
    fresh = example.measure(example.Network(), 1000, seed=5)[0]
    network = example.learn(updates=20)
    assert example.measure(network, 1000, seed=5)[0] > fresh + 0.1
    torch.save(network.state_dict(), example.WEIGHTS)
    match, bot = pioche.open("no-merci", 3, seed=3), example.Learned()
    while not match.over:
        seat = match.to_move[0]
        match.play(seat, bot.choose(match.situation(seat)))


def test_a_situation_is_the_row_that_a_batch_shows():
    """Bot and learner are given the same numbers, here in the second round of a match."""
    match, batch = pioche.open("drahtseilakt", 3, seed=3), pioche.envs.Batch("drahtseilakt", 1, 3)
    while match.round == 0:
        seat = match.to_move[0]
        match.play(seat, match.legal(seat)[0])
    seat = match.to_move[0]
    row = pioche.envs.row_of(match.situation(seat))
    told = batch.explain(row)
    assert (told["eyes"], told["round"], told["totals"]) == (seat, 1, list(match.scores))
    assert len(row) == batch.observation.shape[1]
    assert set(told["hands"][seat]) == {move.name for move in match.legal(seat)}
