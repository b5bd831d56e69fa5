"""20/20: remove pairs of equal rank until all twenty piles are gone."""

from pioche.core.assembly import assemble
from pioche.core.game import Format, Game
from pioche.core.shelf import OnShelf

from . import bot, grading, knowledge, rules, solver, view
from .state import Options, State

RULES = assemble(
    State,
    Options,
    rules,
    knowledge,
    view,
    all_know_the_same=True,
    judgement=bot.JUDGEMENT,
    layout="grid",
    cards="suited",
)

GAME = Game(
    words=view.say,
    shelf=OnShelf(cover="grid", genre="solitaire", start=3, minutes=10),
    players=range(1, 2),
    format=lambda setting: Format((RULES,), rules.places),
    together=True,
    solve=solver.solve,
    counts_wins=True,  # K6-4
    difficulties=grading.DIFFICULTIES,
    deal_graded=grading.deal_graded,
)
