"""Drahtseilakt: the highest card takes blue sticks, the lowest takes red ones, and red and blue cancel out."""

from pioche.core.assembly import assemble
from pioche.core.daily import Daily
from pioche.core.game import ALL_AT_ONCE, Format, Game
from pioche.core.standings import lowest_first

from . import bot, knowledge, rules, view
from .state import HIGHEST, TRICKS, Options, State

RULES = assemble(
    State,
    Options,
    rules,
    knowledge,
    view,
    move_count=HIGHEST,
    most_legal=TRICKS,
    endings=rules.ENDINGS,
    move_name=rules.move_name,
    secrecy=rules.secrecy,
    why_not=view.why_not,
    moments=view.moments,
    any_move=rules.any_move,
    judgement=bot.JUDGEMENT,
    layout="stakes",
    cards="rope",
)

GAME = Game(
    name="drahtseilakt",
    words=view.say,
    package=__package__,
    cover="rope",
    genre="tricks",
    minutes=20,
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
