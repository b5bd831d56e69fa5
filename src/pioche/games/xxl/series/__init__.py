"""Fournir des séries: three numbers in a row of one colour, from the own hand and the open cards."""

from pioche.core.game import Format, Game, Option, Rules, Setting
from pioche.parts.places import HIGHEST_WINS, one_or_several

from . import knowledge, rules, view
from .state import MOST_SEATS, Options, State

RULES = Rules(
    words=view.say,
    state=State,
    options=Options,
    decks=rules.decks,
    move_count=rules.MOVE_COUNT,
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
    move_name=rules.move_name,
    describe=view.describe,
    view=view.view,
    hands=view.hands,
    why_not=view.why_not,
)


def match_format(setting: Setting) -> Format:
    """XX45 One round counts as it is. XX71 Of several rounds the places are added up."""
    return one_or_several(RULES, int(setting.options["rounds"]), HIGHEST_WINS)


GAME = Game(
    name="fournir-des-series",
    words=view.say,
    package=__package__,
    players=range(2, MOST_SEATS + 1),
    format=match_format,
    options={"rounds": Option(default=1, low=1, high=99)},
)
