"""A batch: thousands of matches of one game, stepped together by one call.

>>> batch = Batch("no-merci", 1024, players=4)
>>> batch.reset(seed=1)
>>> moves = batch.mask.argmax(axis=1)
>>> batch.step(moves)
>>> batch.seat[:4], batch.rewards.shape
(array([...], dtype=int32), (1024, 4))
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pioche import registry
from pioche.core.chance import new_random
from pioche.core.compiled.kernels import fresh_decks
from pioche.core.errors import BadSetting, say
from pioche.core.game import AnyRules, Format, Game, Setting
from pioche.core.judgement import LEVELS, Level
from pioche.core.state import batch as records
from pioche.core.state import blanks
from pioche.core.think.quick import judgement_of

from .lanes import ANOTHER_GAME, EVERY_SEAT, NOBODY, Buffers, Lanes, Loops, Rounds, Ways, loops_of, ways_of
from .observation import Encoding, Observation, encode

AUTORESET = ("next-step", "same-step", "disabled")
"""When a new match begins in a lane whose match is over: at the next step, in the same step, or by `Batch.reset`."""
REWARDS = ("place", "score", "win")
"""What is rewarded when a match ends: the place from −1 (last) to 1 (first), the score, or a share of the win."""
WHOLE_NUMBERS = "iu"
"""How NumPy calls signed and unsigned integers."""
NO_MOVE = -1
NO_LANES = np.zeros(0, np.int32)
MOVE_NUMBERS = np.iinfo(np.int32)
LEAST_FOR_A_THREAD = 1024
"""Fewer lanes are not worth another thread, which takes about 0.1 ms to wake."""


class _Part:
    """The rounds of one set of rules, in every lane."""

    def __init__(self, batch: Batch, rules: AnyRules) -> None:
        self.rules = rules.for_bots if batch.opponents else rules
        agreed = batch.game.round_options(rules, batch.setting, 0)
        self.encoding: Encoding = encode(rules, agreed)
        options = records(rules.options, batch.size)
        options[:] = agreed
        fresh, sizes = fresh_decks(rules, agreed)
        weights, sharpness = batch.weights_of(self.rules)
        states, empty = records(self.rules.state, batch.size), records(self.rules.state, 1)
        self.rounds = Rounds(states, empty, options, fresh, sizes, self.encoding.segments, weights, sharpness)
        self.buffers = [self._new_buffers() for _ in range(batch.threads)]

    def _new_buffers(self) -> Buffers:
        known, count = blanks(self.rules.state, 1), self.rules.most_legal
        cards = self.rounds.fresh.copy()
        return Buffers(cards, known, np.zeros(count, np.int32), np.zeros(count))


class Batch:
    """Matches of one game in lanes, each with its own chance: a lane's match depends on its seed alone.

    After `reset` and `step`, ``seat`` has the seat to act in each lane (−1 where the match is over), ``observation``
    what it knows, ``mask`` its legal moves, ``rewards`` a row for all seats, and ``ended`` whether the match ended in
    this step. The arrays are overwritten by the next step: copy what you keep.
    """

    def __init__(
        self,
        game: str,
        size: int,
        players: int | None = None,
        *,
        variant: str | None = None,
        reward: str = "place",
        opponents: str | None = None,
        seat: int = 0,
        autoreset: str = "next-step",
        threads: int = 1,
        **options: object,
    ) -> None:
        """``opponents`` names the bots that play all seats but ``seat``: "random" or a level that does not search."""
        self.game: Game = registry.find(game)
        self.setting: Setting = self.game.agree(players, variant, **options)
        self.format: Format = self.game.format(self.setting)
        self.size, self.threads = whole_number("size", size, 1), whole_number("threads", threads, 1)
        self.reward, self.autoreset = one_of("reward", reward, REWARDS), one_of("autoreset", autoreset, AUTORESET)
        self.opponents = opponents
        self.learner = EVERY_SEAT if opponents is None else whole_number("seat", seat, 0, self.setting.players - 1)
        self._parts = {rules: _Part(self, rules) for rules in dict.fromkeys(self.format.rounds)}
        self.lanes = self._new_lanes()
        self.ended = np.zeros(self.size, np.bool_)
        self._is_seeded = False
        self.last_observation = np.zeros_like(self.lanes.observation)
        """In the mode "same-step": what was to be seen at the end, in the lanes whose match ended in this step."""

    # What there is to see.

    @property
    def players(self) -> int:
        return self.setting.players

    @property
    def seat(self) -> NDArray[np.int32]:
        return self.lanes.seat

    @property
    def observation(self) -> Observation:
        return self.lanes.observation

    @property
    def legal(self) -> NDArray[np.int32]:
        """The legal moves of each lane: the first ``legal_count`` numbers of its row."""
        return self.lanes.legal

    @property
    def legal_count(self) -> NDArray[np.int32]:
        return self.lanes.legal_count

    @property
    def mask(self) -> NDArray[np.int8]:
        """The legal moves of each lane as a 1 for each; the others are 0."""
        return self.lanes.mask

    @property
    def rewards(self) -> NDArray[np.float32]:
        return self.lanes.rewards

    @property
    def totals(self) -> NDArray[np.int32]:
        """The totals of all finished rounds."""
        return self.lanes.totals

    @property
    def places(self) -> NDArray[np.int32]:
        """The places, where a match has ended."""
        return self.lanes.places

    @cached_property
    def move_names(self) -> tuple[str, ...]:
        """The names of the moves by number, of the game with the most moves where a match has several games."""
        rules = max(self._parts, key=lambda rules: rules.move_count)
        return tuple(map(rules.move_name, range(rules.move_count)))

    @cached_property
    def header(self) -> int:
        """How many numbers stand before those of the round: the seat, and in longer matches the round and totals."""
        return 1 if len(self.format.rounds) == 1 else 2 + self.players

    def explain(self, observation: Observation) -> dict[str, Any]:
        """Return an observation in words: each field of the game's state by name."""
        found: dict[str, Any] = {"eyes": int(observation[0])}
        number = 0
        if self.header > 1:
            number = min(int(observation[1]), len(self.format.rounds) - 1)
            found |= {"round": number, "totals": [int(each) for each in observation[2 : self.header]]}
        encoding = self._parts[self.format.rounds[number]].encoding
        return found | encoding.explain(observation[self.header :])

    def text(self, lane: int, seat: int) -> str:
        """Return what a seat knows of the match in a lane, a line for each field."""
        return "\n".join(f"{name}: {value}" for name, value in self.explain(self.watch(lane, seat)).items())

    def fields(self, number: int = 0) -> dict[str, slice]:
        """Return where the fields of a round are in an observation."""
        parts = self._parts[self.format.rounds[number]].encoding.parts
        at = {"eyes": slice(0, 1)}
        if self.header > 1:
            at |= {"round": slice(1, 2), "totals": slice(2, self.header)}
        return at | {part.name: slice(self.header + part.start, self.header + part.start + part.size) for part in parts}

    def state(self, lane: int) -> Any:
        """Return the whole truth of the round in a lane, for tests and analysis."""
        number = min(int(self.lanes.round[lane]), len(self.format.rounds) - 1)
        return self._parts[self.format.rounds[number]].rounds.states[lane]

    def watch(self, lane: int, seat: int) -> Observation:
        """Return what any seat (−1: a spectator) knows of the match in a lane."""
        out: Observation = np.zeros_like(self.observation[lane])
        number = min(int(self.lanes.round[lane]), len(self.format.rounds) - 1)
        part = self._parts[self.format.rounds[number]]
        out[: self.header] = self.observation[lane, : self.header]
        out[0] = seat
        self._loops(part).watch.run_now(lane, seat, part.rounds, part.buffers[0], out[self.header :])
        return out

    # Playing.

    def reset(self, seed: int | Sequence[int] | None = None, lanes: Sequence[int] | NDArray[Any] | None = None) -> None:
        """Begin a new match in all lanes, or in those given.

        ``seed`` is a number, from which each lane has its own (seed + lane), or one number for each lane. Without one
        the lanes go on with their chance.
        """
        chosen = np.arange(self.size) if lanes is None else np.asarray(lanes)
        which = (np.flatnonzero(chosen) if chosen.dtype == np.bool_ else chosen).astype(np.int32)
        if not self._is_seeded and (seed is None or which.size < self.size):
            self._seed(self._all, secrets.randbits(63))
        if seed is not None:
            self._seed(which, seed)
        self.ended[which] = False
        self.rewards[which] = 0
        self.lanes.is_over[which] = True
        self._begin(which)

    def step(self, moves: NDArray[Any]) -> None:
        """Make a move in each lane, by number. An illegal one costs its seat a reward of −1 and changes nothing."""
        chosen, lanes = self._checked(np.asarray(moves)), self.lanes
        lanes.rewards.fill(0)
        was_over, going = NO_LANES, self._all
        if lanes.is_over.any():
            was_over, going = (np.flatnonzero(each).astype(np.int32) for each in (lanes.is_over, ~lanes.is_over))
        for part, which in self._by_part(going):
            self._run(part, which, chosen)
        self._deal_other_games(going)
        if was_over.size and self.autoreset == "next-step":
            self._begin(was_over)
        np.copyto(self.ended, lanes.is_over)
        if was_over.size:
            self.ended[was_over] = False
        if self.autoreset == "same-step" and self.ended.any():
            which = np.flatnonzero(self.ended).astype(np.int32)
            self.last_observation[which] = lanes.observation[which]
            rewards = lanes.rewards[which]
            self._begin(which)
            lanes.rewards[which] = rewards

    def _checked(self, moves: NDArray[Any]) -> NDArray[np.int32]:
        if not self._is_seeded:
            raise BadSetting(say("not-reset"))
        if moves.shape != (self.size,):
            raise BadSetting(say("bad-moves", given=str(moves.shape), size=self.size))
        if moves.dtype.kind not in WHOLE_NUMBERS:
            raise BadSetting(say("bad-kind-of-moves", given=str(moves.dtype)))
        if moves.dtype != np.int32:  # a number that is too large must stay illegal
            moves = np.clip(moves, MOVE_NUMBERS.min, MOVE_NUMBERS.max)
        return np.ascontiguousarray(moves, np.int32)

    def _begin(self, which: NDArray[np.int32]) -> None:
        """Begin matches. One that bots end before the caller could act is replaced."""
        first = self._parts[self.format.rounds[0]]
        while which.size:
            self._run(first, which, self._no_moves)
            self._deal_other_games(which)
            which = which[self.lanes.is_over[which]]
            self.rewards[which] = 0

    def _deal_other_games(self, which: NDArray[np.int32]) -> None:
        """Deal the next round where it has other rules than the one before."""
        if len(self._parts) == 1:
            return
        while (waiting := which[self.seat[which] == ANOTHER_GAME]).size:
            for part, lanes in self._by_part(waiting):
                self._run(part, lanes, self._no_moves)

    def _by_part(self, which: NDArray[np.int32]) -> list[tuple[_Part, NDArray[np.int32]]]:
        """Return these lanes by the rules of their current round."""
        if len(self._parts) == 1:
            return [(next(iter(self._parts.values())), which)]
        rules = self.format.rounds
        numbers = self.lanes.round[which]
        return [
            (self._parts[rules[number]], which[numbers == number]) for number in range(len(rules)) if number in numbers
        ]

    def _run(self, part: _Part, which: NDArray[np.int32], moves: NDArray[np.int32]) -> None:
        step = self._loops(part).step.run_now
        threads = min(self.threads, which.size // LEAST_FOR_A_THREAD)
        if threads < 2:
            step(which, moves, self.lanes, part.rounds, part.buffers[0], self._ways)
            return
        own, *others = (
            (lanes, moves, self.lanes, part.rounds, buffers, self._ways)
            for lanes, buffers in zip(np.array_split(which, threads), part.buffers, strict=False)
        )
        waiting = [self._pool.submit(step, *share) for share in others]
        step(*own)
        for each in waiting:
            each.result()

    # Setting up.

    def weights_of(self, rules: AnyRules) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the weights and sharpness of the bots in all seats."""
        if self.opponents is None:
            return np.zeros((1, 1)), np.zeros(1)
        levels = judgement_of(rules).levels
        quick = {"random": Level(levels[LEVELS[0]].weights, sharpness=0.0)}
        quick |= {name: level for name, level in levels.items() if not level.simulations}
        if self.opponents not in quick:
            known = ", ".join(quick)
            raise BadSetting(say("bad-opponents", given=repr(self.opponents), game=self.game.title, known=known))
        level = quick[self.opponents]
        weights = judgement_of(rules).weights(self.setting, level.weights)
        return np.array([weights] * self.players), np.full(self.players, level.sharpness)

    def _new_lanes(self) -> Lanes:
        size, players, rounds = self.size, self.players, len(self.format.rounds)
        most_legal = max(rules.most_legal for rules in self._parts)
        width = self.header + max(part.encoding.size for part in self._parts.values())
        return Lanes(
            rng=np.zeros((size, 4), np.int64),
            seat=np.full(size, NOBODY, np.int32),
            learner=np.full(size, self.learner, np.int32),
            first_dealer=np.zeros(size, np.int32),
            round=np.zeros(size, np.int32),
            points=np.zeros((size, rounds, players), np.int32),
            totals=np.zeros((size, players), np.int32),
            places=np.zeros((size, players), np.int32),
            rewards=np.zeros((size, players), np.float32),
            is_over=np.ones(size, np.bool_),
            legal=np.zeros((size, most_legal), np.int32),
            legal_count=np.zeros(size, np.int32),
            mask=np.zeros((size, len(self.move_names)), np.int8),
            observation=np.zeros((size, width), np.int16),
        )

    def _seed(self, which: NDArray[np.int32], seed: int | Sequence[int]) -> None:
        seeds = [int(seed) + int(lane) for lane in which] if isinstance(seed, int | np.integer) else list(seed)
        if len(seeds) != which.size or min(seeds, default=0) < 0:
            raise BadSetting(say("bad-seeds", given=len(seeds), size=int(which.size)))
        for lane, own in zip(which, seeds, strict=True):
            self.lanes.rng[lane] = new_random(own)
        self._is_seeded = True

    @cached_property
    def _ways(self) -> Ways:
        return ways_of(self.game, self.setting, REWARDS.index(self.reward))

    def _loops(self, part: _Part) -> Loops:
        return loops_of(part.rules, self.format, self.header, with_bots=self.opponents is not None)

    @cached_property
    def _no_moves(self) -> NDArray[np.int32]:
        return np.full(self.size, NO_MOVE, np.int32)

    @cached_property
    def _all(self) -> NDArray[np.int32]:
        return np.arange(self.size, dtype=np.int32)

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads - 1)

    # Copying.

    def __getstate__(self) -> dict[str, Any]:
        """What a copy needs: the arguments, and the arrays that change."""
        arguments = {
            "game": self.game.name,
            "size": self.size,
            "players": self.players,
            "variant": self.setting.variant,
            "reward": self.reward,
            "opponents": self.opponents,
            "seat": max(self.learner, 0),
            "autoreset": self.autoreset,
            "threads": self.threads,
            **self.setting.options,
        }
        rounds = [(part.rounds.states.copy(), part.rounds.options.copy()) for part in self._parts.values()]
        arrays = tuple(array.copy() for array in (*self.lanes, self.ended, self.last_observation))
        return {"arguments": arguments, "rounds": rounds, "arrays": arrays}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state["arguments"])  # type: ignore[misc]
        for array, stored in zip((*self.lanes, self.ended, self.last_observation), state["arrays"], strict=True):
            array[...] = stored
        for part, (states, options) in zip(self._parts.values(), state["rounds"], strict=True):
            part.rounds.states[...] = states
            part.rounds.options[...] = options
        self._is_seeded = bool(self.lanes.rng.any())


def whole_number(name: str, value: object, low: int, high: int = 10**9) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    raise BadSetting(say("bad-number", option=name, value=repr(value), low=low, high=high))


def one_of(name: str, value: str, known: Sequence[str]) -> str:
    if value in known:
        return value
    raise BadSetting(say("bad-choice", option=name, value=repr(value), known=", ".join(known)))
