"""XXL pur: the six games of the box, one after the other, as one match.

Decisions where the rulebook is silent or unclear:

- XX70 Places are added up, as in the English rules; the French rules say points.
"""

from pioche.core.daily import Daily
from pioche.core.game import Format, Game, Setting
from pioche.core.shelf import OnShelf
from pioche.core.standings import lowest_first
from pioche.core.words import Words
from pioche.games.xxl import a_moins, couleur, montees, permis, series, un_apres
from pioche.games.xxl.entry import PLAYERS
from pioche.parts.places import HIGHEST_WINS, LOWEST_WINS, sum_of_places

SIX_GAMES = (
    (montees.RULES, LOWEST_WINS),
    (a_moins.RULES, LOWEST_WINS),
    (permis.RULES, HIGHEST_WINS),
    (series.RULES, HIGHEST_WINS),
    (un_apres.RULES, LOWEST_WINS),
    (couleur.RULES, HIGHEST_WINS),
)


def match_format(setting: Setting) -> Format:
    """XX70 Games 1 to 6, once each; the places are added up, and the lowest sum wins."""
    return Format(
        rounds=tuple(rules for rules, _ in SIX_GAMES),
        places=lowest_first,
        total=sum_of_places(tuple(best for _, best in SIX_GAMES)),
        counts_places=True,
    )


GAME = Game(
    words=Words("xxl-pur", __package__),
    shelf=OnShelf(genre="medley", number=7, minutes=90),
    players=PLAYERS,
    daily=(Daily(players=3),),
    format=match_format,
)
