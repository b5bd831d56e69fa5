"""Les 6 Séquences: a rummy for the longest sequence in each of six suits."""

from pioche.core.assembly import assemble
from pioche.core.daily import Daily
from pioche.core.game import Format, Game, Setting
from pioche.core.shelf import OnShelf
from pioche.core.standings import highest_first
from pioche.games.k6t.deck import RANKS
from pioche.parts.places import ROUNDS

from . import bot, knowledge, rules, view, why_not
from .state import MOST_SEATS, Options, State

RULES = assemble(
    State,
    Options,
    rules,
    knowledge,
    view,
    why_not=why_not.why_not,
    judgement=bot.JUDGEMENT,
    layout="sections",
    cards="suited",
    order=RANKS[1:],
)


def match_format(setting: Setting) -> Format:
    """K6-34 The highest sum over the rounds wins."""
    return Format((RULES,) * int(setting.options["rounds"]), highest_first)


GAME = Game(
    words=view.say,
    shelf=OnShelf(cover="suits", genre="collecting", minutes=45),
    players=range(2, MOST_SEATS + 1),
    daily=(Daily(players=2), Daily(players=3)),
    format=match_format,
    variants={"teams": {"teams": True}},
    variant_players={"teams": range(MOST_SEATS, MOST_SEATS + 1)},
    teams={"teams": view.TEAMS},
    options=ROUNDS,
    nearest="gin_rummy",
)
