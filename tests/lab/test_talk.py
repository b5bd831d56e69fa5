"""The question of how much talking helps: the words that are allowed, and talk that cannot be measured."""

import numpy as np
import pytest

import pioche
from pioche.core.chance import new_random
from pioche.core.compiled.kernels import kernels
from pioche.core.errors import BadSetting
from pioche.lab.ask import prepare
from pioche.lab.questions.asked import Asked
from pioche.lab.questions.talk import SILENCE, allowed_signals


def test_a_word_that_is_not_allowed_is_taken_back_instead():
    rules = pioche.registry.find("the-game").format(pioche.registry.find("the-game").agree(2)).rounds[0]

    def given(words, name):
        signals = allowed_signals(rules, words)
        number = int(signals[rules.move_numbers[name] - rules.signal_numbers[0]])
        return number if number < 0 else rules.move_name(number)

    assert given(("leave",), "signal up1 leave") == "signal up1 leave"
    assert given(("leave",), "signal up1 gently") == "signal up1 none"
    assert given(("leave",), "signal up1 none") == "signal up1 none"
    assert given(("leave",), "signal stuck") == "signal unstuck"
    assert given((), "signal up1 leave") == SILENCE
    everything = allowed_signals(rules, tuple(rules.signal_words))
    assert everything.tolist() == list(rules.signal_numbers)


@pytest.mark.xdist_group("the-game")
@pytest.mark.long
def test_all_words_are_what_bots_say_by_themselves():
    """The measured talk with all words allowed ends each deal as the game's own bots do."""
    asked = Asked("talk", "the-game", 3, bots="casual", seed=1)
    work = prepare(asked).work
    won, left = work.play(work.allowed[-1], 0)
    silent_won, silent_left = work.play((), 0)
    table, rng = work.sitting.table, new_random(1, 0)
    rules = table.rounds[0].for_bots
    rounds = table.deal(0, np.arange(work.deals) % 3, rng, is_for_bots=True)
    table._play_quick(rules, rounds, new_random(1, 0, 1), ["casual"] * 3, np.zeros(work.deals, np.int32))
    points = np.zeros((work.deals, 3), np.int32)
    kernels(rules).result(rounds, points, np.zeros(work.deals, np.int32))
    assert left.tolist() == points[:, 0].tolist()
    assert silent_left.mean() > left.mean()
    assert won.sum() >= silent_won.sum()


@pytest.mark.parametrize(
    ("players", "bots", "sentence"),
    [(1, "casual", "nobody to talk to"), (2, "expert", "do not search"), (2, "random", "do not search")],
)
def test_talk_that_cannot_be_measured_is_refused_with_a_sentence(players, bots, sentence):
    with pytest.raises(BadSetting, match=sentence):
        prepare(Asked("talk", "the-game", players, bots=bots))
