"""The question of what each card is worth: what counts, and that higher is better."""

from collections import Counter

import numpy as np
import pytest

from pioche.core.errors import BadSetting
from pioche.lab.ask import ask, prepare
from pioche.lab.questions.asked import Asked
from pioche.lab.questions.cards import direction, watch, worth
from tests.lab.test_questions import ONE, shown


@pytest.mark.xdist_group("no-merci")
def test_in_no_merci_only_cards_that_are_taken_count():
    """Nobody holds cards, and random players do best with low cards."""
    answer = ask("cards", "no-merci", 3, bots="random", matches=60, seed=1, rails=ONE)
    assert {table.name for table in answer.tables} == {"take", "take_ends"}
    worths = dict(zip(shown(answer, "take", "card"), shown(answer, "take", "worth"), strict=True))
    low = np.mean([worths[card] for card in worths if int(card) < 10])
    high = np.mean([worths[card] for card in worths if int(card) > 28])
    assert low > high + 10
    assert sum(shown(answer, "take", "times")) <= 60 * 24


@pytest.mark.xdist_group("determiner-la-couleur")
def test_tricks_are_taken_by_one_seat_and_led_once():
    """XX62: every card is dealt, every trick has one lead, and its cards go to one seat."""
    sitting = Asked("cards", "determiner-la-couleur", 4, bots="random").sitting()
    ((doings, scores),) = watch(sitting, 1, 0)
    actions = Counter(action for action, _, _ in doings)
    assert actions == {"hold": 48, "take": 48, "lead": 12, "lay": 36}
    assert len({card for action, card, _ in doings if action == "take"}) == 48
    assert sum(worth(sitting, np.array([scores]))[0]) == pytest.approx(0)


@pytest.mark.parametrize(("game", "sign"), [("no-merci", -1), ("determiner-la-couleur", 1), ("the-game", -1)])
def test_higher_worth_is_better_whatever_the_game_counts(game, sign):
    assert direction(Asked("cards", game, 3).sitting()) == sign


def test_a_solitaire_has_no_cards_to_compare():
    with pytest.raises(BadSetting, match="is a game for one here"):
        prepare(Asked("cards", "20-20"))
