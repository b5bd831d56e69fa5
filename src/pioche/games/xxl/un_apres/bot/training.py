"""How the weights of L'un après l'autre are learned."""

from pioche.games.xxl.bot.learning import shedding_training

from .judgement import JUDGEMENT

TRAINING = shedding_training(JUDGEMENT)
