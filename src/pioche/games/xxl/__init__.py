"""XXL: six games with one deck of 55 double cards. The deck is in `deck`, each game in a folder of its own.

Decisions where the rulebook is silent or unclear, for all six games:

- XX71 Over several rounds, places are added up; the rulebook says points: the option `raw_points`.
- The colours of the cards are those of ``deck.csv``: the rulebook does not print them.
"""
