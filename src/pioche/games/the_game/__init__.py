"""The Game: all together against the deck, 98 cards on four piles."""

from pioche.core.assembly import assemble
from pioche.core.daily import Daily
from pioche.core.game import AGREED, Format, Game, Option
from pioche.core.shelf import OnShelf

from . import bot, knowledge, rules, view
from .state import Options, State

RULES = assemble(State, Options, rules, knowledge, view, judgement=bot.JUDGEMENT, layout="piles", cards="dark")

GAME = Game(
    words=view.say,
    shelf=OnShelf(cover="arrows", genre="together", start=2, minutes=20),
    players=range(1, 6),
    daily=(Daily(players=1), Daily(players=3), Daily(players=2, variant="expert")),
    format=lambda setting: Format((RULES,), rules.places),
    variants={"expert": {"minimum": 3}, "expert-minus": {"minimum": 3, "fewer": 1}},
    harder={"": "expert", "expert": "expert-minus"},  # TG11, TG12
    options={"signals": Option(default=True)},
    together=True,
    beginning=AGREED,
    may_say=view.may_say,
    nearest="hanabi",
)
