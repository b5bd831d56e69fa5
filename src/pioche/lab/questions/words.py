"""The texts of the questions and their answers."""

from pioche.core.words import Words

say = Words("ask", "pioche.lab.questions")
