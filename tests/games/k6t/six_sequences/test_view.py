"""What people see of Les 6 Séquences."""

import pytest

from pioche.core.words import LANGUAGES
from pioche.games.k6t.six_sequences import GAME, RULES
from pioche.games.k6t.six_sequences.combinations import owner_of
from tests.games.k6t.six_sequences.deals import opened, play, position, zones

DISCARDING, LAST_GOES = 3, 5


def view(state, seat=0):
    return RULES.view(RULES.known(state, seat), seat)


def described(state, seat, name):
    return RULES.describe(RULES.known(state, seat), seat, RULES.move_numbers[name])


def test_combinations_are_shown_in_front_of_their_owner():
    state = position("2s", "", sequences=["0 4h 5h 6h", "0 8h 9h 10h", "1 0c=Jc Cc Bc"], series=["1 9s 9d 9m"])
    assert zones(state, 0) == {"hearts-1": "4h 5h 6h", "hearts-2": "8h 9h 10h"}
    assert zones(state, 1) == {"clubs-1": "0c Cc Bc", "series-9": "9s 9d 9m"}


def test_the_longest_sequences_are_counted():
    state = position("2s", "", sequences=["0 4h 5h 6h", "1 8h 9h 10h 11h", "0 Qs Ks As"])
    counters = {(counter.name, counter.seat): counter.value for counter in view(state).counters}
    assert counters["dominant-hearts", 1] == 4
    assert counters["dominant-spades", 0] == 9
    assert counters["sequences", 0] == 2
    assert counters["series", 1] == 0


def test_k6_19_combinations_count_for_both_partners():
    state = position("", "", "", "", sequences=["1 4h 5h 6h"], teams=True)
    counted = {counter.seat: counter.value for counter in view(state).counters if counter.name == "sequences"}
    assert counted == {0: 0, 1: 1, 2: 0, 3: 1}
    (dominant,) = (counter for counter in view(state).counters if counter.name == "dominant-hearts")
    assert (dominant.seat, dominant.owners) == (1, (1, 3))
    (laid,) = (zone for zone in view(state).zones if zone.section)
    assert (laid.seat, laid.owners, laid.section, laid.suit) == (1, (1, 3), "hearts", "h")


def test_k6_19_the_teams_shown_are_those_that_lay_together():
    state = position("", "", "", "", teams=True)
    assert [{owner_of(state, seat) for seat in team.seats} for team in GAME.teams["teams"]] == [{0}, {1}]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", {"North and South": ["1 North", "3 South"], "East and West": ["2 East", "4 West"]}),
        ("fr", {"Nord et Sud": ["1 Nord", "3 Sud"], "Est et Ouest": ["2 Est", "4 Ouest"]}),
    ],
)
def test_k6_19_partners_sit_opposite_each_other_and_have_names(language, said):
    teams = opened(4, variant="teams").teams
    named = {
        team.name.text(language): [
            f"{seat + 1} {name.text(language)}" for seat, name in zip(team.seats, team.seat_names, strict=True)
        ]
        for team in teams
    }
    assert named == said


def test_k6_19_teams_are_shown_to_everybody_if_there_are_any():
    match = opened(4, variant="teams")
    for seat in range(-1, 4):
        assert [team["seats"] for team in match.view(seat)["teams"]] == [[0, 2], [1, 3]]
        assert match.view(seat)["team_places"] is None
    assert opened(4).view(0)["teams"] == []


@pytest.mark.parametrize(
    ("name", "english", "french"),
    [
        ("draw", "draw a card", "piocher une carte"),
        ("lay 2h+0h=3h+4h", "lay the 2 of hearts, the 0 of hearts as the 3, the 4 of hearts", None),
        ("exchange 5h", None, "échanger le 5 de cœur contre la carte qui tient sa place"),
        ("claim add 8d+9d", "take the discard and add the 8 of diamonds, the 9 of diamonds", None),
        ("addto series 8d", None, "ajouter le 8 de carreau à la série"),
        ("discard Km", "discard the K of moons", "écarter le K de lune"),
        ("pass", "put nothing down", "ne rien poser"),
    ],
)
def test_moves_are_described(name, english, french):
    move = described(position("2s", ""), 0, name)
    assert english in (None, move.text("en"))
    assert french in (None, move.text("fr"))


def test_the_log_is_in_the_third_person():
    state = position("2s", "")
    laid, added = (described(state, 0, name).done_by(1) for name in ("lay 2h+0h=3h+4h", "addto series 8d"))
    assert laid.text("en") == "Seat 2 lays the 2 of hearts, the 0 of hearts as the 3, the 4 of hearts"
    assert added.text("fr") == "La place 2 ajoute le 8 de carreau à la série"


def test_passing_on_a_discard_has_its_own_description():
    state = play(position("8d", "9d 10d", phase=DISCARDING), "discard 8d")
    assert described(state, 1, "pass").text("en") == "leave the discard"
    assert view(state, 1).prompt.text("en") == "Take the discard, the 8 of diamonds, or leave it?"
    assert view(state, 0).prompt.text("fr") == "L’écart, le 8 de carreau, peut être revendiqué."


def test_k6_26_whoever_claimed_the_discard_is_addressed_and_named_to_the_others():
    state = play(position("8d", "9d 10d", phase=DISCARDING), "discard 8d", "claim lay 8d+9d+10d")
    assert (
        view(state, 1)
        .prompt.text("en")
        .endswith(" You took the discard to lay this: the 8 of diamonds, the 9 of diamonds, the 10 of diamonds.")
    )
    assert (
        view(state, 0)
        .prompt.text("fr")
        .endswith(
            " La place 2 a pris l’écart pour poser ceci\u00a0: le 8 de carreau, le 9 de carreau, le 10 de carreau."
        )
    )


def test_moves_target_the_zone_they_change():
    sequences, series = ["0 4h 5h 6h", "0 10h 11h 12h", "1 3c 0c=4c 5c"], ["0 9s 9d 9m"]
    state = position("7h 9h 4c 9t 2s 3s 4s", "", sequences=sequences, series=series)
    targets = {
        "add 7h": "hearts-1@0",
        "add 9h": "hearts-2@0",
        "exchange 4c": "clubs-1@1",
        "addto series 9t": "series-9@0",
        "discard 2s": "discard",
        "lay 2s+3s+4s": None,
        "stop": None,
    }
    assert {name: described(state, 0, name).target for name in targets} == targets
    assert described(state, 0, "lay 2s+3s+4s").cards == ("2s", "3s", "4s")


def test_every_zone_and_counter_has_a_word():
    """Five sequences of a suit at most: three places each, and one between."""
    laid = ["1 2 3", "5 6 7", "9 10 11", "J C B", "Q K A"]
    names = [f"0 {' '.join(rank + suit for rank in ranks.split())}" for suit in "schdtm" for ranks in laid]
    state = position("", "", sequences=names)
    assert len(zones(state, 0)) == 30
    table = view(state)
    labels = [f"zone.{zone.name}" for zone in table.zones] + [f"counter.{counter.name}" for counter in table.counters]
    ranks = [*map(str, range(1, 13)), *"JCBRQKA"]
    for label in labels + [f"zone.series-{rank}" for rank in ranks]:
        assert all(RULES.words(label).text(language) for language in LANGUAGES)


def test_the_last_goes_are_announced():
    state = position("7h", "2s", sequences=["0 4h 5h 6h"], phase=LAST_GOES, left=0)
    assert "The stock has run out" in view(state, 0).prompt.text("en")
    assert view(state, 1).prompt.text("fr") == "Le talon est épuisé. La place 1 peut encore poser."
