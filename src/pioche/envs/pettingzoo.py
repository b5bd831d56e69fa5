"""PettingZoo: every seat of a game is an agent. ``env(game)`` plays in turn, ``parallel_env(game)`` all at once."""

from __future__ import annotations

from typing import Any, SupportsIndex

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.env_logger import EnvLogger

from .batch import NO_MOVE, Batch
from .gymnasium import FOR_PEOPLE, METADATA, Observed, observation_space, render_mode_of, rendered
from .lanes import ILLEGAL


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  # PettingZoo's name; it has no types
    """The seats of a match, in turn. Where several choose at the same time, the lowest seat is asked first."""

    metadata = {**METADATA, "name": "pioche", "is_parallelizable": True}  # noqa: RUF012  # as PettingZoo has it

    def __init__(self, game: str, players: int | None = None, *, render_mode: str | None = None, **rest: Any) -> None:
        super().__init__()
        self.batch = Batch(game, 1, players, autoreset="disabled", **rest)
        self.metadata = {**self.metadata, "name": f"pioche_{self.batch.game.name.replace('-', '_')}"}
        self.render_mode = render_mode_of(render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.batch.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space(self.batch) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.batch.mask.shape[1]) for agent in self.possible_agents}
        self._move = np.zeros(1, np.int32)
        self._none_legal = np.zeros(self.batch.mask.shape[1], np.int8)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.batch.reset(None if seed is None else [seed])
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[int(self.batch.seat[0])]

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        batch = self.batch
        self._move[0] = NO_MOVE if action is None else action
        batch.step(self._move)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, batch.rewards[0].tolist(), strict=True))
        if any(self.rewards.values()):
            self._accumulate_rewards()
        if batch.ended[0]:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[batch.seat[0]]
        if self.render_mode == FOR_PEOPLE:
            self.render()

    def observe(self, agent: str) -> Observed:
        seat = self._seats[agent]
        if seat == self.batch.seat[0]:
            return {"observation": self.batch.observation[0].copy(), "action_mask": self.batch.mask[0].copy()}
        return {"observation": self.batch.watch(0, seat), "action_mask": self._none_legal.copy()}

    def explain(self, observation: NDArray[np.int16]) -> dict[str, Any]:
        """Return an observation in words."""
        return self.batch.explain(observation)

    def close(self) -> None:
        """There is nothing to release."""

    def render(self) -> Any:
        return rendered(self.batch, int(self.batch.seat[0]), self.render_mode)


class env(raw_env):  # noqa: N801  # PettingZoo's name
    """The same with PettingZoo's usual checks; an illegal move ends the match, and its agent loses.

    PettingZoo's own wrappers for this take longer than a step.
    """

    def __init__(self, *arguments: Any, **rest: Any) -> None:
        super().__init__(*arguments, **rest)
        self._has_begun = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._has_begun = True
        super().reset(seed, options)

    def step(self, action: int | None) -> None:
        if not self._has_begun:
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if not self.terminations[agent]:
            assert isinstance(action, SupportsIndex), "action is not in action space"
            assert 0 <= int(action) < self.batch.mask.shape[1], "action is not in action space"
            if not self.batch.mask[0, action]:
                self._end_by_illegal_move(agent)
                return
        super().step(action)

    def _end_by_illegal_move(self, agent: str) -> None:
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = {each: float(ILLEGAL) if each == agent else 0.0 for each in self.agents}
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Observed:
        if not self._has_begun:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def render(self) -> Any:
        if not self._has_begun:
            EnvLogger.error_render_before_reset()
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        if not self._has_begun:
            EnvLogger.error_agent_iter_before_reset()
        return super().agent_iter(max_iter)


def parallel_env(game: str, players: int | None = None, **rest: Any) -> Any:
    """Return the environment in which all agents act in every step; only those whose turn it is are heard."""
    return turn_based_aec_to_parallel(env(game, players, **rest))
