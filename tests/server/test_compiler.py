"""Bots never wait for the compiler: other processes compile, one game after the other."""

import asyncio
import os
import signal
import subprocess
import sys

import pytest

import pioche
from pioche import registry
from pioche.bots.players import LevelBot
from pioche.core.compiled.compile import NotCompiled, cache_folder, compiled, without_compiling
from pioche.core.judgement import LEVELS
from pioche.core.think import search, think
from pioche.core.think.advice import hints
from pioche.review.effort import Effort
from pioche.review.review import review_match
from pioche.server.bots import BotSeats, Pace
from pioche.server.compiler import REVIEW, STEPS, Compiler, any_match, compile_parts, first_choice, writable_cache
from pioche.server.metrics import Metrics

CASUAL = """
from pioche import registry
from pioche.server.compiler import compile_parts
compile_parts(registry.find("no-merci"), ["casual"])
"""
WITHOUT_NUMBA = """
import sys
from pioche import registry
from pioche.bots.players import LevelBot
from pioche.core.compiled.compile import without_compiling
from pioche.server.compiler import first_choice
with without_compiling():
    LevelBot("expert").choose(first_choice(registry.find("no-merci")))
print("numba" in sys.modules)
"""


@pytest.fixture
def nothing_compiled(tmp_path, monkeypatch):
    """A machine that has never compiled anything; loops of this process are forgotten."""
    monkeypatch.setenv("PIOCHE_CACHE", str(tmp_path))
    caches = (search.search_loop, think.appraising)
    for each in caches:
        each.cache_clear()
    yield tmp_path
    for each in caches:
        each.cache_clear()


@pytest.mark.parametrize("game", pioche.games(), ids=lambda game: game.name)
def test_the_first_choice_has_several_moves(game):
    assert len(first_choice(game).numbers) > 1


def test_a_second_run_compiles_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("PIOCHE_CACHE", str(tmp_path))
    said = [subprocess.run([sys.executable, "-c", CASUAL], capture_output=True, check=True).stderr for _ in range(2)]
    assert [b"no-merci" in each for each in said] == [True, False]


