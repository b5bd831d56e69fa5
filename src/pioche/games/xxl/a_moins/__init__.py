"""À moins: play a smaller number in a colour of the open card, or draw."""

from pioche.core.game import MOST_POINTS, Game, Rules
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
    name="a-moins",
    words=view.say,
    package=__package__,
    minutes=10,
    players=range(2, MOST_SEATS + 1),
    beginning=MOST_POINTS,
    format=agreed_rounds(RULES, LOWEST_WINS),
    options={**ROUNDS, **RAW_POINTS},
)
