"""Fournir des séries: lay three consecutive numbers of one colour, from your hand and the open cards."""

from pioche.core.assembly import assemble
from pioche.core.game import MOST_POINTS
from pioche.core.shelf import OnShelf
from pioche.games.xxl.entry import entry
from pioche.parts.places import HIGHEST_WINS

from . import bot, knowledge, rules, view
from .state import Options, State

RULES = assemble(State, Options, rules, knowledge, view, judgement=bot.JUDGEMENT, cards="double")

GAME = entry(
    RULES, HIGHEST_WINS, shelf=OnShelf(cover="run", genre="collecting", number=4, minutes=15), beginning=MOST_POINTS
)
