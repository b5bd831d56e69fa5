"""OpenSpiel: every game as a game of pyspiel, with chance nodes for all that is drawn.

Importing this registers every game: ``pyspiel.load_game("pioche_no_merci(players=4)")``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import pyspiel
from numpy.typing import NDArray

from pioche import registry
from pioche.core.chance import new_random
from pioche.core.errors import PiocheError
from pioche.core.game import Game
from pioche.core.match.position import read_agreed
from pioche.core.state import SPECTATOR

from .batch import REWARDS
from .nodes import Node, root_of
from .resampling import resample
from .trees import Tree, tree_of

PREFIX = "pioche_"
AS_FEW_AS_POSSIBLE = 0
"""The default number of players: the fewest, or as the positions say."""
MOST_POINTS = 10_000.0
"""No total of any game comes near it; OpenSpiel asks for a bound of the rewards."""
SEEDS = 1 << 31
Kind = pyspiel.GameType


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game with its setting. ``params`` are those of `specification`. There is a subclass for each game."""

    game: Game

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        game, defaults = self.game, specification(self.game)
        given = {name: value for name, value in (params or {}).items() if value != defaults[name]}
        if "positions" in given:  # OpenSpiel writes parameters as name(a=1,b=2) and reads them again
            given["positions"] = quote(unquote(given["positions"]), safe="")
        self.tree = _tree(game, given)
        super().__init__(_type(game, self.tree), _info(self.tree), given)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.tree.most_draws

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        if params:
            raise pyspiel.SpielError(f"The observations of {self.get_type().short_name} have no parameters.")
        return SpielObserver(self.tree, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel. All that changes is a node, which is never changed itself: so clones are cheap."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.node: Node = root_of(game.tree)

    def current_player(self) -> int:
        if self.node.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.node.is_over else self.node.seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.node.legal
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        if action not in self.node.legal:
            said = ", ".join(map(str, self.node.legal)) or "none"
            raise pyspiel.SpielError(f"{action} is not a legal action here; legal actions: {said}.")
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.name(action)

    def is_terminal(self) -> bool:
        return self.node.is_over

    def returns(self) -> list[float]:
        return self.node.returns()

    def __str__(self) -> str:
        return self.node.truth

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> SpielState:
        """Return a state that the player cannot tell from this one.

        Its history is empty where the hidden cards were imagined.
        """
        rng = new_random(int(probability_sampler() * SEEDS), int(probability_sampler() * SEEDS))
        found = resample(self.node, player, rng)
        state: SpielState = self.get_game().new_initial_state()
        if found.path[0] is root_of(found.tree):
            for node in found.path[1:]:
                state.apply_action(node.action)
        else:
            state.node = found
        return state


class SpielObserver:
    """Writes what a player knows now or, with perfect recall, all that it has seen."""

    def __init__(self, tree: Tree, kind: Any) -> None:
        self._tree = tree
        self._recalls = kind.perfect_recall
        self._is_public = kind.private_info == pyspiel.PrivateInfoType.NONE
        self._is_offered = kind.public_info and kind.private_info != pyspiel.PrivateInfoType.ALL_PLAYERS
        """What is private alone, or private to all, is not offered."""
        sizes = {"observation": tree.width} | ({"moves": 2 * tree.most_moves} if self._recalls else {})
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if self._is_offered:
            self.tensor = np.zeros(sum(sizes.values()), np.float32)
            self.dict = {"observation": self.tensor[: tree.width]}
            if self._recalls:
                self.dict["moves"] = self.tensor[tree.width :]

    def set_from(self, state: SpielState, player: int) -> None:
        if not self._is_offered:
            return
        eyes = SPECTATOR if self._is_public else player
        self.dict["observation"][:] = state.node.row(eyes)
        if self._recalls:
            moves = state.node.seen(eyes).moves
            self.dict["moves"].fill(0)
            self.dict["moves"][: len(moves)] = moves

    def string_from(self, state: SpielState, player: int) -> str | None:
        if not self._is_offered:
            return None
        node, eyes = state.node, SPECTATOR if self._is_public else player
        return f"eyes: {eyes}\n{node.seen(eyes).text}" if self._recalls else node.text(eyes)


def specification(game: Game) -> dict[str, Any]:
    """Return the parameters of a game with their defaults."""
    return {
        "players": AS_FEW_AS_POSSIBLE,
        "variant": "",
        **game.defaults,
        "reward": REWARDS[0],
        "positions": "",
    }


def _tree(game: Game, given: Mapping[str, Any]) -> Tree:
    """Return the tree of these parameters, or raise `SpielError`, which says what is wrong."""
    positions = tuple(filter(None, map(str.strip, unquote(given.get("positions", "")).split("\n"))))
    options = {name: given[name] for name in game.options if name in given}
    players, variant = given.get("players"), given.get("variant")
    reward = given.get("reward", REWARDS[0])
    if reward not in REWARDS:
        raise pyspiel.SpielError(f"‘reward’ is one of {', '.join(REWARDS)}, not {reward!r}.")
    try:
        if positions:
            said = read_agreed(game, positions[0])
            players, variant = players or said.players, variant or said.variant
            options = {**said.options, **options}
        return tree_of(game.name, players, variant, tuple(options.items()), reward, positions)
    except PiocheError as error:
        raise pyspiel.SpielError(str(error)) from error


def short_name(game: Game) -> str:
    """Return the name by which OpenSpiel knows a game."""
    return PREFIX + game.name.replace("-", "_")


def _type(game: Game, tree: Tree | None = None) -> Any:
    """Return how OpenSpiel describes a game, or a game with its setting."""
    possible = [game.players, *game.variant_players.values()]
    return Kind(
        short_name=short_name(game),
        long_name=game.title.text("en"),
        dynamics=Kind.Dynamics.SEQUENTIAL,
        chance_mode=Kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=Kind.Information.IMPERFECT_INFORMATION,
        utility=_utility(game, tree),
        reward_model=Kind.RewardModel.TERMINAL,
        max_num_players=max(players[-1] for players in possible),
        min_num_players=min(players[0] for players in possible),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=specification(game),
    )


def _utility(game: Game, tree: Tree | None) -> Any:
    reward = tree.reward if tree else REWARDS[0]
    if game.together or (tree and tree.players == 1):
        return Kind.Utility.IDENTICAL
    kinds = {"place": Kind.Utility.ZERO_SUM, "win": Kind.Utility.CONSTANT_SUM, "score": Kind.Utility.GENERAL_SUM}
    return kinds[reward]


def _info(tree: Tree) -> Any:
    bounds = {"place": (-1.0, 1.0), "win": (0.0, 1.0), "score": (-MOST_POINTS, MOST_POINTS)}
    sums = {Kind.Utility.ZERO_SUM: 0.0, Kind.Utility.CONSTANT_SUM: 1.0}
    low, high = bounds[tree.reward]
    return pyspiel.GameInfo(
        num_distinct_actions=tree.move_count,
        max_chance_outcomes=tree.most_outcomes,
        num_players=tree.players,
        min_utility=low,
        max_utility=high,
        utility_sum=sums.get(_utility(tree.game, tree)),
        max_game_length=tree.most_moves,
    )


def register() -> None:
    """Register every game; importing this module does it."""
    known = set(pyspiel.registered_names())
    for game in registry.games():
        if short_name(game) not in known:
            # A class: OpenSpiel drops what it was given after Python has ended, and a function would not survive that.
            pyspiel.register_game(_type(game), type(f"Spiel_{short_name(game)}", (SpielGame,), {"game": game}))


register()
