"""The texts that agents read: the table of a seat, its moves, hints and reviews, from what a page receives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pioche.core.errors import PiocheError
from pioche.core.game import Game
from pioche.core.match.table_text import TableText
from pioche.core.think.advice import MARGIN_MEANING
from pioche.core.views import PlainHint, PlainMeasure, PlainMove
from pioche.core.words import Player, read_message
from pioche.review.views import PlainDecision, PlainReview

from .. import messages
from ..events import SeatKind
from .words import say

MOST_DECISIONS = 3
"""How many of a seat's costliest decisions a review names."""
NOTICEABLE = 0.005
"""A smaller loss is not worth a line."""


def in_one_line(text: str) -> str:
    """Return a text that somebody typed without line breaks, so that it cannot pass for lines of the table."""
    return " ".join(text.split())


def games_text(games: Sequence[Game], language: str) -> str:
    return "\n".join(_game(game, language) for game in games)


def _game(game: Game, language: str) -> str:
    low, high = game.players[0], game.players[-1]
    players = str(low) if low == high else f"{low}–{high}"
    parts = [say("game", name=game.name, title=game.title, players=players, about=game.about).text(language)]
    if game.variants:
        parts.append(say("variants", names=", ".join(game.variants)).text(language))
    if game.options:
        named = [f"{name}={option.low}…{option.high}" for name, option in game.options.items() if option.high > 1]
        named += [f"{name}=true|false" for name, option in game.options.items() if isinstance(option.default, bool)]
        parts.append(say("options", names=", ".join(named)).text(language))
    return " ".join(parts)


# The table.


def table_text(game: Game, state: messages.State, scores: Sequence[int | None], language: str) -> str:
    """Return who sits where, and the table as the seat sees it, with what happened since it last looked."""
    seated = [_seated(seat, who, state, language) for seat, who in enumerate(state.seats)]
    heading = say("table", code=state.table.code, number=state.number, seats=", ".join(seated)).text(language)
    return f"{heading}\n{TableText(game.title, state.view, scores, list(_log(state, language)), language).text()}"


def _seated(seat: int, who: messages.SeatInfo, state: messages.State, language: str) -> str:
    kind: SeatKind | str = "you" if seat in state.yours else who.kind
    if kind == "person" and not who.name:
        kind = "somebody"
    return say(f"seat.{kind}", seat=seat, name=in_one_line(who.name), level=who.level or "").text(language)


def _log(state: messages.State, language: str) -> Iterator[str]:
    for line in state.lines:
        told = read_message(line.message).text(language) if line.message else ""
        if line.kind == "said" and line.seat is not None:
            told = say("said", player=Player(line.seat), text=told or in_one_line(line.text or "")).text(language)
        yield told
        yield from (read_message(moment["message"]).text(language) for moment in line.moments)


def moves_text(state: messages.State, language: str) -> str:
    """Return the moves and signals of the seat, each by its name and in words; or whom the table waits for."""
    listed = [*state.view["moves"], *state.view["signals"]]
    if listed:
        return "\n".join(_move(move, language) for move in listed)
    prompt = read_message(state.view["table"]["prompt"])
    return say("no-moves", prompt=prompt).text(language)


def _move(move: PlainMove, language: str) -> str:
    return f"{move['name']}: {read_message(move['message']).text(language)}"


# Advice.


def hints_text(hints: Sequence[PlainHint], measure: PlainMeasure | None, language: str) -> str:
    """Return the moves, the recommended one first, with their figures and reasons."""
    meanings = [read_message(measure["meaning"]), MARGIN_MEANING] if measure else []
    heading = [" ".join(meaning.text(language) for meaning in meanings)] if meanings else []
    return "\n".join(heading + [_hint(hint, measure, language) for hint in hints])


def _hint(hint: PlainHint, measure: PlainMeasure | None, language: str) -> str:
    parts = [_move(hint["move"], language), say(f"standing.{hint['standing']}").text(language)]
    if measure and hint["figure"] is not None:
        form = ".0%" if measure["is_share"] else ".1f"
        margin = "" if hint["margin"] is None else f" ± {format(hint['margin'], form)}"
        parts.insert(1, format(hint["figure"], form) + margin)
    if hint["why"]:
        parts.append(read_message(hint["why"]).text(language))
    return " · ".join(parts)


def review_text(review: PlainReview, seat: int, language: str) -> str:
    """Return what the result came from, the turning points, and the decisions that cost the seat most."""
    lines = [
        read_message(split["sentences"]["you"]).text(language) for split in review["splits"] if split["seat"] == seat
    ]
    if review["turns"]:
        lines.append(say("turns").text(language))
        lines += [f"{turn['step']}. {read_message(turn['message']).text(language)}" for turn in review["turns"]]
    own = [each for each in review["decisions"] if each["seat"] == seat and each["lost"] >= NOTICEABLE]
    worst = sorted(own, key=lambda each: each["lost"], reverse=True)[:MOST_DECISIONS]
    lines.append(say("costly", count=len(worst)).text(language))
    return "\n".join(lines + [_decision(each, language) for each in worst])


def _decision(decision: PlainDecision, language: str) -> str:
    did = read_message(decision["did"])
    better = read_message(decision["options"][0]["move"]["message"])
    return f"{decision['step']}. {say('better', did=did, better=better).text(language)}"


# Refusals.


def refusal_text(error: PiocheError, language: str) -> str:
    """Return why something was refused, in one sentence, with the paragraph of the rules if there is one."""
    paragraph = error.reason.paragraph if error.reason else None
    if paragraph is None:
        return error.text(language)
    return say("by-rule", message=error.message, paragraph=paragraph).text(language)
