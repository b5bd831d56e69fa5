"""Fournir des séries: lay three consecutive numbers of one colour, from your hand and the open cards."""

from pioche.core.assembly import assemble
from pioche.core.daily import Daily
from pioche.core.game import MOST_POINTS, Game
from pioche.parts.places import HIGHEST_WINS, RAW_POINTS, ROUNDS, agreed_rounds

from . import bot, knowledge, rules, view
from .state import MOST_SEATS, Options, State

RULES = assemble(
    State,
    Options,
    rules,
    knowledge,
    view,
    move_count=rules.MOVE_COUNT,
    most_legal=rules.MOST_LEGAL,
    endings=rules.ENDINGS,
    move_name=rules.move_name,
    why_not=view.why_not,
    judgement=bot.JUDGEMENT,
    cards="double",
)

GAME = Game(
    name="fournir-des-series",
    words=view.say,
    package=__package__,
    cover="run",
    genre="collecting",
    number=4,
    minutes=15,
    players=range(2, MOST_SEATS + 1),
    daily=(Daily(players=3), Daily(players=4)),
    beginning=MOST_POINTS,
    format=agreed_rounds(RULES, HIGHEST_WINS),
    options={**ROUNDS, **RAW_POINTS},
)
