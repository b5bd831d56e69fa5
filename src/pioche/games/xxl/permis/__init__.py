"""Permis de refuser: two parts of tricks; in the second, a player with fewer cards may refuse to play."""

from pioche.core.game import MOST_POINTS, Game, Option, Rules
from pioche.parts.places import HIGHEST_WINS, RAW_POINTS, ROUNDS, agreed_rounds

from . import bot, knowledge, rules, view
from .state import MOST_CARDS, MOST_SEATS, Options, State

RULES = Rules(
    words=view.say,
    state=State,
    options=Options,
    decks=rules.decks,
    move_count=rules.MOVE_COUNT,
    most_legal=2 * MOST_CARDS,
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
    secrecy=rules.secrecy,
    can_take_back=knowledge.can_take_back,
    why_not=view.why_not,
    judgement=bot.JUDGEMENT,
)

GAME = Game(
    name="permis-de-refuser",
    words=view.say,
    package=__package__,
    minutes=20,
    players=range(2, MOST_SEATS + 1),
    beginning=MOST_POINTS,
    format=agreed_rounds(RULES, HIGHEST_WINS),
    options={**ROUNDS, **RAW_POINTS, "fewest_only": Option(default=False)},  # XX34
)
