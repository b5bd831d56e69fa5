"""A policy for No Merci, learned with PyTorch in a few minutes at a table of two `casual` bots.

    pip install "pioche[torch]"
    python examples/learn_no_merci.py         # learns, and writes learned.pt
    cd examples && pioche arena no-merci --players 3 --bots learn_no_merci:Learned,casual
    cd examples && pioche serve --open --bot learn_no_merci:Learned

It is proximal policy optimisation with one network: a thousand matches are stepped together by one call, and only the
end of a match is rewarded, first by the lead in points, then by the share of the win.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn.functional import mse_loss

from pioche.core.think.think import Situation
from pioche.envs import Batch, row_of

PLAYERS = 3
LANES, STEPS = 1024, 32
PASSES, PART = 3, 8192
RATE, TOLD_EVERY = 1e-3, 50
CLIP, SPREAD, TRACE = 0.2, 0.01, 0.97
"""How far a policy may move in one update, the reward for trying other moves, and how far a result is traced back."""
FIRST = 0.3
"""The share of the updates in which the lead is rewarded: a player who knows nothing never wins."""
SCALE = {"score": 30.0, "win": 1.0}
LOWEST, CARDS = 3, 33
"""The cards are numbered from 3 to 35."""
FIELDS = Batch("no-merci", 1, players=PLAYERS).fields()
WEIGHTS = Path(__file__).with_name("learned.pt")
torch.set_num_threads(1)  # for a network as small as this, more threads mostly wait for each other


def features(rows: NDArray[np.int16]) -> torch.Tensor:
    """Return what the network sees: the card, the tokens, and who has which card, with one's own seat first."""
    seat, turned = rows[:, 0], rows[:, FIELDS["turned"].start]
    lane = np.arange(len(rows))
    card = rows[lane, FIELDS["pile"].start + turned]
    tokens = rows[lane, FIELDS["tokens"].start + seat]
    owner = rows[:, FIELDS["owner"]][:, LOWEST : LOWEST + CARDS]
    places = np.where(owner >= 0, (owner - seat[:, None]) % PLAYERS, -1)
    held = places[:, None, :] == np.arange(PLAYERS)[None, :, None]
    beside = np.pad(held, ((0, 0), (0, 0), (1, 1)))
    at = card - LOWEST
    near = np.concatenate([beside[lane, :, at], beside[lane, :, at + 2]], axis=1)
    numbers = np.stack([card / 35, rows[:, FIELDS["pot"].start] / 11, tokens / 11, turned / 24, tokens == 0], axis=1)
    shown = np.eye(CARDS, dtype=bool)[at]
    return torch.from_numpy(np.concatenate([numbers, near, shown, held.reshape(len(rows), -1)], axis=1).astype("f4"))


