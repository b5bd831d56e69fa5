"""The places of teams, from those of their seats."""

import pytest

from pioche.core.errors import say
from pioche.core.teams import Team, team_places

TEAMS = [Team(say("none"), seats, (say("none"),) * 2) for seats in ((0, 2), (1, 3))]


@pytest.mark.parametrize(
    ("places", "of_teams"),
    [([1, 3, 1, 3], [1, 2]), ([3, 1, 3, 1], [2, 1]), ([1, 1, 1, 1], [1, 1])],
)
def test_g4_teams_have_places_of_their_own_and_equal_teams_share_one(places, of_teams):
    assert team_places(TEAMS, places) == of_teams
