"""Gymnasium: one seat of a game, with bots on the other seats, as one environment or as many in a batch.

Importing this registers every game as ``pioche/<game>-v0``: ``gymnasium.make("pioche/no-merci-v0", players=4)``.
An illegal move costs a reward of −1 and changes nothing; what is no number of a move raises `InvalidAction`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from pioche import registry

from .batch import Batch, one_of

Observed = dict[str, NDArray[Any]]
MODES = {
    AutoresetMode.NEXT_STEP: "next-step",
    AutoresetMode.SAME_STEP: "same-step",
    AutoresetMode.DISABLED: "disabled",
}
OPPONENTS = "casual"
AS_TEXT, FOR_PEOPLE = "ansi", "human"
METADATA = {"render_modes": [AS_TEXT, FOR_PEOPLE], "render_fps": 1}


def render_mode_of(given: str | None) -> str | None:
    """Return the mode of rendering, if there is such a mode."""
    return given and one_of("render_mode", given, (AS_TEXT, FOR_PEOPLE))


def rendered(batch: Batch, seat: int, mode: str | None) -> str | None:
    """Return what a seat knows as text, or print it."""
    if mode is None:
        return None
    text = batch.text(0, max(seat, 0))
    if mode == AS_TEXT:
        return text
    print(text)
    return None


def observation_space(batch: Batch) -> spaces.Space[Any]:
    """What a seat knows, and its legal moves."""
    limits = np.iinfo(np.int16)
    known = spaces.Box(limits.min, limits.max, batch.observation.shape[1:], np.int16)
    return spaces.Dict({"observation": known, "action_mask": spaces.Box(0, 1, batch.mask.shape[1:], np.int8)})


def _batch(game: str, size: int, players: int | None, opponents: str, autoreset: str, **rest: Any) -> Batch:
    """Return the batch of a game; whoever plays alone has no opponents."""
    found = registry.find(game)
    is_alone = found.agree(players, rest.get("variant")).players == 1
    return Batch(game, size, players, opponents=None if is_alone else opponents, autoreset=autoreset, **rest)


class SeatEnv(gymnasium.Env[Observed, np.int64]):
    """A seat of a game. The other seats are played by bots that do not search."""

    metadata = METADATA

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        opponents: str = OPPONENTS,
        render_mode: str | None = None,
        **rest: Any,
    ) -> None:
        self.batch = _batch(game, 1, players, opponents, "disabled", **rest)
        self.render_mode = render_mode_of(render_mode)
        self.observation_space = observation_space(self.batch)
        self.action_space = spaces.Discrete(self.batch.mask.shape[1])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        super().reset(seed=seed)
        self.batch.reset(None if seed is None else [seed])
        self._show()
        return self._observed(), {}

    def step(self, action: Any) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        if not self.action_space.contains(action):
            raise InvalidAction(f"{action!r} is not in {self.action_space}")
        seat = max(self.batch.learner, 0)
        self.batch.step(np.array([action]))
        self._show()
        return self._observed(), float(self.batch.rewards[0, seat]), bool(self.batch.ended[0]), False, {}

    def explain(self, observation: NDArray[np.int16]) -> dict[str, Any]:
        """Return an observation in words."""
        return self.batch.explain(observation)

    def _observed(self) -> Observed:
        return {"observation": self.batch.observation[0].copy(), "action_mask": self.batch.mask[0].copy()}

    def render(self) -> Any:
        return rendered(self.batch, self.batch.learner, self.render_mode)

    def _show(self) -> None:
        if self.render_mode == FOR_PEOPLE:
            self.render()


class SeatVectorEnv(VectorEnv[Observed, NDArray[Any], NDArray[Any]]):
    """The same seat in many matches, which are stepped by one call at native speed."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        *,
        opponents: str = OPPONENTS,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **rest: Any,
    ) -> None:
        mode = AutoresetMode(autoreset_mode)
        self.batch = _batch(game, num_envs, players, opponents, MODES[mode], **rest)
        self.metadata = {**METADATA, "render_modes": [AS_TEXT], "autoreset_mode": mode}
        self.num_envs, self.render_mode = num_envs, render_mode and one_of("render_mode", render_mode, (AS_TEXT,))
        self.single_observation_space = observation_space(self.batch)
        self.single_action_space = spaces.Discrete(self.batch.mask.shape[1])
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Begin new matches; ``options={"reset_mask": …}`` only in some of them."""
        mask = np.asarray((options or {}).get("reset_mask", np.ones(self.num_envs, np.bool_)))
        if seed is None or isinstance(seed, int | np.integer):
            self.batch.reset(seed, mask)
        else:
            self._reset_by_seeds(list(seed), mask)
        return self._observed(self.batch.observation), {}

    def _reset_by_seeds(self, seeds: list[int | None], mask: NDArray[np.bool_]) -> None:
        """Begin new matches; those without a seed go on with their chance."""
        assert len(seeds) == self.num_envs, f"expected {self.num_envs} seeds, not {len(seeds)}"
        is_given = np.array([seed is not None for seed in seeds])
        if (mask & ~is_given).any():
            self.batch.reset(None, mask & ~is_given)
        chosen = mask & is_given
        self.batch.reset([seed for lane, seed in enumerate(seeds) if seed is not None and mask[lane]], chosen)

    def step(self, actions: Any) -> tuple[Observed, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        batch = self.batch
        batch.step(np.asarray(actions))
        infos: dict[str, Any] = {}
        if batch.autoreset == "same-step" and batch.ended.any():
            infos = {"final_obs": self._last(), "_final_obs": batch.ended.copy()}
        rewards = batch.rewards[:, max(batch.learner, 0)].astype(np.float64)
        return self._observed(batch.observation), rewards, batch.ended.copy(), np.zeros(self.num_envs, np.bool_), infos

    def explain(self, observation: NDArray[np.int16]) -> dict[str, Any]:
        """Return an observation in words."""
        return self.batch.explain(observation)

    def render(self) -> tuple[Any, ...] | None:
        if self.render_mode is None:
            return None
        return tuple(self.batch.text(lane, max(self.batch.learner, 0)) for lane in range(self.num_envs))

    def _observed(self, numbers: NDArray[np.int16]) -> Observed:
        return {"observation": numbers.copy(), "action_mask": self.batch.mask.copy()}

    def _last(self) -> NDArray[Any]:
        """Return, as Gymnasium has it, an object for each match: what was seen at its end, or None."""
        none_legal = np.zeros(self.batch.mask.shape[1], np.int8)
        found = np.full(self.num_envs, None, object)
        for lane in np.flatnonzero(self.batch.ended):
            found[lane] = {"observation": self.batch.last_observation[lane].copy(), "action_mask": none_legal}
        return found


def register() -> None:
    """Register every game; importing this module does it."""
    for game in registry.games():
        name = f"pioche/{game.name}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="pioche.envs.gymnasium:SeatEnv",
                vector_entry_point="pioche.envs.gymnasium:SeatVectorEnv",
                kwargs={"game": game.name},
            )


register()