class Network(nn.Module):
    """The chance of each move, and the share of the win that is expected."""

    def __init__(self, inputs: int = 5 + 2 * PLAYERS + CARDS + PLAYERS * CARDS, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.move, self.win = nn.Linear(width, 2), nn.Linear(width, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        inner = self.body(seen)
        logits = self.move(inner).masked_fill(mask == 0, -1e9)
        return torch.distributions.Categorical(logits=logits), self.win(inner)[:, 0]


@dataclass
class Steps:
    """Some steps of all lanes, one row for each step."""

    seen: list[torch.Tensor]
    masks: list[torch.Tensor]
    moves: list[torch.Tensor]
    chances: list[torch.Tensor]
    values: list[torch.Tensor]
    rewards: list[torch.Tensor]
    ended: list[torch.Tensor]

    @property
    def advantages(self) -> torch.Tensor:
        """Return how much better each step went than expected, traced back from the steps after it."""
        found, later = torch.zeros(len(self.moves), len(self.moves[0])), torch.zeros(len(self.moves[0]))
        for at in reversed(range(len(self.moves))):
            goes_on = 1 - self.ended[at]
            surprise = self.rewards[at] + goes_on * self.values[at + 1] - self.values[at]
            later = surprise + goes_on * TRACE * later
            found[at] = later
        return found


@torch.no_grad()
def play(batch: Batch, network: Network) -> Steps:
    steps = Steps([], [], [], [], [], [], [])
    for _ in range(STEPS):
        seen, mask = features(batch.observation), torch.from_numpy(batch.mask.copy())
        policy, value = network(seen, mask)
        moves = policy.sample()
        batch.step(moves.numpy())
        for listed, now in zip(
            (steps.seen, steps.masks, steps.moves, steps.chances, steps.values, steps.rewards, steps.ended),
            (seen, mask, moves, policy.log_prob(moves), value, *results(batch)),
            strict=True,
        ):
            listed.append(now)
    steps.values.append(network(features(batch.observation), torch.from_numpy(batch.mask))[1])
    return steps


def results(batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
    """Return what the step was worth to the learner, compared with the others, and where a match ended."""
    lead = batch.rewards[:, batch.learner] - batch.rewards.mean(axis=1)
    return torch.from_numpy(lead / SCALE[batch.reward]), torch.from_numpy(batch.ended.astype("f4"))


def improve(network: Network, optimiser: torch.optim.Optimizer, steps: Steps) -> None:
    """Make moves that went better than expected likelier, by small steps."""
    seen, masks, moves, before = (torch.cat(each) for each in (steps.seen, steps.masks, steps.moves, steps.chances))
    advantages = steps.advantages.reshape(-1)
    wanted = advantages + torch.cat(steps.values[:-1])
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
    for _ in range(PASSES):
        for part in torch.randperm(len(moves)).split(PART):
            policy, value = network(seen[part], masks[part])
            ratio = (policy.log_prob(moves[part]) - before[part]).exp()
            gain = torch.min(ratio * advantages[part], ratio.clamp(1 - CLIP, 1 + CLIP) * advantages[part])
            loss = mse_loss(value, wanted[part]) - gain.mean() - SPREAD * policy.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()


def opened(lanes: int, reward: str, seed: int) -> Batch:
    batch = Batch(
        "no-merci", lanes, players=PLAYERS, opponents="casual", reward=reward, autoreset="same-step", threads=2
    )
    batch.reset(seed=seed)
    return batch


def learn(updates: int, seed: int = 1) -> Network:
    torch.manual_seed(seed)
    by_score, by_win = (opened(LANES, reward, seed) for reward in ("score", "win"))
    network = Network()
    optimiser = torch.optim.Adam(network.parameters())
    begin = time.monotonic()
    for done in range(updates):
        for group in optimiser.param_groups:
            group["lr"] = RATE * (1 - done / updates)
        improve(network, optimiser, play(by_score if done < updates * FIRST else by_win, network))
        if (done + 1) % TOLD_EVERY == 0:
            won, margin, _ = measure(network, 2000, seed=10**6)
            print(f"{time.monotonic() - begin:4.0f} s: wins {won:.1%} ± {margin:.1%}", flush=True)
    return network


@torch.no_grad()
def measure(network: Network, matches: int, seed: int) -> tuple[float, float, int]:
    """Return the share of wins against two `casual` bots, its 95 % margin, and the number of matches."""
    batch = opened(min(matches, 2000), "win", seed)
    won: list[float] = []
    while len(won) < matches:
        policy, _ = network(features(batch.observation), torch.from_numpy(batch.mask))
        batch.step(policy.probs.argmax(1).numpy())
        won += batch.rewards[batch.ended, batch.learner].tolist()
    return float(np.mean(won)), 1.96 * float(np.std(won)) / len(won) ** 0.5, len(won)


class Learned:
    """A bot of one's own: it plays what the network finds best."""

    def __init__(self) -> None:
        self.network = Network()
        self.network.load_state_dict(torch.load(WEIGHTS, weights_only=True))

    @torch.no_grad()
    def choose(self, situation: Situation) -> int:
        mask = torch.zeros(1, 2, dtype=torch.int8)
        mask[0, list(situation.numbers)] = 1
        policy, _ = self.network(features(row_of(situation)[None]), mask)
        return int(policy.probs.argmax(1))


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn to play No Merci at a table of two casual bots.")
    parser.add_argument("--updates", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--matches", type=int, default=20_000)
    given = parser.parse_args()
    network = learn(given.updates, given.seed)
    torch.save(network.state_dict(), WEIGHTS)
    won, margin, matches = measure(network, given.matches, seed=10**9)
    print(f"{WEIGHTS.name}: wins {won:.1%} ± {margin:.1%} of {matches} matches against two casual bots (even: 33.3%)")


if __name__ == "__main__":
    main()
