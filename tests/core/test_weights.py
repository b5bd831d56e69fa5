"""Named weights: from a table with keys to the array that rules read, and back."""

import sys
import tomllib
from typing import Annotated, get_type_hints

import numpy as np
import pytest

import pioche
from pioche.core.game import Setting
from pioche.core.judgement import weights_of
from pioche.core.weights import Weight, Weights, as_toml, pack, places, unpack, weight_count


class Hand:
    pairs: Weight
    longest: Weight


class Played:
    points: Weight
    early: Hand
    late: Hand
    layers: Annotated[Weights, (2, 2)]


class PlayedInTeams(Played):
    partner: Weight


TABLE = {
    "points": 0.1,
    "early": {"pairs": 1, "longest": 2.5},
    "late": {"pairs": -3, "longest": 4},
    "layers": [[5, 6], [7, 8]],
}


def test_places_are_the_indices_of_the_first_weight_of_each_field():
    assert places(Hand) == (0, 1)
    assert places(Played) == (0, 1, 3, 5)
    assert weight_count(Played) == 9


def test_fields_of_a_base_class_come_first():
    assert places(PlayedInTeams) == (*places(Played), 9)


def test_weights_are_packed_in_the_order_of_the_declaration():
    shuffled = dict(reversed(TABLE.items()))
    assert pack(Played, shuffled, "here").tolist() == [0.1, 1, 2.5, -3, 4, 5, 6, 7, 8]


def test_unpacking_a_packed_table_gives_it_back():
    assert unpack(Played, pack(Played, TABLE, "here")) == TABLE


def test_writing_as_toml_loses_no_digits():
    weights = np.random.default_rng(1).normal(size=weight_count(Played))
    written = tomllib.loads(as_toml(Played, weights, "tuned.3"))
    assert pack(Played, written["tuned"]["3"], "here").tolist() == weights.tolist()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"points": None}, "[tuned.3] lacks points."),
        ({"point": 1}, "[tuned.3] has an unknown key point."),
        ({"points": None, "point": 1}, "[tuned.3] lacks points and has an unknown key point."),
        ({"points": "much"}, "[tuned.3]: points must be a number."),
        ({"points": True}, "[tuned.3]: points must be a number."),
        ({"points": [1]}, "[tuned.3]: points must be a number."),
        ({"late": 1}, "[tuned.3]: late must be a table."),
        ({"late": {"pairs": 1}}, "[tuned.3]: late lacks longest."),
        ({"layers": [[1, 2]]}, "[tuned.3]: layers must be a list of 2."),
        ({"layers": [[1, 2], [3]]}, "[tuned.3]: layers must be a list of 2."),
        ({"layers": [[1, 2], [3, "x"]]}, "[tuned.3]: layers must be a number."),
    ],
)
def test_a_table_with_a_fault_is_refused_in_one_sentence(change, sentence):
    table = {key: value for key, value in (TABLE | change).items() if value is not None}
    with pytest.raises(ValueError, match="tuned") as refused:
        pack(Played, table, "[tuned.3]")
    assert str(refused.value) == sentence


FILE = """
[tuned.2]
pairs = 1.5
longest = 0
[tuned.4]
pairs = 2
longest = 3
[tuned-open.2]
pairs = 7
longest = 8
[wrong.2]
pairs = 1
[network.2]
weights = [1, 2, 3]
"""


@pytest.fixture
def weights(tmp_path, monkeypatch):
    """Return the weights of a package whose judgement.toml is FILE."""
    (tmp_path / "hand_game").mkdir()
    (tmp_path / "hand_game" / "__init__.py").touch()
    (tmp_path / "hand_game" / "judgement.toml").write_text(FILE)
    monkeypatch.syspath_prepend(tmp_path)
    yield weights_of("hand_game", Hand, arrays=("network",))
    sys.modules.pop("hand_game", None)


def test_the_weights_of_the_next_smaller_number_of_players_are_used(weights):
    assert weights(Setting(3, None, {}), "tuned").tolist() == [1.5, 0]
    assert weights(Setting(5, None, {}), "tuned").tolist() == [2, 3]


def test_a_variant_uses_its_own_weights_where_it_has_them(weights):
    assert weights(Setting(2, "open", {}), "tuned").tolist() == [7, 8]
    assert weights(Setting(2, "closed", {}), "tuned").tolist() == [1.5, 0]


def test_an_error_in_the_file_names_its_table(weights):
    with pytest.raises(ValueError, match=r"^judgement.toml of hand_game: \[wrong.2\] lacks longest\.$"):
        weights(Setting(2, None, {}), "wrong")


def test_a_table_of_arrays_needs_no_names(weights):
    assert weights(Setting(2, None, {}), "network").tolist() == [1, 2, 3]


def declarations():
    """Return the declarations of all games, and of their groups."""
    found = set()
    for game in pioche.games():
        for rules in game.format(game.agree(game.players[0])).rounds:
            if rules.judgement is not None and rules.judgement.declaration is not None:
                found.add(rules.judgement.declaration)
    hints = {hint for declared in found for hint in get_type_hints(declared).values()}
    groups = {hint for hint in hints if isinstance(hint, type) and get_type_hints(hint)}
    return sorted(found | groups, key=lambda declared: declared.__qualname__)


@pytest.mark.parametrize("declared", declarations(), ids=lambda declared: declared.__name__)
def test_constants_have_the_names_of_their_fields(declared):
    """Unpacked from `places` in another order, a rule would read the wrong weight."""
    modules = {
        key: value for each in reversed(declared.__mro__) for key, value in vars(sys.modules[each.__module__]).items()
    }
    found = {name: modules.get(name.upper()) for name in get_type_hints(declared)}
    assert found == dict(zip(found, places(declared), strict=True))
