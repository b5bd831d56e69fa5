"""The texts that only agents read."""

from pioche.core.words import Words

say = Words("agents", __package__)
