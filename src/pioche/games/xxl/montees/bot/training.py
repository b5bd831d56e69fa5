"""How the weights of Montées et descentes are learned."""

from pioche.games.xxl.bot.learning import shedding_training

from .judgement import JUDGEMENT

TRAINING = shedding_training(JUDGEMENT)
