"""Proofs: a result counts only if the whole match can be replayed, with the bots' moves as the bots make them."""

from __future__ import annotations

import pioche
from pioche.core.match import Match
from pioche.core.match.record import Plain, from_text

from .contest import Contest
from .errors import Refused
from .words import say


def prove(text: str, contest: Contest) -> Match:
    """Return the match of a record, if it is a whole match of this contest; otherwise raise one sentence.

    Raise `NotCompiled` where a bot searches and its loops may not be compiled first.
    """
    record = from_text(text)
    _check_setting(record, contest)
    match = pioche.replay(record)
    if match.setting != contest.setting:
        raise Refused(say("entry.other-setting"))
    if not match.over:
        raise Refused(say("entry.not-over"))
    check_bots(match, contest)
    return match


def _check_setting(record: Plain, contest: Contest) -> None:
    """Check what can be checked without playing the match."""
    if record.get("game") != contest.game.name or record.get("players") != contest.setting.players:
        raise Refused(say("entry.other-setting"))
    if record.get("seed") != contest.seed:
        raise Refused(say("entry.other-seed"))
    if any(record.get(field) is not None for field in ("deck", "dealer", "position", "substitutes")):
        raise Refused(say("entry.by-hand"))


def check_bots(match: Match, contest: Contest) -> None:
    """Raise unless every move of a bot is the one that follows from the seed and the moves before it."""
    bots, again = contest.bots, Match(contest.game, contest.setting, seed=contest.seed)
    for number, (seat, name) in enumerate(match.moves, 1):
        expected = bots.next_move(again)
        if expected is None and seat in bots.levels:
            raise Refused(say("entry.bot-move", number=number, made=f"{seat} {name}", expected="–"))
        if expected is not None and expected != (seat, name):
            raise Refused(
                say("entry.bot-move", number=number, made=f"{seat} {name}", expected=" ".join(map(str, expected)))
            )
        again.play(seat, name)
