"""``pioche backup``, ``restore``, ``prune`` and ``admin``: for operators. The server may be running."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pioche.core.errors import BadSetting

from .common import add_json, figure, print_json, print_result, say
from .serve import data_folder, in_one_sentence, reason_of

if TYPE_CHECKING:
    from pioche.server.pruning import Overview, Pruned
    from pioche.server.store import Store

UNITS = {"h": 3600, "d": 86400, "w": 7 * 86400}
AGE = re.compile(r"(\d{1,5})([hdw])", re.ASCII)
LISTED = 20
MOST_LISTED = 100_000
KILO = 1000


def _add_database(parser: argparse.ArgumentParser, language: str) -> None:
    parser.add_argument("--database", help=say("help.database").text(language))
    add_json(parser, language)


@contextmanager
def _opened(arguments: argparse.Namespace, *, is_new: bool = False) -> Iterator[Store]:
    """Open the database of a server, without changing its version; it must exist unless it may be new."""
    from pioche.server.store import Store

    database = arguments.database or f"sqlite:///{data_folder() / 'tables.db'}"
    with in_one_sentence(database):
        store = Store(database)
        if store.is_sqlite and not is_new and not Path(str(store.url.database)).is_file():
            raise BadSetting(say("operate.no-database", database=str(store.url.database)))
        with closing(store):
            yield store


@contextmanager
def _current(arguments: argparse.Namespace) -> Iterator[Store]:
    """Open the database of a server of this version."""
    from pioche.server.backups import check_version

    with _opened(arguments) as store:
        check_version(store)
        yield store


# Copies.


def add_backup(parser: argparse.ArgumentParser, language: str) -> None:
    parser.add_argument("file", metavar="FILE", help=say("help.backup-file").text(language))
    _add_database(parser, language)


def run_backup(arguments: argparse.Namespace) -> None:
    from pioche.server.backups import NotWritten, back_up

    target = Path(arguments.file)
    with _opened(arguments) as store:
        try:
            count = back_up(store, target)
        except FileExistsError as error:
            raise BadSetting(say("operate.exists", file=arguments.file)) from error
        except NotWritten as error:
            raise BadSetting(say("operate.not-written", file=arguments.file, reason=reason_of(error.why))) from error
    _report(arguments, "operate.backed-up", count, target)


def add_restore(parser: argparse.ArgumentParser, language: str) -> None:
    parser.add_argument("file", metavar="FILE", help=say("help.restore-file").text(language))
    parser.add_argument("--replace", action="store_true", help=say("help.replace").text(language))
    _add_database(parser, language)


def run_restore(arguments: argparse.Namespace) -> None:
    from pioche.server.backups import NotACopy, NotEmpty, restore
    from pioche.server.lock import InUse

    source = Path(arguments.file)
    if not source.exists():
        raise BadSetting(say("operate.no-file", file=arguments.file))
    with _opened(arguments, is_new=True) as store:
        try:
            count = restore(source, store, replaces=arguments.replace)
        except InUse as error:
            raise BadSetting(say("operate.in-use")) from error
        except NotEmpty as error:
            raise BadSetting(say("operate.not-empty")) from error
        except NotACopy as error:
            raise BadSetting(say("operate.not-a-copy", file=arguments.file)) from error
    _report(arguments, "operate.restored", count, source)


def _report(arguments: argparse.Namespace, key: str, count: int, file: Path) -> None:
    size = file.stat().st_size
    if arguments.json:
        print_json({"file": str(file), "tables": count, "bytes": size})
    else:
        print(say(key, file=str(file), count=count, size=_size(size, arguments.lang)).text(arguments.lang))


# Tables.


def add_prune(parser: argparse.ArgumentParser, language: str) -> None:
    parser.add_argument("--older-than", required=True, metavar="AGE", help=say("help.older-than").text(language))
    parser.add_argument("--unfinished", action="store_true", help=say("help.unfinished").text(language))
    parser.add_argument("--dry-run", action="store_true", help=say("help.dry-run").text(language))
    _add_database(parser, language)


def run_prune(arguments: argparse.Namespace) -> None:
    from pioche.server.pruning import prune

    found = AGE.fullmatch(arguments.older_than)
    if found is None:
        raise BadSetting(say("operate.bad-age", given=repr(arguments.older_than)))
    with _current(arguments) as store:
        seconds, unfinished = int(found[1]) * UNITS[found[2]], arguments.unfinished
        pruned = prune(store, seconds, is_dry_run=arguments.dry_run, unfinished=unfinished)
    print_result(arguments, pruned, _show_pruned)


def _show_pruned(found: Pruned, language: str) -> None:
    key = "operate.would-prune" if found.is_dry_run else "operate.pruned"
    print(say(key, count=found.tables, events=figure(found.events, ",", language)).text(language))


def add_admin(parser: argparse.ArgumentParser, language: str) -> None:
    parser.add_argument("--delete", metavar="TABLE", help=say("help.delete-table").text(language))
    parser.add_argument("--tables", type=int, default=LISTED, metavar="N", help=say("help.tables").text(language))
    _add_database(parser, language)


def run_admin(arguments: argparse.Namespace) -> None:
    from pioche.server.pruning import delete, find_table, overview

    if not 0 <= arguments.tables <= MOST_LISTED:
        raise BadSetting(say("operate.bad-number", given=str(arguments.tables), most=MOST_LISTED))
    with _current(arguments) as store:
        if arguments.delete is None:
            print_result(arguments, overview(store, arguments.tables), _show_overview)
            return
        table_id = find_table(store, arguments.delete)
        if table_id is None:
            raise BadSetting(say("operate.no-table", given=repr(arguments.delete)))
        delete(store, table_id)
    if arguments.json:
        print_json({"deleted": table_id})
    else:
        print(say("operate.deleted", table=table_id).text(arguments.lang))


def _show_overview(found: Overview, language: str) -> None:
    from rich.console import Console
    from rich.table import Table

    figures = {name: figure(getattr(found, name), ",", language) for name in ("tables", "running", "players", "events")}
    print(say("operate.overview", size=_size(found.bytes, language), **figures).text(language))
    shown = Table(box=None, pad_edge=False)
    for name in ("table", "code", "game", "opened", "ended", "events", "size"):
        shown.add_column(say(f"operate.column.{name}").text(language), no_wrap=True)
    for row in found.listed:
        ended = "" if row.ended is None else _day(row.ended)
        numbers = figure(row.events, ",", language), _size(row.bytes, language)
        shown.add_row(row.id, row.code, row.game, _day(row.opened), ended, *numbers)
    if found.listed:
        Console().print(shown)


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")


def _size(count: int, language: str) -> str:
    """Return a number of bytes, in kB or MB."""
    if count < KILO * KILO:
        return say("operate.kilobytes", count=figure(count / KILO, ".1f", language)).text(language)
    return say("operate.megabytes", count=figure(count / KILO / KILO, ".1f", language)).text(language)
