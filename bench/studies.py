"""Makes the figures and plots of docs/studies, by the questions of the laboratory.

python -m bench.studies              all games
python -m bench.studies no-merci     one game

Each page keeps the text above the mark; everything below it is replaced.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from pathlib import Path

from pioche import registry
from pioche.lab.answer import Answer
from pioche.lab.ask import answer, prepare
from pioche.lab.blocks import Rails
from pioche.lab.plots import svg
from pioche.lab.questions.asked import Asked

PAGES = Path(__file__).parent.parent / "docs" / "studies"
MARK = "<!-- Below this line: python -m bench.studies -->"
SEED = 1


@dataclass(frozen=True)
class Ask:
    """One question of a study."""

    question: str
    players: int | None = None
    bots: str | None = None
    matches: int | None = None
    against: tuple[str, ...] = ()
    plots: tuple[str, ...] = field(default=())
    """The plots to show; all of them if none is named."""

    def answer(self, game: str) -> Answer:
        asked = Asked(
            self.question, game, self.players, bots=self.bots, matches=self.matches, seed=SEED, against=self.against
        )
        plan = prepare(asked)
        return answer(asked, plan, Rails(on=plan.engine, workers=1))


def usual(players: int, matches: int = 20_000) -> tuple[Ask, ...]:
    """Return what is asked of every game that seats compete in."""
    return (
        Ask("seats", players, "casual", matches),
        Ask("length", players, "casual", matches),
        Ask("luck", players, matches=matches, plots=("won",)),
        Ask("skill", players, matches=matches),
    )


STUDIES: dict[str, tuple[Ask, ...]] = {
    "no-merci": (
        Ask("seats", 4, "random", 100_000),
        Ask("seats", 4, "casual", 100_000),
        Ask("seats", 4, "strong@0", 100_000),
        Ask("cards", 4, "casual", 1000),
        Ask("luck", 4, matches=20_000, plots=("won",)),
        Ask("skill", 4, matches=20_000),
    ),
    "the-game": (
        Ask("talk", 3, "strong", 10_000),
        Ask("length", 3, "strong", 2000),
        Ask("skill", 3, matches=4000),
    ),
    "20-20": (Ask("length", 1, "strong", 200_000), Ask("skill", 1, matches=20_000)),
    "permis-de-refuser": (
        Ask("compare", 4, "casual", 20_000, ("fewest_only=on",)),
        Ask("compare", 4, "strong", 20_000, ("fewest_only=on",)),
        *usual(4),
    ),
    "fournir-des-series": (
        *usual(4, 10_000),
        Ask("stock", 4, "casual", 2000),
        Ask("stock", 4, "strong", 2000),
    ),
    "drahtseilakt": (Ask("compare", 4, "casual", 4000), *usual(4, 8000)),
    "a-moins": usual(4),
    "l-un-apres-l-autre": usual(4),
    "montees-et-descentes": usual(4),
    "determiner-la-couleur": (
        Ask("compare", 4, "casual", 20_000, ("variant=trump",)),
        *usual(4),
        Ask("cards", 4, "casual", 1000, plots=("hold", "lead")),
    ),
    "six-sequences": usual(4, 8000),
    "xxl-pur": usual(4),
}


def study(game: str) -> None:
    """Write the plots of a game and the part of its page below the mark."""
    parts = [MARK]
    for number, ask in enumerate(STUDIES[game], 1):
        found = ask.answer(game)
        parts += [f"## {found.title.text()}", *(finding.text() for finding in found.findings)]
        for plot in found.plots:
            if not ask.plots or plot.name in ask.plots:
                name = f"{game}-{number}-{plot.name}.svg"
                (PAGES / name).write_text(svg(plot, found.table(plot.table), "en") + "\n", encoding="utf-8")
                parts.append(f"![{plot.title.text()}]({name})")
        parts.append(f"```\n{found.command}\n```")
        print(
            f"{game}: {found.title.text()}\n  " + "\n  ".join(finding.text() for finding in found.findings), flush=True
        )
    write_page(game, "\n\n".join(parts) + "\n")


def write_page(game: str, below: str) -> None:
    path = PAGES / f"{game}.md"
    title = registry.find(game).title.text()
    above = path.read_text(encoding="utf-8").partition(MARK)[0] if path.exists() else f"# {title}\n\n"
    path.write_text(above + below, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="The figures and plots of docs/studies.")
    parser.add_argument("game", nargs="?", choices=list(STUDIES))
    game = parser.parse_args().game
    PAGES.mkdir(exist_ok=True)
    for each in [game] if game else STUDIES:
        study(each)


if __name__ == "__main__":
    main()
