"""The server's texts."""

from pioche.core.words import Words

say = Words("server", __package__)
