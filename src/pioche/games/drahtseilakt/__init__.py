"""Drahtseilakt: the highest card takes blue sticks, the lowest takes red ones, and red and blue cancel out."""

from pioche.core.assembly import assemble
from pioche.core.daily import Daily
from pioche.core.game import ALL_AT_ONCE, Format, Game
from pioche.core.shelf import OnShelf
from pioche.core.standings import lowest_first

from . import bot, knowledge, rules, view
from .state import Options, State

RULES = assemble(State, Options, rules, knowledge, view, judgement=bot.JUDGEMENT, layout="stakes", cards="rope")

GAME = Game(
    words=view.say,
    shelf=OnShelf(cover="rope", genre="tricks", minutes=20),
    players=range(2, 6),
    daily=(Daily(players=3), Daily(players=4, variant="tactical")),
    variant_beginning={"chaotic": ALL_AT_ONCE, "tactical-chaotic": ALL_AT_ONCE},
    format=lambda setting: Format((RULES,) * setting.players, lowest_first, rules.total, rules.strikes),  # DA1, DA12
    variants={
        "tactical": {"tactical": True},
        "chaotic": {"chaotic": True},
        "tactical-chaotic": {"tactical": True, "chaotic": True},
    },
)
