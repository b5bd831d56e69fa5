"""``pioche replay FILE`` and ``pioche verify FILE``: print or check a recorded match."""

from __future__ import annotations

import argparse

import pioche
from pioche.core.errors import BadRecord
from pioche.core.match import Match
from pioche.core.match.record import Substitute
from pioche.core.state import SPECTATOR
from pioche.core.words import Message

from .common import FIRST_SEAT, add_json, options_line, print_json, read_file, say, variant_title
from .terminal import tell


def add_replay(parser: argparse.ArgumentParser, language: str) -> None:
    parser.add_argument("file", help=say("help.file").text(language))
    add_json(parser, language)


def run_replay(arguments: argparse.Namespace) -> None:
    match = pioche.replay(read_file(arguments.file))
    if arguments.json:
        strikes = [strike.to_dict() for strike in match.strikes]
        print_json({**match.record(), "round_scores": match.round_scores, "strikes": strikes, "places": match.places})
    else:
        tell("\n".join(_story(match, arguments.lang)))


def _story(match: Match, language: str) -> list[str]:
    heading = say(
        "replay.heading",
        game=match.game.title,
        players=say("how-many.players", count=match.players),
        seat=match.deals.first_dealer,
    )
    lines = [heading.text(language)]
    if match.setting.variant:
        variant = variant_title(match.game.words, match.setting.variant)
        lines.append(say("replay.variant", variant=variant).text(language))
    if (options := options_line(match.game, match.setting.options)) is not None:
        lines.append(options.text(language))
    lines += [_substitute(each, len(match.moves)).text(language) for each in match.substitutes]
    current = None
    for number, seat, move in match.story():
        if number != current and match.rounds > 1:
            lines.append(_round_heading(match, number).text(language))
        current = number
        lines.append("  " + move.done_by(seat).text(language))
    return lines + _result(match, language)


def _substitute(bot: Substitute, moves: int) -> Message:
    last = moves if bot.until is None else bot.until
    return say("replay.substitute", seat=bot.seat, level=bot.level, first=min(bot.after + 1, last), last=last)


def _round_heading(match: Match, number: int) -> Message:
    """Return the heading of a round, with the name of its game where a match consists of several."""
    rules = match.all_rules[number]
    if rules.name == match.game.name:
        return say("replay.round", number=number + 1)
    return say("replay.round-of", number=number + 1, game=rules.words("title"))


def _result(match: Match, language: str) -> list[str]:
    if match.ending is None:
        end = say("replay.open")
    else:
        end = say("replay.ending", ending=match.rules.words(f"ending.{match.ending}"))
    return [end.text(language), *("  " + line for line in _standing(match, language))]


def _standing(match: Match, language: str) -> list[str]:
    """Return a line for each seat or team, or one for everyone in a cooperative game."""
    if match.game.together and match.over:
        return [match.rules.view(match.known(SPECTATOR), SPECTATOR).prompt.text(language)]
    lines: list[tuple[int, Message]] = []
    if match.teams:
        for team, place in zip(match.teams, match.team_places, strict=True):
            seats, score = ", ".join(str(seat + FIRST_SEAT) for seat in team.seats), match.scores[team.seats[0]]
            said = say("replay.team", team=team.name, seats=seats, score=score, place=place)
            lines.append((team.seats[0], said))
    else:
        for seat, (score, place) in enumerate(zip(match.scores, match.places, strict=True)):
            key = "replay.seat-places" if match.counts_places else "replay.seat"
            lines.append((seat, say(key, seat=seat, score=score, place=place)))
    return [line.text(language) + _by_round(match, seat, language) for seat, line in lines]


def _by_round(match: Match, seat: int, language: str) -> str:
    """Return a seat's score in each round, where there are several, with struck scores marked."""
    if match.rounds == 1:
        return ""
    struck_by = {strike.round: strike.by for strike in match.strikes if strike.seat == seat}
    scores = [str(row[seat]) for row in match.round_scores]
    for number, by in struck_by.items():
        scores[number] = say("replay.struck", score=scores[number], round=by + 1).text(language)
    return " – " + say("replay.rounds", scores=", ".join(scores)).text(language)


def add_verify(parser: argparse.ArgumentParser, language: str) -> None:
    parser.add_argument("file", help=say("help.file").text(language))
    parser.add_argument("--hash", help=say("help.hash").text(language))
    add_json(parser, language)


DEALT = {"position": "from a position", "deck": "by hand", "seed": "from the seed", "shared": "from a shared seed"}


def run_verify(arguments: argparse.Namespace) -> None:
    match = pioche.replay(read_file(arguments.file))
    if arguments.hash is not None and arguments.hash.lower() != match.commitment:
        raise BadRecord(say("verify.not-published", published=repr(arguments.hash), hash=match.commitment))
    shared = sorted(match.shared_seed.contributions) if match.shared_seed else []
    dealt = "position" if match.start else "deck" if match.deals.given_decks else "shared" if shared else "seed"
    if arguments.json:
        print_json(
            {
                "valid": True,
                "game": match.game.name,
                "moves": len(match.moves),
                "over": match.over,
                "scores": match.scores,
                "commitment": match.commitment,
                "dealt": DEALT[dealt],
                "contributed": shared,
            }
        )
        return
    tell(say("verify.moves", count=len(match.moves)).text(arguments.lang))
    seats = ", ".join(str(seat + FIRST_SEAT) for seat in shared)
    tell(say(f"verify.{dealt}", hash=match.commitment, seats=seats).text(arguments.lang))
    if arguments.hash is not None:
        tell(say("verify.published").text(arguments.lang))
