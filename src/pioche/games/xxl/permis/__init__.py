"""Permis de refuser: two parts of tricks; in the second, a player with fewer cards may refuse to play."""

from pioche.core.assembly import assemble
from pioche.core.daily import Daily
from pioche.core.game import MOST_POINTS, Game, Option
from pioche.parts.places import HIGHEST_WINS, RAW_POINTS, ROUNDS, agreed_rounds

from . import bot, knowledge, rules, view
from .moves import MOVE_COUNT, move_name
from .state import MOST_CARDS, MOST_SEATS, Options, State

RULES = assemble(
    State,
    Options,
    rules,
    knowledge,
    view,
    move_count=MOVE_COUNT,
    most_legal=2 * MOST_CARDS,
    endings=rules.ENDINGS,
    move_name=move_name,
    secrecy=rules.secrecy,
    why_not=view.why_not,
    moments=view.moments,
    any_move=rules.any_move,
    judgement=bot.JUDGEMENT,
    cards="double",
)

GAME = Game(
    name="permis-de-refuser",
    words=view.say,
    package=__package__,
    cover="refusal",
    genre="tricks",
    number=3,
    minutes=20,
    players=range(2, MOST_SEATS + 1),
    daily=(Daily(players=3), Daily(players=4)),
    beginning=MOST_POINTS,
    format=agreed_rounds(RULES, HIGHEST_WINS),
    options={**ROUNDS, **RAW_POINTS, "fewest_only": Option(default=False)},  # XX34
)
