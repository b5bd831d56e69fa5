"""The Game: all together against the deck, 98 cards on four piles."""

from pioche.core.game import AGREED, Format, Game, Option, Rules

from . import bot, knowledge, rules, view
from .state import Options, State

RULES = Rules(
    words=view.say,
    state=State,
    options=Options,
    decks=rules.decks,
    move_count=len(rules.MOVES),
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
    signals=rules.signals,
    signal_numbers=rules.SIGNALS,
    can_take_back=knowledge.can_take_back,
    why_not=view.why_not,
    judgement=bot.JUDGEMENT,
)

GAME = Game(
    name="the-game",
    words=view.say,
    package=__package__,
    minutes=20,
    players=range(1, 6),
    format=lambda setting: Format((RULES,), rules.places),
    variants={"expert": {"minimum": 3}, "expert-minus": {"minimum": 3, "fewer": 1}},
    harder={"": "expert", "expert": "expert-minus"},  # TG11, TG12
    options={"signals": Option(default=True)},
    together=True,
    beginning=AGREED,
    may_say=view.may_say,
    nearest="hanabi",
)
