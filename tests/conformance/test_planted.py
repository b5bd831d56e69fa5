"""The laws catch faults planted in a copy of a game, and accept the game without them."""

from dataclasses import replace

import pytest

from pioche.core.compiled.kernels import kernels
from pioche.core.game import Format, Game
from pioche.core.rule import rule
from pioche.core.standings import lowest_first
from pioche.core.state import NOBODY, UNKNOWN
from pioche.core.words import Words
from pioche.games import no_merci
from pioche.games.no_merci.knowledge import imagine, observe
from pioche.games.no_merci.rules import REFUSE, apply, legal_moves
from pioche.games.no_merci.state import LOWEST, PILE
from tests.conformance import laws
from tests.games.no_merci import witness

SETTING = no_merci.GAME.agree(3)


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    """Run loops interpreted unless a law asks for both: to compile every faulty game would take longer."""
    monkeypatch.setattr(laws, "kernels", lambda rules, interpreted=True: kernels(rules, interpreted=interpreted))


def planted(**faults) -> Game:
    """No Merci with some of its rules replaced."""
    rules = replace(no_merci.RULES, **faults)
    words = Words("planted", no_merci.GAME.package)
    return replace(no_merci.GAME, words=words, format=lambda setting: Format((rules,), lowest_first))


@rule
def leaky_observe(state, seat, known):
    """Reveals the next card of the pile, which nobody has seen."""
    observe(state, seat, known)
    if state.turned + 1 < PILE:
        known.pile[state.turned + 1] = state.pile[state.turned + 1]


@rule
def obedient_imagine(state, seat, rng):
    """Respects the revealed card, so that imagination and knowledge agree about it."""
    told = state.pile[state.turned + 1] if state.turned + 1 < PILE else -1
    imagine(state, seat, rng)
    for i in range(state.turned + 2, PILE):
        if state.pile[i] == told:
            state.pile[i] = state.pile[state.turned + 1]
    if told >= 0:
        state.pile[state.turned + 1] = told


def test_g6_a_planted_leak_is_caught():
    with pytest.raises(AssertionError, match="knows a card it has not seen"):
        laws.law_hidden_cards_stay_hidden(planted(observe=leaky_observe), SETTING, witness)


def test_g6_a_leak_that_sampling_respects_is_caught_too():
    game = planted(observe=leaky_observe, imagine=obedient_imagine)
    laws.law_imagined_worlds_fit_what_is_known(game, SETTING, witness)  # this law alone does not catch it
    with pytest.raises(AssertionError, match="knows a card it has not seen"):
        laws.law_hidden_cards_stay_hidden(game, SETTING, witness)


def test_sampling_that_always_gives_one_deal_is_caught():
    @rule
    def stuck(state, seat, rng):
        card = LOWEST
        for i in range(state.turned + 1, PILE):
            while state.owner[card] != NOBODY or card == state.pile[state.turned]:
                card += 1
            state.pile[i] = card
            card += 1

    with pytest.raises(AssertionError, match="is always imagined in one place"):
        laws.law_imagination_is_spread(planted(imagine=stuck), SETTING, witness)


@rule
def greedy_apply(state, seat, move):
    """A planted wrong rule: a refusal costs nothing."""
    apply(state, seat, move)
    if move == REFUSE:
        state.tokens[seat] += 1


def test_a_planted_wrong_rule_is_caught():
    with pytest.raises(AssertionError):
        laws.law_cards_are_conserved(planted(apply=greedy_apply), SETTING, witness)


def test_g5_an_endless_game_is_caught():
    with pytest.raises(AssertionError, match="beyond its bound"):
        laws.law_ends_within_its_bound(planted(bound=lambda options: 30), SETTING)


@rule
def overflowing_apply(state, seat, move):
    """Adds up in eight bits, where NumPy and Numba differ."""
    apply(state, seat, move)
    state.pot = state.pile[0] * 100


@pytest.mark.filterwarnings("ignore:overflow")
def test_a_rule_that_behaves_differently_when_compiled_is_caught():
    with pytest.raises(AssertionError, match="differs"):
        laws.law_compiled_equals_interpreted(planted(apply=overflowing_apply), SETTING)


def test_moves_that_depend_on_hidden_cards_are_caught():
    @rule
    def peeking(state, seat, out):
        return 1 if state.pile[PILE - 1] % 2 else legal_moves(state, seat, out)

    with pytest.raises(AssertionError):
        laws.law_imagined_worlds_fit_what_is_known(planted(legal_moves=peeking), SETTING, witness)


def test_a_move_that_is_counted_but_not_written_is_caught():
    @rule
    def miscounting(state, seat, out):
        return legal_moves(state, seat, out) + 1

    with pytest.raises(AssertionError):
        laws.law_moves_are_listed_once(planted(legal_moves=miscounting), SETTING)


def test_g6_a_hidden_public_fact_is_caught():
    @rule
    def forgetful(state, seat, known):
        observe(state, seat, known)
        known.dealer = UNKNOWN

    with pytest.raises(AssertionError, match="nobody ever knows this"):
        laws.law_no_field_is_hidden_from_all(planted(observe=forgetful), SETTING)


def test_the_game_without_faults_keeps_the_laws():
    laws.law_no_field_is_hidden_from_all(planted(), SETTING)
    laws.law_moves_are_listed_once(planted(), SETTING)
    laws.law_hidden_cards_stay_hidden(planted(), SETTING, witness)
    laws.law_imagined_worlds_fit_what_is_known(planted(), SETTING, witness)
    laws.law_imagination_is_spread(planted(), SETTING, witness)
    laws.law_cards_are_conserved(planted(), SETTING, witness)
    laws.law_ends_within_its_bound(planted(), SETTING)
    laws.law_compiled_equals_interpreted(planted(), SETTING)
