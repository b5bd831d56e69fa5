"""Permis de refuser: two parts of tricks; in the second, a player with fewer cards may refuse to play."""

from pioche.core.assembly import assemble
from pioche.core.game import MOST_POINTS, Option
from pioche.core.shelf import OnShelf
from pioche.games.xxl.entry import entry
from pioche.parts.places import HIGHEST_WINS

from . import bot, knowledge, rules, view
from .state import Options, State

RULES = assemble(State, Options, rules, knowledge, view, judgement=bot.JUDGEMENT, cards="double")

GAME = entry(
    RULES,
    HIGHEST_WINS,
    shelf=OnShelf(cover="refusal", genre="tricks", number=3, minutes=20),
    beginning=MOST_POINTS,
    options={"fewest_only": Option(default=False)},  # XX34
)
