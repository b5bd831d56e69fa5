"""HTTP handlers: puzzles, guesses at them, and the puzzle of the day. Only each player's first guess is stored."""

from __future__ import annotations

import asyncio
from datetime import date
from functools import cache, partial

from starlette.requests import Request
from starlette.responses import Response

from pioche import registry
from pioche.core.match import Match
from pioche.core.match.guess import Guess, guess, open_puzzle
from pioche.core.match.position import read_agreed
from pioche.core.puzzles import Puzzle, find_puzzle, puzzle_of_the_day

from .api import Api, answer, browser_of, read_body
from .bodies import Step
from .cookies import secret_in
from .guesses import Guesses, Rate
from .messages import Line, SeatInfo, TableInfo
from .puzzle_bodies import Guessed, MakeGuess, PuzzleCount, PuzzleInfo, PuzzleList, PuzzleOverview, PuzzleTable
from .shelf import today
from .snapshot import moved_lines
from .store import hashed

MOST_DIGITS = 9
"""No puzzle has a longer number."""
SOLVER = SeatInfo("person", "", None, is_here=True, replaceable_in=None, was_replaced=False)
ANOTHER = SeatInfo("bot", "", "strong", is_here=True, replaceable_in=None, was_replaced=False)


async def overview(api: Api, request: Request) -> Response:
    """Return the puzzle of the day without its cards, and how many puzzles each game has."""
    day, browser = today(), browser_of(request)
    (daily,) = await asyncio.to_thread(_infos, api, (of_the_day(day),), browser)
    return answer(PuzzleOverview(day.isoformat(), daily, await asyncio.to_thread(_counts, api, browser)))


async def puzzles(api: Api, request: Request) -> Response:
    """Return the puzzles of a game, with how many solved them."""
    game, browser = registry.find(request.path_params["game"]), browser_of(request)
    return answer(PuzzleList(game.name, await api.ask(request, lambda: _infos(api, game.puzzles, browser))))


async def puzzle(api: Api, request: Request) -> Response:
    """Return a puzzle as its seat sees it."""
    return await _table(api, request, _asked(request))


async def puzzle_of_today(api: Api, request: Request) -> Response:
    """Return the puzzle of the day, the same for everybody."""
    day = today()
    return await _table(api, request, of_the_day(day), day)


@cache
def all_puzzles() -> tuple[Puzzle, ...]:
    return tuple(each for game in registry.games() for each in game.puzzles)


def of_the_day(day: date) -> Puzzle:
    return puzzle_of_the_day(all_puzzles(), day)


async def make_guess(api: Api, request: Request) -> Response:
    """Return whether a move is the best one, and what every move is worth. A player's first guess is counted."""
    chosen, asked = _asked(request), await read_body(request, MakeGuess)
    made = await api.ask(request, lambda: guess(registry.find(chosen.game), chosen, asked.move))
    secret = await api.browser(request)
    browser = hashed(secret) if secret == secret_in(request) else None  # not before its cookie has come back
    is_counted = False
    if browser is not None:
        await api.enter(request, secret)  # who can export the guess and delete it
        count = partial(Guesses(api.tables.store).count, browser, chosen.game, chosen.key)
        is_counted = await asyncio.to_thread(count, is_right=made.is_right)
    (info,) = await asyncio.to_thread(_infos, api, (chosen,), browser)
    return api.remember(request, answer(_guessed(made, info, is_counted=is_counted)), secret)


def _asked(request: Request) -> Puzzle:
    puzzles, number = registry.find(request.path_params["game"]).puzzles, request.path_params["number"]
    return find_puzzle(puzzles, int(number[:MOST_DIGITS]) if number.isascii() and number.isdecimal() else 0)


async def _table(api: Api, request: Request, chosen: Puzzle, day: date | None = None) -> Response:
    (info,) = await asyncio.to_thread(_infos, api, (chosen,), browser_of(request))
    step = await api.ask(request, lambda: shown(chosen))
    found = PuzzleTable(info, step, day.isoformat() if day else None)
    return api.remember(request, answer(found), await api.browser(request))


def _counts(api: Api, browser: str | None) -> list[PuzzleCount]:
    """Return how many puzzles each game has, and how many of them a browser's player has tried and solved."""
    own = Guesses(api.tables.store).own(browser) if browser else {}
    counts = []
    for game in registry.games():
        guesses = [own[each.key].is_right for each in game.puzzles if each.key in own]
        counts.append(PuzzleCount(game.name, len(game.puzzles), len(guesses), sum(guesses)))
    return [each for each in counts if each.puzzles > 0]


def _infos(api: Api, chosen: tuple[Puzzle, ...], browser: str | None) -> list[PuzzleInfo]:
    """Return puzzles of one game, with how many solved them."""
    if not chosen:
        return []
    game, stored = chosen[0].game, Guesses(api.tables.store)
    rates, own = stored.rates(game), stored.own(browser, game) if browser else {}
    yours = {key: guess.is_right for key, guess in own.items()}
    return [_info(each, rates.get(each.key, Rate()), yours=yours.get(each.key)) for each in chosen]


def _info(each: Puzzle, rate: Rate, *, yours: bool | None) -> PuzzleInfo:
    setting = read_agreed(registry.find(each.game), each.position)
    return PuzzleInfo(
        game=each.game,
        number=each.number,
        players=setting.players,
        variant=setting.variant,
        options=dict(setting.options),
        seat=each.seat,
        phase=each.phase,
        difficulty=rate.difficulty or each.difficulty,
        tried=rate.tried,
        solved=rate.solved,
        share=rate.share,
        yours=yours,
    )


def shown(chosen: Puzzle) -> Step:
    """Return the table of a puzzle, as its seat sees it."""
    return table_of(open_puzzle(registry.find(chosen.game), chosen), chosen)


def table_of(match: Match, chosen: Puzzle) -> Step:
    """Return the table in the form of a step of a replay; its lines are all moves that the seat noticed."""
    eyes, setting, lines = chosen.seat, match.setting, noticed_lines(match, chosen.seat)
    last = lines[-1].number if lines else 0
    return Step(
        step=last,
        steps=last,
        table=TableInfo("", "", match.game.name, setting.variant, dict(setting.options), setting.players, "", None),
        seats=[SOLVER if seat == eyes else ANOTHER for seat in range(match.players)],
        eyes=eyes,
        view=match.view(eyes),
        lines=lines,
    )


def noticed_lines(match: Match, eyes: int) -> list[Line]:
    """Return the moves in words, as a seat saw them; the numbers count only those that it noticed."""
    lines: list[Line] = []
    noticed = 0
    for index in range(len(match.moves)):
        found = moved_lines(match, noticed + 1, index, eyes)
        noticed += bool(found)
        lines += found
    return lines


def _guessed(made: Guess, info: PuzzleInfo, *, is_counted: bool) -> Guessed:
    measure = made.best.measure
    return Guessed(
        puzzle=info,
        is_right=made.is_right,
        is_counted=is_counted,
        message=made.message.to_dict(),
        best=made.puzzle.best,
        obvious=made.puzzle.obvious,
        found_by=list(made.puzzle.found_by),
        hints=[hint.to_dict() for hint in made.hints],
        measure=measure.to_dict() if measure else None,
    )