def test_the_process_ends_with_the_server(tmp_path, monkeypatch):
    """Whatever it is doing: compiling takes longer than this test waits."""
    monkeypatch.setenv("PIOCHE_CACHE", str(tmp_path))
    command = [sys.executable, "-m", "pioche.server.compiler", "no-merci", "casual"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        process.stdin.close()
        assert process.wait(timeout=30) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere, it only has a lower priority")
def test_the_process_takes_only_time_that_nobody_else_needs(tmp_path, monkeypatch):
    """Even while it loads its modules."""
    monkeypatch.setenv("PIOCHE_CACHE", str(tmp_path))

    async def begin():
        compiler = Compiler(["no-merci"])
        running = asyncio.create_task(compiler.run())
        while compiler._process is None:
            await asyncio.sleep(0)
        policy = os.sched_getscheduler(compiler._process.pid)
        running.cancel()
        await asyncio.wait({running})
        await compiler._process.wait()
        return policy

    assert asyncio.run(begin()) == os.SCHED_IDLE


def test_without_compiling_a_bot_moves_by_judgement(nothing_compiled):
    situation = first_choice(registry.find("drahtseilakt"))
    with without_compiling():
        assert LevelBot("expert").choose(situation) in situation.numbers
    assert not list(nothing_compiled.rglob("*.nbc"))


def test_a_bot_that_may_not_compile_does_not_even_load_the_compiler(tmp_path, monkeypatch):
    monkeypatch.setenv("PIOCHE_CACHE", str(tmp_path))
    done = subprocess.run([sys.executable, "-c", WITHOUT_NUMBA], capture_output=True, check=True, text=True)
    assert done.stdout == "False\n"


def test_without_compiling_a_hint_has_an_order_but_no_figures(nothing_compiled):
    situation = first_choice(registry.find("drahtseilakt"))
    with without_compiling():
        found = hints(situation)
    assert sorted(hint.move.number for hint in found) == sorted(situation.numbers)
    assert {hint.tries for hint in found} == {0}


def test_only_a_server_without_compiler_compiles_in_the_threads_of_its_bots(nothing_compiled):
    async def ask(compiler):
        bots = BotSeats(Pace(), Metrics(), None, compiler)
        try:
            return await bots.work(lambda: compiled(lambda: 7, "tested.seven")())
        finally:
            bots.close()

    with pytest.raises(NotCompiled):
        asyncio.run(ask(Compiler([])))
    assert asyncio.run(ask(None)) == 7


class Recorded(Compiler):
    """A compiler that only notes what it would compile. Every step lasts until it is let go or stopped."""

    def __init__(self, games, **settings):
        super().__init__(games, **settings)
        self.begun, self.go, self.code = [], asyncio.Event(), 0

    async def _compile(self, game):
        self.begun.append(game)
        self.code = 0
        await self.go.wait()
        self.go.clear()
        return self.code

    def _stop(self):
        self.code = -15
        self.go.set()


class Stepwise(Compiler):
    """A compiler whose processes end at once, with the given exit codes."""

    def __init__(self, *codes):
        super().__init__(["no-merci"])
        self.codes, self.begun = list(codes), []

    async def _compile_parts(self, game, parts):
        self.begun += parts
        return self.codes.pop(0)


def test_the_processes_of_a_game_compile_every_level_and_the_review():
    compiler = Stepwise(0, 0, 0)
    asyncio.run(compiler.run())
    assert sorted(compiler.begun) == sorted([*LEVELS, REVIEW])


def test_a_review_compiles_nothing_after_its_process():
    compile_parts(registry.find("no-merci"), [REVIEW])
    with without_compiling():
        review_match(any_match(registry.find("no-merci")), Effort(seconds=0.0))


def test_a_game_that_was_interrupted_is_compiled_again_from_its_first_level():
    compiler = Stepwise(-signal.SIGTERM, 0, 0, 0)
    asyncio.run(compiler.run())
    assert compiler.begun == [*STEPS[0], *STEPS[0], *STEPS[1], *STEPS[2]]


async def until_idle():
    for _ in range(5):
        await asyncio.sleep(0)


async def compile_with(games, *wanted):
    compiler = Recorded(games)
    running = asyncio.create_task(compiler.run())
    await until_idle()
    for game in wanted:
        compiler.prefer(registry.find(game))
        await until_idle()
    while not running.done():
        compiler.go.set()
        await until_idle()
    return compiler.begun


def test_games_are_compiled_in_order():
    assert asyncio.run(compile_with(["a-moins", "no-merci"])) == ["a-moins", "no-merci"]


def test_the_game_of_an_opened_table_comes_first_and_the_other_one_again_later():
    begun = asyncio.run(compile_with(["a-moins", "20-20", "no-merci"], "no-merci"))
    assert begun == ["a-moins", "no-merci", "a-moins", "20-20"]


def test_a_second_table_waits_for_the_game_of_the_first():
    begun = asyncio.run(compile_with(["a-moins", "20-20", "no-merci"], "no-merci", "20-20", "no-merci"))
    assert begun == ["a-moins", "no-merci", "20-20", "a-moins"]


def test_games_that_nobody_plays_may_be_left_alone():
    async def story():
        compiler = Recorded(["a-moins", "20-20", "no-merci"], only_asked=True)
        running = asyncio.create_task(compiler.run())
        for game in ("no-merci", "20-20"):
            compiler.prefer(registry.find(game))
            await until_idle()
            compiler.go.set()
            await until_idle()
        running.cancel()
        return compiler.begun

    assert asyncio.run(story()) == ["no-merci", "20-20"]


def test_a_match_of_several_games_prefers_all_of_them():
    games = [game.name for game in pioche.games()]
    begun = asyncio.run(compile_with(games, "xxl-pur"))
    rounds = [rules.name for rules in registry.find("xxl-pur").format(registry.find("xxl-pur").agree()).rounds]
    assert begun[1:7] == list(dict.fromkeys(rounds))


def test_a_read_only_cache_is_replaced(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PIOCHE_CACHE", str(tmp_path / "file" / "folder"))
    with writable_cache():
        assert cache_folder().is_dir()


def test_a_writable_cache_is_used(tmp_path, monkeypatch):
    monkeypatch.setenv("PIOCHE_CACHE", str(tmp_path / "new"))
    with writable_cache():
        assert (tmp_path / "new").is_dir()


def test_a_process_that_watches_its_input_ends_quietly():
    """Its input is still open, and the thread that reads it still waits, when the interpreter ends."""
    watching = "import threading; from pioche.server.compiler import end_with_server as end; "
    command = [sys.executable, "-c", watching + "threading.Thread(target=end, daemon=True).start()"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.wait(timeout=60) == 0
    assert process.stderr.read() == b""
    process.stdin.close()
    process.stderr.close()
