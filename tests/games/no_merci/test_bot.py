"""The bots of No Merci: situations in which every good player knows what to do."""

import numpy as np
import pytest

from pioche.bots import find_bot
from pioche.core.judgement import LEVELS
from pioche.core.state import NOBODY, new
from pioche.core.think.think import Budget, Situation
from pioche.games.no_merci import GAME
from pioche.games.no_merci.bot.judgement import JUDGEMENT, WEIGHTS, explain
from pioche.games.no_merci.bot.network import weights_count
from pioche.games.no_merci.rules import MOVES, REFUSE, TAKE
from pioche.games.no_merci.state import PILE, State

pytestmark = pytest.mark.xdist_group("no-merci")

BOTS = ("casual", "strong", "expert@400")
SOME_CARDS = {0: (14, 21, 28), 1: (5, 17, 32), 2: (8, 24, 34)}
"""What everybody has in the middle of a game."""
CONCEDED = 30
"""What everybody has paid by then, in points beyond the tokens."""


def facing(card, pot=0, tokens=(9, 9, 9), owned=SOME_CARDS, to_come=10):
    """What seat 0 knows when it faces this card; everybody has conceded as much as others."""
    known = new(State)
    known.seats, known.pot, known.turned = len(tokens), pot, PILE - 1 - to_come
    known.tokens[: len(tokens)] = tokens
    known.conceded[: len(tokens)] = CONCEDED
    known.owner[:] = NOBODY
    for seat, cards in owned.items():
        known.owner[list(cards)] = seat
    known.pile[:] = -1
    known.pile[known.turned] = card
    return known


def choice(bot, known):
    """What a bot does as seat 0."""
    setting = GAME.agree(int(known.seats))
    rng = np.random.default_rng(1)
    situation = Situation(GAME, setting, 0, (), known, 0, (TAKE, REFUSE), rng, Budget())
    return MOVES[find_bot(bot).choose(situation)]


@pytest.mark.parametrize("bot", ["beginner", *BOTS])
def test_a_card_that_is_paid_for_is_taken(bot):
    assert choice(bot, facing(11, pot=12)) == "take"


@pytest.mark.parametrize("bot", ["beginner", *BOTS])
def test_a_high_card_without_tokens_is_refused(bot):
    assert choice(bot, facing(35, owned={0: (5,), 1: (17,), 2: (24,)})) == "refuse"


@pytest.mark.parametrize("bot", BOTS)
def test_a_card_that_nobody_else_wants_may_go_round(bot):
    assert choice(bot, facing(29, pot=1)) == "refuse"


@pytest.mark.parametrize("bot", BOTS)
def test_a_card_that_extends_a_run_is_taken_before_a_player_who_must_take_it(bot):
    assert choice(bot, facing(29, pot=4, tokens=(9, 0, 9))) == "take"


@pytest.mark.parametrize("bot", BOTS)
def test_the_last_card_goes_to_the_player_without_tokens(bot):
    assert choice(bot, facing(12, pot=3, tokens=(9, 0, 9), to_come=0)) == "refuse"


@pytest.mark.parametrize("bot", BOTS)
def test_a_card_that_the_next_player_also_wants_is_taken(bot):
    owned = {0: (14, 23), 1: (5, 21, 32), 2: (8, 26, 34)}
    assert choice(bot, facing(22, pot=3, owned=owned)) == "take"


@pytest.mark.parametrize("variant", [None, *GAME.variants])
@pytest.mark.parametrize("players", GAME.players)
def test_every_level_has_weights(players, variant):
    assert set(JUDGEMENT.levels) == set(LEVELS)
    lengths = [len(JUDGEMENT.weights(GAME.agree(players, variant), JUDGEMENT.levels[name].weights)) for name in LEVELS]
    assert lengths == [WEIGHTS, WEIGHTS, weights_count(players), weights_count(players)]


@pytest.mark.parametrize(
    ("known", "move", "english", "french"),
    [
        (facing(29), TAKE, "joins your run", "prolonge votre suite"),
        (facing(29), REFUSE, "come back with more tokens", "revenir avec plus de jetons"),
        (facing(11, pot=12), TAKE, "12 tokens on it pay", "12 jetons posés dessus paient"),
        (facing(19, pot=4), TAKE, "If the 20 comes", "Si le 20 vient"),
        (facing(11, pot=1), TAKE, "1 token now is worth the 11 points", "1 jeton maintenant vaut les 11 points"),
        (facing(3), TAKE, "The 3 is cheap", "Le 3 est bon marché"),
        (facing(30, pot=2), REFUSE, "costs you 30 points, with 2 on it", "coûte 30 points, avec 2 dessus"),
    ],
)
def test_a_move_is_explained(known, move, english, french):
    message = explain(known, 0, move)
    assert english in message.text("en")
    assert french in message.text("fr")
