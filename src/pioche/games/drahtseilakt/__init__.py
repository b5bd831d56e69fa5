"""Drahtseilakt: the highest card takes blue sticks, the lowest takes red ones, and red and blue cancel out."""

from pioche.core.game import ALL_AT_ONCE, Format, Game, Rules
from pioche.core.standings import lowest_first

from . import bot, knowledge, rules, view
from .state import HIGHEST, TRICKS, Options, State

RULES = Rules(
    words=view.say,
    state=State,
    options=Options,
    decks=rules.decks,
    move_count=HIGHEST,
    most_legal=TRICKS,
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
    name="drahtseilakt",
    words=view.say,
    package=__package__,
    minutes=20,
    players=range(2, 6),
    variant_beginning={"chaotic": ALL_AT_ONCE, "tactical-chaotic": ALL_AT_ONCE},
    format=lambda setting: Format((RULES,) * setting.players, lowest_first, rules.total, rules.strikes),  # DA1, DA12
    variants={
        "tactical": {"tactical": True},
        "chaotic": {"chaotic": True},
        "tactical-chaotic": {"tactical": True, "chaotic": True},
    },
)
