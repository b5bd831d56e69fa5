"""Déterminer la couleur: the led card has two colours; the first card with only one of them decides the trick's."""

from pioche.core.assembly import assemble
from pioche.core.daily import Daily
from pioche.core.game import LEFT_OF_DEALER, MOST_POINTS, Format, Game, Option, Setting
from pioche.core.shelf import OnShelf
from pioche.games.xxl.entry import PLAYERS
from pioche.parts.places import HIGHEST_WINS, RAW_POINTS, one_or_several

from . import bot, knowledge, rules, view
from .state import Options, State

RULES = assemble(State, Options, rules, knowledge, view, judgement=bot.JUDGEMENT, cards="double")

AS_THE_RULES_SAY = 0
"""One round; with trump, one round per player."""


def match_format(setting: Setting) -> Format:
    """XX65 With trump, one round per player unless agreed otherwise. XX71 Places or points are added up."""
    rounds = int(setting.options["rounds"]) or (setting.players if setting.variant else 1)
    return one_or_several(RULES, rounds, HIGHEST_WINS, raw_points=bool(setting.options["raw_points"]))


GAME = Game(
    words=view.say,
    shelf=OnShelf(cover="colours", genre="tricks", number=6, minutes=15),
    players=PLAYERS,
    daily=(Daily(players=4), Daily(players=3, variant="trump")),
    beginning=MOST_POINTS,
    variant_beginning={"trump": LEFT_OF_DEALER},
    format=match_format,
    variants={"trump": {"trump": True}},
    options={"rounds": Option(default=AS_THE_RULES_SAY, low=AS_THE_RULES_SAY, high=99), **RAW_POINTS},
)
