"""What the server has to say."""

from pioche.core.words import Words

say = Words("server", __package__)
