"""Montées et descentes: two rows that go up or down by one, or restart from the other half of the last card."""

from pioche.core.game import Game, Rules
from pioche.games.xxl.shedding import ENDINGS, MOST_SEATS
from pioche.parts.places import LOWEST_WINS, RAW_POINTS, ROUNDS, agreed_rounds

from . import bot, knowledge, rules, view
from .state import Options, State

RULES = Rules(
    words=view.say,
    state=State,
    options=Options,
    decks=rules.decks,
    move_count=rules.MOVE_COUNT,
    most_legal=rules.MOVE_COUNT,
    endings=ENDINGS,
    bound=rules.bound,
    setup=rules.setup,
    to_move=rules.to_move,
    legal_moves=rules.legal_moves,
    apply=rules.apply,
    is_over=rules.is_over,
    ending=rules.ending,
    scores=rules.scores,
    observe=knowledge.observe,
    imagine=knowledge.imagine,
    move_name=rules.move_name,
    describe=view.describe,
    view=view.view,
    hands=view.hands,
    can_take_back=knowledge.can_take_back,
    why_not=view.why_not,
    judgement=bot.JUDGEMENT,
)

GAME = Game(
    name="montees-et-descentes",
    words=view.say,
    package=__package__,
    minutes=10,
    players=range(2, MOST_SEATS + 1),
    format=agreed_rounds(RULES, LOWEST_WINS),
    options={**ROUNDS, **RAW_POINTS},
)
