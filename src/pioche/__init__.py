"""Pioche: five boxes of card games, by the book, to play, to study and to program.

>>> import pioche
>>> match = pioche.open("no-merci", players=4, seed=7)
>>> match.to_move
(0,)
>>> [move.name for move in match.legal(0)]
['refuse', 'take']
>>> match.play(0, "refuse")
>>> match.to_move
(1,)
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import registry
from .core.errors import BadDeck, BadPosition, BadRecord, BadSetting, IllegalMove, PiocheError, UnknownGame
from .core.game import Game
from .core.match.match import Match
from .core.match.position import read_agreed
from .core.match.record import from_text, replay_record, to_text
from .core.table import Move
from .core.words import Message
from .lab.simulate import simulate

__version__ = "0.1.0"

__all__ = [
    "BadDeck",
    "BadPosition",
    "BadRecord",
    "BadSetting",
    "Game",
    "IllegalMove",
    "Match",
    "Message",
    "Move",
    "PiocheError",
    "UnknownGame",
    "games",
    "load",
    "open",
    "replay",
    "save",
    "simulate",
]


def games() -> tuple[Game, ...]:
    """Return every game, with its name, players, variants and options."""
    return registry.games()


def open(
    game: str,
    players: int | None = None,
    *,
    variant: str | None = None,
    seed: int | str | bytes | None = None,
    deck: object = None,
    dealer: int | None = None,
    position: str | None = None,
    **options: object,
) -> Match:
    """Open a match.

    ``players`` defaults to the smallest number the game allows, ``seed`` to a random one. ``deck`` deals by hand (G7):
    a list of all card names from the top, a mapping of such lists where the game has two decks, or a list of those,
    one for each round (later rounds are dealt from the seed). ``dealer`` is the first dealer's seat. ``position`` is a
    line as `Match.position` returns it (docs/positions.md): the match starts there, with the setting it names.

    >>> open("no-merci", 3, seed=7, variant="tactical")
    <Match no-merci tactical, 3 players, move 0, seat 2 to move>
    >>> open("chess")
    Traceback (most recent call last):
    ...
    pioche.core.errors.UnknownGame: There is no game called 'chess'. The games are: ...
    """
    return _open(game, players, variant, options, seed=seed, deck=deck, dealer=dealer, position=position)


def _open(
    game: str,
    players: int | None,
    variant: str | None,
    options: Mapping[str, object],
    *,
    position: str | None = None,
    **deal: Any,
) -> Match:
    """Open a match with options as a mapping, so that an option's name cannot clash with a parameter."""
    found = registry.find(game)
    if position is not None:
        said = read_agreed(found, position)
        players = said.players if players is None else players
        variant = said.variant if variant is None else variant
        options = {**said.options, **options}
    return Match(found, found.agree(players, variant, **options), position=position, **deal)


def replay(record: Mapping[str, Any] | str) -> Match:
    """Return the match of a record, given as a mapping or as text. Raise `BadRecord` if it is damaged or illegal.

    >>> match = open("no-merci", players=3, seed=7)
    >>> match.play(match.to_move[0], "take")
    >>> replay(match.record()).moves == match.moves
    True
    """
    return replay_record(from_text(record) if isinstance(record, str) else record, _open)


def save(match: Match, path: str | Path) -> None:
    """Write a match's record to a file, as text."""
    Path(path).write_text(to_text(match.record()), encoding="utf-8")


def load(path: str | Path) -> Match:
    """Return the match of a record saved to a file."""
    return replay(Path(path).read_text(encoding="utf-8"))
