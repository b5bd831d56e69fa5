"""L’un après l’autre: one falling series in each colour, from 10 to 0."""

from pioche.core.assembly import assemble
from pioche.core.game import MOST_POINTS
from pioche.core.shelf import OnShelf
from pioche.games.xxl.entry import entry
from pioche.parts.places import LOWEST_WINS

from . import bot, knowledge, rules, view
from .state import Options, State

RULES = assemble(State, Options, rules, knowledge, view, judgement=bot.JUDGEMENT, layout="columns", cards="double")

GAME = entry(
    RULES, LOWEST_WINS, shelf=OnShelf(cover="columns", genre="shedding", number=5, minutes=10), beginning=MOST_POINTS
)
