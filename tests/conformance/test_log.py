"""Every move has two texts with the same arguments: that of its button, and the line of the log about its player."""

import re

import numpy as np
import pytest

from pioche import registry
from pioche.core.match import Match
from pioche.core.state import SPECTATOR
from pioche.core.words import LANGUAGES, PLAYER, Message, catalogue
from tests.conformance.laws import some, walk
from tests.conformance.settings import variants

PLACE = re.compile(r"{(\w+)}")
BUTTON, LOG = ".move.", ".did."


def forms(entry):
    return list(entry.values()) if isinstance(entry, dict) else [entry]


def words_of_games():
    """Return the texts of all games and of their boxes."""
    folders = {part for game in registry.games() for part in (game.name, *game.package.split("."))}
    return {key: texts for key, texts in catalogue().items() if key.partition(".")[0] in folders - {"core"}}


def wrong(words):
    """Return the keys of moves and lines without a counterpart, or that differ from it in more than the player."""
    twins = [(key, key.replace(BUTTON, LOG, 1)) for key in words if BUTTON in key]
    twins += [(key.replace(LOG, BUTTON, 1), key) for key in words if LOG in key]
    return sorted({line for move, line in twins if not _are_twins(words.get(move), words.get(line))})


def _are_twins(move, line):
    return bool(move and line) and all(_fit(forms(move[each]), forms(line[each])) for each in LANGUAGES)


def _fit(said, told):
    names = [{name for form in each for name in PLACE.findall(form)} for each in (said, told)]
    return names[1] - names[0] <= {PLAYER} and all(_names_player_once(form) for form in told)


def _names_player_once(form):
    return form.startswith("{player}") and form.count("{player}") == 1 and not form.endswith(".")


def test_every_move_has_a_line_for_the_log():
    words = words_of_games()
    assert sum(BUTTON in key for key in words) > len(registry.games())
    assert wrong(words) == []


@pytest.mark.parametrize(("game", "setting"), variants())
def test_every_line_of_the_log_names_the_player(game, setting):
    """Also for covered and revealed moves: in a log, a move's own text would read as an order."""
    match = Match(game, setting, seed=12)
    for now in some(walk(match, np.random.default_rng(12))):
        for seat in range(setting.players):
            assert all(is_told(seat, move) for move in now.legal(seat) + now.signals(seat))
    for eyes in range(SPECTATOR, setting.players):
        assert match.log(eyes)
        assert all(is_told(seat, move) for seat, move in match.log(eyes))


def is_told(seat, move):
    told, player = move.done_by(seat), Message("core.player", {"seat": seat})
    assert LOG in told.key
    return all(told.text(language).startswith(player.text(language)) for language in LANGUAGES)


TAKE = {"en": "take the {card}", "fr": "prendre le {card}"}
TAKES = {"en": "{player} takes the {card}", "fr": "{player} prend le {card}"}


@pytest.mark.parametrize(
    ("told", "is_right"),
    [
        ({}, True),
        ({"en": "takes the {card}"}, False),
        ({"en": "{player} takes the {card} from {player}"}, False),
        ({"fr": "{player} prend le {card} et {count} jetons"}, False),
        ({"fr": {"one": "{player} prend le {card}", "other": "prend le {card}"}}, False),
        ({"en": "{player} takes the {card}."}, False),
    ],
)
def test_the_check_finds_a_wrong_line(told, is_right):
    assert (wrong({"a.move.take": TAKE, "a.did.take": TAKES | told}) == []) == is_right


@pytest.mark.parametrize("words", [{"a.move.take": TAKE}, {"a.did.take": TAKES}])
def test_the_check_finds_a_missing_counterpart(words):
    assert wrong(words) == ["a.did.take"]
