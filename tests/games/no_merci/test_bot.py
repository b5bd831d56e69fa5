"""The bots of No Merci: situations in which every good player knows what to do."""

import numpy as np
import pytest

import pioche
from pioche.bots import find_bot
from pioche.core.chance import new_random
from pioche.core.errors import BadPosition
from pioche.core.judgement import LEVELS
from pioche.core.state import NOBODY, new
from pioche.core.think.think import Budget, Situation
from pioche.games.no_merci import GAME
from pioche.games.no_merci.bot.explain import explain
from pioche.games.no_merci.bot.judgement import JUDGEMENT, WEIGHTS
from pioche.games.no_merci.bot.memory import Remembered
from pioche.games.no_merci.bot.network import weights_count
from pioche.games.no_merci.rules import MOVES, REFUSE, TAKE
from pioche.games.no_merci.state import PILE

pytestmark = pytest.mark.xdist_group("no-merci")

BOTS = ("casual", "strong", "expert@400")
SOME_CARDS = {0: (14, 21, 28), 1: (5, 17, 32), 2: (8, 24, 34)}
"""What everybody has in the middle of a game."""
CONCEDED = 30
"""What everybody has paid by then, in points beyond the tokens."""


def facing(card, pot=0, tokens=(9, 9, 9), owned=SOME_CARDS, to_come=10):
    """What seat 0 knows when it faces this card; everybody has conceded as much as others."""
    known = new(Remembered)
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
    rng = new_random(1)
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


def conceded(match):
    """What the seat to move remembers of everybody."""
    return match.situation(match.to_move[0]).known.conceded.tolist()


def test_bots_remember_what_everybody_conceded():
    """Whoever could have refused a card, and takes it for a worse score, concedes the difference."""
    match, rng, paid = pioche.open("no-merci", 5, seed=3), np.random.default_rng(3), [0] * 5
    while not match.over:
        assert conceded(match) == paid
        (seat,), before = match.to_move, match.scores
        could_refuse = match.state.tokens[seat] > 0
        move = MOVES[int(rng.choice(match.legal_numbers(seat)))]
        match.play(seat, move)
        if move == "take" and could_refuse:
            paid[seat] += max(match.scores[seat] - before[seat], 0)
    assert sum(points > 0 for points in paid) > 2


def test_what_bots_remember_follows_from_the_moves_alone():
    match = pioche.open("no-merci", 3, seed=5)
    match.play(match.to_move[0], "take")
    after_one = conceded(match)
    match.play(match.to_move[0], "take")
    assert sum(conceded(match)) > sum(after_one) > 0
    match.undo()
    match.play(match.to_move[0], "refuse")
    assert conceded(match) == after_one
    match.undo()
    match.undo()
    assert sum(conceded(match)) == 0
    match.play(match.to_move[0], "take")
    assert sum(conceded(pioche.open("no-merci", position=match.position()))) == 0


def test_a_position_with_the_memory_of_bots_is_refused():
    line = "no-merci players=3 dealer=2; turn=1 turned=1 tokens=10,10,11 conceded=5 pile=20,5 owner=0:20|-:*"
    with pytest.raises(BadPosition, match="conceded"):
        pioche.open("no-merci", position=line)


@pytest.mark.parametrize("variant", [None, *GAME.variants])
@pytest.mark.parametrize("players", GAME.players)
def test_every_level_has_weights(players, variant):
    assert set(JUDGEMENT.levels) == set(LEVELS)
    lengths = [len(JUDGEMENT.weights(GAME.agree(players, variant), JUDGEMENT.levels[name].weights)) for name in LEVELS]
    assert lengths == [WEIGHTS, WEIGHTS, weights_count(players), weights_count(players)]


@pytest.mark.parametrize(
    ("known", "move", "english", "french"),
    [
        (facing(29), TAKE, "The 29 follows your 28", "Le 29 suit votre 28"),
        (facing(29), REFUSE, "may come back with more tokens", "peut revenir avec plus de jetons"),
        (facing(11, pot=12), TAKE, "12 tokens on it pay", "12 jetons posés dessus paient"),
        (facing(11, pot=12), REFUSE, "suits another player too", "convient aussi à quelqu’un d’autre"),
        (facing(19), TAKE, "It costs 19 points, unless the 20 comes", "coûte 19 points, sauf si le 20 vient"),
        (facing(19, pot=4), TAKE, "It brings 4 tokens and costs", "Il rapporte 4 jetons et coûte 19 points, sauf si"),
        (facing(11, pot=1), TAKE, "costs 11 points and brings 1 token", "coûte 11 points et rapporte 1 jeton"),
        (facing(3), TAKE, "brings no token, but you keep", "aucun jeton, mais vous gardez"),
        (facing(30, pot=2), REFUSE, "would cost you 30 points and bring only 2 tokens", "ne rapporterait que 2 jetons"),
        (facing(30, pot=1), REFUSE, "would cost you 30 points and bring only one", "ne rapporterait qu’un jeton"),
        (facing(30), REFUSE, "would cost you 30 points and bring no token", "et ne rapporterait aucun jeton"),
    ],
)
def test_a_move_is_explained(known, move, english, french):
    message = explain(known, 0, move)
    assert english in message.text("en")
    assert french in message.text("fr")


@pytest.mark.parametrize(
    ("card", "mine", "others", "to_come", "tactical", "move", "said"),
    [
        (
            30,
            [29],
            [5],
            10,
            False,
            REFUSE,
            "follows your 29 and costs you nothing, but it costs each of the others more",
        ),
        (28, [29], [5], 10, False, REFUSE, "would save you 1 point, but it costs each of the others more"),
        (30, [29, 31], [5], 10, False, REFUSE, "would save you 31 points, but it costs each of the others more"),
        (28, [29], [27], 10, False, REFUSE, "would save you 1 point, but it suits another player too"),
        (28, [27], [29], 10, False, REFUSE, "costs you nothing, but it suits another player too"),
        (28, [29], [5], 10, False, TAKE, "comes just below your 29: it saves you a point"),
        (30, [29, 31], [5], 10, False, TAKE, "joins your 29 to your 31: it saves you 31 points"),
        (33, [35], [5], 10, False, TAKE, "unless the 34 comes and joins the 33 to your 35"),
        (33, [35], [34], 10, False, TAKE, "costs 33 points and brings"),
        (33, [35], [5], 0, False, TAKE, "It is the last card: it costs 33 points and brings 2 tokens."),
        (19, [21], [5], 10, True, TAKE, "costs 19 points and brings"),  # the 20 is not in the game
    ],
)
def test_reasons_fit_the_cards_on_the_table(card, mine, others, to_come, tactical, move, said):
    known = facing(card, pot=2, owned={0: mine, 1: others}, to_come=to_come)
    known.tactical = tactical
    assert said in explain(known, 0, move).text("en")


def test_a_seat_short_of_tokens_is_reminded_of_it():
    assert "short of tokens, and 5 lie on it" in explain(facing(19, 5, (2, 9, 9), {}), 0, TAKE).text("en")


def test_a_card_without_tokens_is_never_called_cheap():
    assert "brings no token" in explain(facing(30, owned={}), 0, TAKE).text("en")
