"""A full trick is sent as a moment, with the sentence that says who takes it."""

import pytest

import pioche
from pioche.core.chance import choice, new_random
from pioche.core.state import SPECTATOR
from pioche.server import snapshot

TRICKS = {"drahtseilakt": 27, "determiner-la-couleur": 12}
"""The tricks of a match of three."""


def play(game, players=3, **agreed):
    """Play at random; yield the match after each move, with the number of that move."""
    match, rng = pioche.open(game, players=players, seed=1, **agreed), new_random(2)
    while not match.over:
        seat = match.to_move[0]
        match.play(seat, choice(rng, match.legal_numbers(seat)))
        yield match, len(match.moves) - 1


@pytest.mark.parametrize(("game", "tricks"), TRICKS.items())
def test_every_trick_is_a_moment(game, tricks):
    assert sum(len(match.moments(0, index)) for match, index in play(game)) == tricks


@pytest.mark.parametrize("game", [*TRICKS, "permis-de-refuser"])
@pytest.mark.parametrize("eyes", [0, 2, SPECTATOR])
def test_a_moment_shows_zones_of_the_table_with_the_deciding_card(game, eyes):
    seen = 0
    for match, index in play(game):
        for moment in match.plain_moments(eyes, index):
            seen += 1
            known = {zone["id"]: zone for zone in match.view(eyes)["table"]["zones"]}
            shown = {zone["id"]: zone for zone in moment["zones"]}
            assert shown.keys() <= known.keys()
            assert shown[f"trick@{moment['seat']}"]["cards"] == [moment["best"]]
            assert moment["message"]["players"]
    assert seen


def test_xx4_the_winner_takes_the_points_of_the_trick():
    before = [0, 0, 0]
    for match, index in play("determiner-la-couleur"):
        for moment in match.moments(0, index):
            gained = [now - then for now, then in zip(match.state.won.tolist(), before, strict=False)]
            assert moment.seat == gained.index(max(gained))
            assert moment.message.arguments["count"] == max(gained) > 0
            before = match.state.won.tolist()[:3]


def test_xx34_a_refusal_leaves_the_place_in_the_trick_empty():
    cards = [
        [zone.cards for zone in moment.zones]
        for match, index in play("permis-de-refuser")
        for moment in match.moments(0, index)
    ]
    assert any(() in trick for trick in cards)
    assert all(any(trick) for trick in cards)


def test_da4_the_log_names_the_sticks():
    told = {
        moment.message.key.rpartition(".")[2]
        for match, index in play("drahtseilakt", 5)
        for moment in match.moments(0, index)
    }
    assert told == {"both", "blue", "red"}


def test_da14_the_last_choice_of_a_chaotic_trick_reveals_it():
    for match, index in play("drahtseilakt", variant="chaotic"):
        for moment in match.moments(1, index):
            assert all(len(zone.cards) == 1 for zone in moment.zones)
        assert len(match.moments(1, index)) == (index % 3 == 2)


def test_games_without_tricks_have_no_moments():
    assert not any(match.moments(0, index) for match, index in play("no-merci"))


def test_the_line_of_the_last_card_has_the_moment():
    match = next(match for match, index in play("drahtseilakt") if index == 2)
    lines = [snapshot.moved_lines(match, index, index, 0) for index in range(3)]
    assert [len(line.moments) for (line,) in lines] == [0, 0, 1]
    (open_line,) = snapshot.moved_lines(match, 2, 2, None)
    assert open_line.moments == lines[2][0].moments
