"""Les 6 Séquences: a rummy for the longest sequence in each of six suits."""

from pioche.core.game import Format, Game, Rules, Setting
from pioche.core.standings import highest_first
from pioche.parts.places import ROUNDS

from . import bot, knowledge, rules, view
from . import why_not as reasons
from .moves import MOVE_COUNT, move_name
from .state import MOST_SEATS, Options, State

RULES = Rules(
    words=view.say,
    state=State,
    options=Options,
    decks=rules.decks,
    move_count=MOVE_COUNT,
    most_legal=rules.MOST_LEGAL,
    endings=rules.ENDINGS,
    bound=rules.bound,
    setup=rules.setup,
    to_move=rules.to_move,
    legal_moves=rules.legal_moves,
    apply=rules.apply,
    is_over=rules.is_over,
    ending=rules.ending,
    scores=rules.scores,
    observe=knowledge.observe,
    imagine=knowledge.imagine,
    move_name=move_name,
    describe=view.describe,
    view=view.view,
    hands=view.hands,
    secrecy=rules.secrecy,
    reveals=rules.reveals,
    can_take_back=knowledge.can_take_back,
    why_not=reasons.why_not,
    judgement=bot.JUDGEMENT,
)


def match_format(setting: Setting) -> Format:
    """K6-34 The highest sum over the rounds wins."""
    return Format((RULES,) * int(setting.options["rounds"]), highest_first)


GAME = Game(
    name="six-sequences",
    words=view.say,
    package=__package__,
    minutes=45,
    players=range(2, MOST_SEATS + 1),
    format=match_format,
    variants={"teams": {"teams": True}},
    variant_players={"teams": range(MOST_SEATS, MOST_SEATS + 1)},
    teams={"teams": view.TEAMS},
    options=ROUNDS,
    nearest="gin_rummy",
)
