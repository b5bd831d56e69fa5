"""À moins: play a smaller number in a colour of the open card, or draw."""

from pioche.core.assembly import assemble
from pioche.core.game import MOST_POINTS
from pioche.core.shelf import OnShelf
from pioche.games.xxl.entry import entry
from pioche.parts.places import LOWEST_WINS

from . import bot, knowledge, rules, view
from .state import Options, State

RULES = assemble(State, Options, rules, knowledge, view, judgement=bot.JUDGEMENT, cards="double")

GAME = entry(
    RULES, LOWEST_WINS, shelf=OnShelf(cover="descent", genre="shedding", number=2, minutes=10), beginning=MOST_POINTS
)
