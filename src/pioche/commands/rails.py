"""Arguments and output of long work: where it runs, its journal, a progress bar, and what to do after Ctrl-C."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pioche.lab.blocks import Progress, Rails
from pioche.lab.simulate import checked_number

from .common import say


def add_rails(parser: argparse.ArgumentParser, language: str, *, with_journal: bool = True) -> None:
    """Add ``--on``, ``--workers`` and ``--resume``."""
    parser.add_argument("--on", metavar="ENGINE", help=say("help.on").text(language))
    parser.add_argument("--workers", type=int, help=say("help.workers").text(language))
    if with_journal:
        parser.add_argument("--resume", metavar="FILE", help=say("help.resume").text(language))


@contextmanager
def on_rails(arguments: argparse.Namespace, default: str = "processes") -> Iterator[Rails]:
    """Yield the rails that the arguments describe, and show a progress bar meanwhile.

    After Ctrl-C, print the command that goes on, or that nothing was kept. Commands without ``--resume`` keep what they
    find in a file of their own.
    """
    if arguments.workers is not None:
        checked_number("workers", arguments.workers, 1, 1024)
    given = getattr(arguments, "resume", None)
    resume = Path(given) if given else None
    try:
        with progress_of(arguments) as progress:
            yield Rails(arguments.on or default, arguments.workers, resume, progress)
    except KeyboardInterrupt:
        is_kept = resume is not None or not hasattr(arguments, "resume")
        command = shlex.join(["pioche", *sys.argv[1:]])
        stopped = say("stopped", command=command) if is_kept else say("stopped-lost")
        print(stopped.text(arguments.lang), file=sys.stderr)
        raise


@contextmanager
def progress_of(arguments: argparse.Namespace) -> Iterator[Progress]:
    """Show a progress bar with the time left; yield a function to call with the steps done, and all steps.

    The first call tells what was done before this run, which does not count for the time left.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    hidden = arguments.json or not sys.stderr.isatty()
    with Bar(*columns, console=Console(stderr=True), transient=True, disable=hidden) as bar:
        task = bar.add_task(say("simulate.playing").text(arguments.lang), total=None)
        begun = False

        def progress(done: int, total: int | None) -> None:
            nonlocal begun
            if begun:
                bar.update(task, completed=done)
            else:
                bar.reset(task, completed=done, total=total)
                begun = True

        yield progress
