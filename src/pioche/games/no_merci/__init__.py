"""No Merci: take the card, or pay a token to pass it on."""

from pioche.core.game import Format, Game, Option, Rules
from pioche.core.standings import lowest_first

from . import bot, knowledge, rules, view
from .state import Options, State

RULES = Rules(
    words=view.say,
    state=State,
    options=Options,
    decks=rules.decks,
    move_count=len(rules.MOVES),
    most_legal=len(rules.MOVES),
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
    can_take_back=knowledge.can_take_back,
    why_not=view.why_not,
    judgement=bot.JUDGEMENT,
)

GAME = Game(
    name="no-merci",
    words=view.say,
    package=__package__,
    minutes=20,
    players=range(3, 6),
    format=lambda setting: Format((RULES,), lowest_first),
    variants={"tactical": {"tactical": True}},
    options={"open_tokens": Option(default=False)},
)
