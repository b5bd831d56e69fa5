"""No Merci: take the card, or pay a token to pass it on."""

from pioche.core.assembly import assemble
from pioche.core.daily import Daily
from pioche.core.game import Format, Game, Option
from pioche.core.shelf import OnShelf
from pioche.core.standings import lowest_first

from . import bot, knowledge, rules, view
from .state import Options, State

RULES = assemble(
    State, Options, rules, knowledge, view, all_know_the_same=True, judgement=bot.JUDGEMENT, layout="offer"
)

GAME = Game(
    words=view.say,
    shelf=OnShelf(cover="chips", genre="daring", start=1, minutes=20),
    players=range(3, 6),
    daily=(Daily(players=4), Daily(players=3, variant="tactical")),
    format=lambda setting: Format((RULES,), lowest_first),
    variants={"tactical": {"tactical": True}},
    options={"open_tokens": Option(default=False)},
)
