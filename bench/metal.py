"""Measures the distance to C: random play in Pioche beside hand-written C twins of six games, in one run.

make bench-c

Both run on one core, in turn, and are measured in processor time. The statistics of both must agree, otherwise the
twins do not play the same game.
"""

from __future__ import annotations

import math
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time

import numpy as np

from pioche import registry
from pioche.core.chance import new_random
from pioche.games.xxl import deck
from pioche.lab.table import Table

SOURCES = Path(__file__).parent / "c"
TWINS = {
    "no-merci": ("no_merci.c", 4),
    "the-game": ("the_game.c", 3),
    "drahtseilakt": ("drahtseilakt.c", 4),
    "determiner-la-couleur": ("couleur.c", 4),
    "20-20": ("vingt.c", 1),
    "six-sequences": ("six_sequences.c", 3),
}
"""By game: its twin, and how many play."""
BLOCK, SECONDS, REPEATS = 4096, 1.0, 5
SAMPLE = 4 * BLOCK
"""Games that are not timed, for the spread of the points, as in run.h."""
FLAGS = ("-O3", "-march=native", "-std=gnu17", "-Wall", "-Werror")
FARTHEST = 5.0
"""How many standard errors the mean scores of the twins may be apart."""


@dataclass
class Run:
    """What one program played."""

    moves: int
    seconds: float
    games: int
    points: list[int]
    squares: int = 0
    """The sum of all squared points of a sample; of a twin only."""

    @property
    def speed(self) -> float:
        return self.moves / self.seconds


def main() -> int:
    compiler = shutil.which("cc")
    if compiler is None:
        print("No C compiler: on Debian, apt-get install gcc")
        return 1
    print(f"Million moves a second, one core, medians of {REPEATS} runs in turn\n")
    print(f"{'':24}{'players':>9}{'Pioche':>9}{'C':>9}{'C / Pioche':>12}")
    with tempfile.TemporaryDirectory() as folder:
        for game, (source, players) in TWINS.items():
            compare(game, players, built(compiler, SOURCES / source, Path(folder)))
    return 0


def built(compiler: str, source: Path, folder: Path) -> Path:
    """Return the program of a twin, built in a folder."""
    (folder / "deck.h").write_text(deck_header(), encoding="ascii")
    program = folder / source.stem
    subprocess.run([compiler, *FLAGS, f"-I{folder}", "-o", str(program), str(source)], check=True)
    return program


def compare(game: str, players: int, program: Path) -> None:
    table = Table(registry.find(game), registry.find(game).agree(players))
    table.play(BLOCK, new_random(0))  # compile first
    ours, theirs = [], []
    for seed in range(REPEATS):
        ours.append(run_pioche(table, seed))
        theirs.append(run_twin(program, seed))
    pioche, c = (median(run.speed for run in runs) / 1e6 for runs in (ours, theirs))
    print(f"{game:24}{players:9}{pioche:9.1f}{c:9.1f}{c / pioche:12.2f}")
    check_agreement(table, ours, theirs)


def run_pioche(table: Table, seed: int) -> Run:
    run, block = Run(0, 0.0, 0, [0] * table.setting.players), 0
    begin = process_time()
    while run.seconds < SECONDS:
        played = table.play(BLOCK, new_random(seed, block))
        run.moves += int(played.lengths.sum())
        run.points = [sum(both) for both in zip(run.points, played.totals.sum(0).tolist(), strict=True)]
        run.games, block = run.games + BLOCK, block + 1
        run.seconds = process_time() - begin
    return run


def run_twin(program: Path, seed: int) -> Run:
    printed = subprocess.run([program, str(seed), str(SECONDS)], check=True, capture_output=True, text=True).stdout
    moves, seconds, games, squares, *points = printed.split()
    return Run(int(moves), float(seconds), int(games), list(map(int, points)), int(squares))


def check_agreement(table: Table, ours: list[Run], theirs: list[Run]) -> None:
    """Moves, points and squared points a game must be the same, up to chance.

    Where all cards are won, the sum of the points is always the same, whoever wins them; that of their squares is not.
    """
    sample = table.play(SAMPLE, new_random(1))
    squares = (sample.totals.astype(np.int64) ** 2).sum(1)
    games = [sum(run.games for run in runs) for runs in (ours, theirs)]
    for name, each, count in (
        ("moves", sample.lengths, lambda run: run.moves),
        ("points", sample.totals.sum(1), lambda run: sum(run.points)),
    ):
        means = [sum(map(count, runs)) / played for runs, played in zip((ours, theirs), games, strict=True)]
        check_same(name, means, float(each.std()), games)
    many = len(theirs) * SAMPLE
    means = [float(squares.mean()), sum(run.squares for run in theirs) / many]
    check_same("squared points", means, float(squares.std()), [SAMPLE, many])


def check_same(name: str, means: list[float], spread: float, games: list[int]) -> None:
    error = spread * math.sqrt(sum(1 / number for number in games)) + 1e-9
    if abs(means[0] - means[1]) > FARTHEST * error:
        sys.exit(f"The twins differ: {means[0]:.4f} {name} a game in Pioche, {means[1]:.4f} in C")


def deck_header() -> str:
    """Return the deck of XXL as C arrays."""
    carrying = [
        sum(1 << card for card in range(deck.CARD_COUNT) if deck.COLOUR_MASK[card] & mask) for mask in range(16)
    ]
    rank = np.where(deck.RANK == deck.ABSENT, -1, deck.RANK)
    rows = ",".join("{" + ",".join(map(str, row)) + "}" for row in rank.tolist())
    lists = {
        "int8_t COLOURS_OF": deck.COLOUR_MASK.tolist(),
        "int8_t TOTAL": deck.TOTAL.tolist(),
        "int8_t FIRST": deck.FIRST_COLOUR.tolist(),
        "int8_t SECOND": deck.SECOND_COLOUR.tolist(),
        "uint64_t CARRYING": [f"UINT64_C({cards})" for cards in carrying],
    }
    lines = [f"static const {name}[] = {{{','.join(map(str, values))}}};" for name, values in lists.items()]
    lines.append(f"static const int16_t RANK[][4] = {{{rows}}};")
    return "\n".join([f"enum {{ CARDS = {deck.CARD_COUNT} }};", *lines, ""])


if __name__ == "__main__":
    sys.exit(main())
