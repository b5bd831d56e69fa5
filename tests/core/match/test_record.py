"""Damaged records are refused, with an error that says where."""

import json

import numpy as np
import pytest

import pioche
from pioche.core.match.record import checksum, to_text


@pytest.fixture
def match():
    match, rng = pioche.open("no-merci", 4, seed=7, variant="tactical"), np.random.default_rng(7)
    while not match.over:
        (seat,) = match.to_move
        match.play(seat, int(rng.choice(match.legal_numbers(seat))))
    return match


def refused(record):
    with pytest.raises(pioche.PiocheError) as error:
        pioche.replay(record)
    assert error.value.text("fr")
    return str(error.value)


def signed(record, **changes):
    """Return a record with changes and a matching checksum, like a careful forgery."""
    record = record | changes
    return record | {"checksum": checksum(record)}


def test_a_match_can_be_saved_and_loaded(match, tmp_path):
    pioche.save(match, tmp_path / "match.pioche")
    assert pioche.load(tmp_path / "match.pioche").record() == match.record()


def test_the_text_is_the_documented_one(match):
    lines = to_text(match.record()).splitlines()
    assert lines[:6] == [
        "Pioche record 1",
        "game: no-merci",
        "variant: tactical",
        "players: 4",
        'options: {"open_tokens": false}',
        f"seed: {7:064x}",
    ]
    assert lines[7] == f"{match.moves[0][0]} {match.moves[0][1]}"
    assert lines[-1].startswith("checksum: ")


def test_a_record_may_be_json_text(match):
    assert pioche.replay(json.dumps(match.record())).record() == match.record()


def test_a_record_written_by_hand_needs_only_the_game_the_seed_and_the_moves():
    match = pioche.replay({"format": 1, "game": "no-merci", "players": 3, "seed": "0" * 64, "moves": [], "dealer": 2})
    assert match.to_move == (0,)


@pytest.mark.parametrize("lines", [0, 1, 5, 20, -1])
def test_a_truncated_text_is_refused(match, lines):
    text = "\n".join(to_text(match.record()).splitlines()[:lines])
    assert "cut off" in refused(text) or "not a Pioche record" in refused(text)


def test_a_text_cut_within_its_last_line_is_refused(match):
    assert "changed after it was written" in refused(to_text(match.record())[:-10])


def test_truncated_json_is_refused(match):
    assert "not a Pioche record" in refused(json.dumps(match.record())[:200])


def test_a_changed_move_is_refused_with_its_number(match):
    moves = [list(move) for move in match.moves]
    moves[10] = [moves[10][0], "refuse" if moves[10][1] == "take" else "take"]
    said = refused(match.record() | {"moves": moves})
    assert "Move 12 of the record" in said or "Move 11 of the record" in said


def test_a_missing_move_is_refused(match):
    assert "‘over’ is true, but its moves give false" in refused(
        match.record() | {"moves": match.record()["moves"][:-1]}
    )


def test_a_move_by_the_wrong_seat_is_refused(match):
    moves = match.record()["moves"]
    first = (moves[0][0] + 1) % 4
    said = refused(match.record() | {"moves": [[first, moves[0][1]], *moves[1:]]})
    assert said == f"Move 1 of the record, ‘{first} {moves[0][1]}’, cannot be made: It is not this seat’s turn."


def test_changed_scores_are_refused(match):
    scores = [match.scores[0] - 1, *match.scores[1:]]
    assert "The record says that ‘scores’ is" in refused(signed(match.record(), scores=scores))


def test_a_changed_seed_is_refused_even_with_a_matching_checksum(match):
    assert "but its seed has the hash" in refused(signed(match.record(), seed="1" * 64))


def test_a_change_that_no_replay_could_notice_is_found_by_the_checksum(match):
    assert "changed after it was written" in refused(match.record() | {"note": "mine"})


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"format": 2}, "The record has format 2; this version of Pioche reads format 1."),
        ({"game": "chess"}, "There is no game called 'chess'."),
        ({"players": 9}, "No Merci is for 3 to 5 players, not 9."),
        ({"players": "many"}, "No Merci is for 3 to 5 players, not 'many'."),
        ({"variant": "expert"}, "No Merci has no variant 'expert'."),
        ({"options": {"open_tokens": "yes"}}, "The option open_tokens is on or off"),
        ({"options": {"seed": 7}}, "No Merci has no option 'seed'."),
        ({"options": {"self": 7}}, "No Merci has no option 'self'."),
        ({"options": {7: True}}, "The record’s field ‘options’ is not valid"),
        ({"options": ["open_tokens"]}, "The record’s field ‘options’ is not valid"),
        ({"seed": 7}, "The record’s field ‘seed’ is not valid: 7"),
        ({"seed": "x" * 64}, "A seed is a number"),
        ({"commitment": ["48"]}, "The record’s field ‘commitment’ is not valid"),
        ({"moves": "take"}, "The record’s field ‘moves’ is not valid"),
        ({"moves": [["0", "take"]]}, "The record’s field ‘moves, 1’ is not valid"),
        ({"moves": [[0]]}, "The record’s field ‘moves, 1’ is not valid"),
        ({"moves": [[9, "take"]]}, "Move 1 of the record, ‘9 take’, cannot be made: There is no seat 9: programs"),
        ({"dealer": 8}, "The dealer is a seat from 0 to 3, not 8."),
        ({"deck": [["3", "3"]]}, "The card 3 is in the deck ‘cards’ twice."),
        ({"deck": 5}, "A deck for No Merci is"),
        ({"substitutes": [{"seat": 1}]}, "The record’s field ‘substitutes’ is not valid"),
        (
            {"substitutes": [{"seat": "1", "level": "strong", "after": 0, "until": None}]},
            "The record’s field ‘substitutes’ is not valid",
        ),
    ],
)
def test_a_field_with_an_invalid_value_is_refused(match, changes, sentence):
    assert refused(match.record() | changes).startswith(sentence)


@pytest.mark.parametrize("field", ["game", "players", "seed", "moves"])
def test_a_missing_field_is_named(match, field):
    record = match.record()
    del record[field]
    assert refused(record) == f"The record has no field ‘{field}’."


def test_other_data_is_refused():
    for wrong in ("", "hello", "[]", "{}", None, 3):
        refused(wrong)


def test_a_line_that_cannot_be_read_is_named(match):
    lines = to_text(match.record()).splitlines()
    lines[9] = "what is this"
    assert refused("\n".join(lines)).startswith("Line 10 of the record cannot be read")
    lines[9] = "scores: [1, 2"
    assert refused("\n".join(lines)).startswith("Line 10 of the record cannot be read")


@pytest.mark.parametrize("field", ["game", "variant", "seed", "moves", "substitutes", "note"])
def test_half_a_character_is_refused_in_a_sentence_that_can_be_sent(match, field):
    refused(json.dumps(match.record() | {field: "\ud800"})).encode()
    refused(json.dumps(match.record() | {"moves": [[0, "\ud800"]]})).encode()
    lines = to_text(match.record()).splitlines()
    lines[9] = 'options: {"\\ud800": true}'
    refused("\n".join(lines)).encode()
