"""L’un après l’autre: one falling series in each colour, from 10 to 0."""

from pioche.core.assembly import assemble
from pioche.core.daily import Daily
from pioche.core.game import MOST_POINTS, Game
from pioche.games.xxl.shedding import ENDINGS, MOST_SEATS
from pioche.parts.places import LOWEST_WINS, RAW_POINTS, ROUNDS, agreed_rounds

from . import bot, knowledge, rules, view
from .state import Options, State

RULES = assemble(
    State,
    Options,
    rules,
    knowledge,
    view,
    move_count=rules.MOVE_COUNT,
    most_legal=rules.MOVE_COUNT,
    endings=ENDINGS,
    move_name=rules.move_name,
    why_not=view.why_not,
    judgement=bot.JUDGEMENT,
    layout="columns",
    cards="double",
)

GAME = Game(
    name="l-un-apres-l-autre",
    words=view.say,
    package=__package__,
    cover="columns",
    genre="shedding",
    number=5,
    minutes=10,
    players=range(2, MOST_SEATS + 1),
    daily=(Daily(players=3), Daily(players=4)),
    beginning=MOST_POINTS,
    format=agreed_rounds(RULES, LOWEST_WINS),
    options={**ROUNDS, **RAW_POINTS},
)
