"""The texts of reviews."""

from pioche.core.words import Words

say = Words("review", __package__)
