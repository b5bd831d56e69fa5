"""A position: the current round, the setting and the results so far, as one line of text.

``no-merci players=3 dealer=2 begins=0; turn=1 pot=2 tokens=10,10,11 …`` restores exactly the state it was written from.
docs/positions.md describes the format.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn, cast, get_type_hints

import numpy as np

from ..errors import BadPosition, say
from ..game import AnyRules, Game, Setting
from ..state import DERIVED, as_namespace, batch, layout, meanings
from .history import FinishedRound
from .knowledge import listed
from .make_views import seats_in
from .spelling import Field

if TYPE_CHECKING:
    from .match import Match

HEAD = ("players", "variant", "dealer", "begins", "earlier")
"""The fields before the semicolon, besides the game and its options."""
SWITCH = {"on": True, "off": False}


@dataclass(frozen=True)
class Start:
    """The start of a match that was opened from a position."""

    text: str
    setting: Setting
    dealer: int
    """The dealer of the current round."""
    begins: int | None
    earlier: tuple[FinishedRound, ...]
    state: Any

    @property
    def round(self) -> int:
        return len(self.earlier)

    @property
    def first_dealer(self) -> int:
        """G2 The deal moves one seat to the left each round."""
        return (self.dealer - self.round) % self.setting.players


def fields_of(rules: AnyRules, options: Any) -> list[Field]:
    """Return the fields that a position has, in the order of declaration, including those of nested records."""
    decks = {deck.name: deck for deck in rules.decks(options)}
    types = dict(_types(layout(cast(type, rules.state))))
    first = next(iter(decks.values()))
    return [
        Field(name, types[name][0], types[name][1], meaning, decks[meaning.deck] if meaning else first, options.seats)
        for name, _, meaning in meanings(cast(type, rules.state))
        if meaning != DERIVED
    ]


def _types(record: np.dtype[Any]) -> list[tuple[str, tuple[np.dtype[Any], tuple[int, ...]]]]:
    found: list[tuple[str, tuple[np.dtype[Any], tuple[int, ...]]]] = []
    for name in record.names or ():
        inner = record[name]
        found += _types(inner) if inner.names else [(name, (inner.base, inner.shape))]
    return found


def _values(record: Any) -> dict[str, Any]:
    """Return each number or array of a record by name, as a view into the record."""
    found: dict[str, Any] = {}
    for name in record.dtype.names:
        inner = record[name]
        found |= _values(inner) if inner.dtype.names else {name: inner}
    return found


@cache
def _agreed(rules: AnyRules) -> frozenset[str]:
    """Return the fields of a state that repeat the options: both declare them in the same way."""
    options = get_type_hints(rules.options, include_extras=True)
    return frozenset(name for name, hint, _ in meanings(cast(type, rules.state)) if options.get(name) == hint)


def _expected(rules: AnyRules, options: Any, field: Field) -> Any:
    """Return the value of a field that the position does not name: as in the options, or empty."""
    value = getattr(options, field.name) if field.name in _agreed(rules) else field.filler
    return np.full(field.shape, value, field.dtype)


# Writing.


def write_position(match: Match) -> str:
    """Return the current round as one line. It reveals every card."""
    rules = match.rules
    options = match.game.round_options(rules, match.setting, match.dealer)
    values = _values(match.state)
    body = [
        f"{field.name}={field.spell(np.asarray(values[field.name]))}"
        for field in fields_of(rules, options)
        if not np.array_equal(values[field.name], _expected(rules, options, field))
    ]
    return " ".join([match.game.name, *_head(match)]) + "; " + " ".join(body)


def _head(match: Match) -> list[str]:
    setting, said = match.setting, [f"players={match.players}"]
    if setting.variant is not None:
        said.append(f"variant={setting.variant}")
    for name, value in setting.options.items():
        if value != match.game.options[name].default:
            said.append(option_text(name, value))
    said.append(f"dealer={match.dealer}")
    if match.begins is not None:
        said.append(f"begins={match.begins}")
    if match.round:
        rows = zip(match.endings, match.round_scores[: match.round], strict=False)
        said.append("earlier=" + "/".join(f"{ending}:{','.join(map(str, row))}" for ending, row in rows))
    return said


def option_text(name: str, value: object) -> str:
    """Return an option as it is written on the command line and in a position."""
    return f"{name}={('off', 'on')[value] if isinstance(value, bool) else value}"


# Reading.


def read_position(game: Game, text: str) -> Start:
    """Read a position, or raise `BadPosition`, which names the field that is wrong."""
    head, body = _split(game, text)
    setting = _read_setting(game, head)
    rounds = game.format(setting).rounds
    earlier = _read_earlier(head, rounds, setting.players)
    dealer, begins = _read_seat(head, "dealer", setting.players), _read_seat(head, "begins", setting.players)
    rules = rounds[len(earlier)]
    options = game.round_options(rules, setting, dealer or 0)
    state = _read_state(game, rules, options, body)
    _check_playable(rules, state, setting.players, is_last=len(earlier) + 1 == len(rounds))
    return Start(text.strip(), setting, dealer or 0, begins, earlier, state)


def checked_start(game: Game, setting: Setting, text: str, deck: object, dealer: object) -> Start:
    """Read the position of a match; raise `BadPosition` if another argument contradicts it."""
    if deck is not None or dealer is not None:
        raise BadPosition(say("position.deal"))
    start = read_position(game, text)
    said, given = _plain_setting(start.setting), _plain_setting(setting)
    for field in said:
        if said[field] != given[field]:
            raise BadPosition(say("position.differs", field=field, said=str(said[field]), given=str(given[field])))
    return start


def _plain_setting(setting: Setting) -> dict[str, object]:
    return {"players": setting.players, "variant": setting.variant, **setting.options}


def read_agreed(game: Game, text: str) -> Setting:
    """Read only the setting of a position."""
    return _read_setting(game, _split(game, text)[0])


def _split(game: Game, text: object) -> tuple[dict[str, str], dict[str, str]]:
    if not isinstance(text, str) or text.count(";") != 1 or not text.split(";")[0].strip():
        raise BadPosition(say("position.shape", game=game.name))
    head, body = text.split(";")
    name, *agreed = head.split()
    if name != game.name:
        raise BadPosition(say("position.game", said=f"{name:.40}", game=game.name))
    return _pairs(game, agreed, (*HEAD, *game.options)), _pairs(game, body.split(), None)


def _pairs(game: Game, words: list[str], known: tuple[str, ...] | None) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not value:
            raise BadPosition(say("position.value", field=f"{name:.40}", value=f"{word:.40}"))
        if known is not None and name not in known:
            raise BadPosition(say("position.unknown-field", field=f"{name:.40}", known=", ".join(known)))
        if name in found:
            raise BadPosition(say("position.twice", field=f"{name:.40}"))
        found[name] = value
    return found


def _refuse(head: Mapping[str, str], field: str) -> NoReturn:
    raise BadPosition(say("position.value", field=field, value=f"{head[field]:.40}"))


def _read_setting(game: Game, head: Mapping[str, str]) -> Setting:
    if "players" not in head:
        raise BadPosition(say("position.lacks", field="players"))
    numbers = {name: _whole(head, name) for name in head if name == "players" or _is_number(game, name)}
    switches = {name: SWITCH.get(value, value) for name, value in head.items() if name in game.options}
    return game.agree(numbers.pop("players"), head.get("variant"), **{**switches, **numbers})


def _is_number(game: Game, name: str) -> bool:
    return name in game.options and not isinstance(game.options[name].default, bool)


def _whole(head: Mapping[str, str], field: str) -> int:
    text = head[field]
    if not text.removeprefix("-").isdecimal() or len(text) > 10:
        _refuse(head, field)
    return int(text)


def _read_seat(head: Mapping[str, str], field: str, players: int) -> int | None:
    if field not in head:
        return None
    seat = _whole(head, field)
    if not 0 <= seat < players:
        raise BadPosition(say("position.range", field=field, value=head[field]))
    return seat


def _read_earlier(head: Mapping[str, str], rounds: tuple[AnyRules, ...], players: int) -> tuple[FinishedRound, ...]:
    if "earlier" not in head:
        return ()
    rows = head["earlier"].split("/")
    if len(rows) >= len(rounds):
        raise BadPosition(say("position.too-many", field="earlier", count=len(rows), most=len(rounds) - 1))
    found = []
    for row, rules in zip(rows, rounds, strict=False):
        ending, _, scores = row.partition(":")
        numbers = [_whole({"earlier": score}, "earlier") for score in scores.split(",")]
        if ending not in rules.endings or len(numbers) != players:
            _refuse({"earlier": row}, "earlier")
        found.append(FinishedRound(ending, tuple(numbers)))
    return tuple(found)


def _read_state(game: Game, rules: AnyRules, options: Any, body: Mapping[str, str]) -> Any:
    fields = fields_of(rules, options)
    known = [field.name for field in fields]
    if unknown := next((name for name in body if name not in known), None):
        raise BadPosition(say("position.unknown-field", field=f"{unknown:.40}", known=", ".join(known)))
    records = batch(rules.state, 1)
    values = _values(records)
    lying: dict[tuple[str, int], str] = {}
    for field in fields:
        said = body.get(field.name)
        value = _expected(rules, options, field) if said is None else field.read(said)
        values[field.name][0] = value
        if said is not None and field.meaning and field.meaning.nowhere_else:
            _check_once(field, value, lying)
    return records[0]


def _check_once(field: Field, value: Any, lying: dict[tuple[str, int], str]) -> None:
    for card in field.cards_in(value):
        key = (field.deck.name, card)
        if key in lying:
            card_name = field.names[card]
            raise BadPosition(say("position.card-twice", card=card_name, field=field.name, other=lying[key]))
        lying[key] = field.name


def _check_playable(rules: AnyRules, state: Any, players: int, *, is_last: bool) -> None:
    """Call every rule that a match will call: numbers without a meaning make one of them fail."""
    try:
        rules.derive(state)
        truth = as_namespace(state)
        over = bool(rules.is_over(truth))
        rules.scores(truth, np.zeros(players, np.int32))
        movers = [] if over else seats_in(rules.to_move(truth), players)
        can_move = all(len(listed(rules, rules.legal_moves, truth, seat)) > 0 for seat in movers)
        for seat in range(-1, players):
            rules.view(rules.known(truth, seat), seat)
    except (LookupError, ValueError, ArithmeticError, TypeError) as error:
        raise BadPosition(say("position.impossible")) from error
    if over and not is_last:
        raise BadPosition(say("position.over"))
    if not over and not (movers and can_move):
        raise BadPosition(say("position.nobody"))
