"""Montées et descentes: two rows that go up or down by one, or restart from the other half of the last card."""

from pioche.core.assembly import assemble
from pioche.core.shelf import OnShelf
from pioche.games.xxl.entry import entry
from pioche.parts.places import LOWEST_WINS

from . import bot, knowledge, rules, view
from .state import Options, State

RULES = assemble(State, Options, rules, knowledge, view, judgement=bot.JUDGEMENT, layout="rows", cards="double")

GAME = entry(RULES, LOWEST_WINS, shelf=OnShelf(cover="stairs", genre="shedding", number=1, minutes=10))
