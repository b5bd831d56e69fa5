"""20/20: remove pairs of equal rank until all twenty piles are gone."""

from pioche.core.game import Format, Game, Rules

from . import bot, grading, knowledge, rules, solver, view
from .state import Options, State

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
    move_name=rules.MOVES.__getitem__,
    describe=view.describe,
    view=view.view,
    hands=view.hands,
    why_not=view.why_not,
    judgement=bot.JUDGEMENT,
)

GAME = Game(
    name="20-20",
    words=view.say,
    package=__package__,
    minutes=10,
    players=range(1, 2),
    format=lambda setting: Format((RULES,), rules.places),
    together=True,
    solve=solver.solve,
    has_daily_deal=True,
    counts_wins=True,  # K6-4
    difficulties=grading.DIFFICULTIES,
    deal_graded=grading.deal_graded,
)
