"""Seeds to which players contributed, in matches and in their records."""

import hashlib

import pytest

import pioche
from pioche.core.fair import SharedSeed

SERVER, ZOE, BASILE = (bytes([value]) * 32 for value in (1, 2, 3))
SHARED = SharedSeed(SERVER, {2: BASILE, 0: ZOE})


def test_the_seed_is_the_hash_of_all_parts_in_the_order_of_seats():
    joined = b"pioche shared seed 1" + SERVER + b"\0" + ZOE + b"\2" + BASILE
    assert SHARED.seed == hashlib.sha256(joined).digest()
    assert SHARED.commitment == hashlib.sha256(SERVER).hexdigest()


@pytest.mark.parametrize(
    "other",
    [
        SharedSeed(BASILE, {0: ZOE, 2: BASILE}),
        SharedSeed(SERVER, {0: BASILE, 2: ZOE}),
        SharedSeed(SERVER, {1: ZOE, 2: BASILE}),
        SharedSeed(SERVER, {0: ZOE}),
    ],
)
def test_each_part_and_its_seat_change_the_seed(other):
    assert other.seed != SHARED.seed


def recorded() -> dict:
    match = pioche.open("no-merci", 3, seed=SHARED)
    seat = match.to_move[0]
    match.play(seat, "take")
    return match.record()


def test_a_record_carries_the_parts_and_replays_to_the_same_match(tmp_path):
    record = recorded()
    assert record["seed"] == SHARED.seed.hex()
    assert record["contributions"] == {"server": SERVER.hex(), "0": ZOE.hex(), "2": BASILE.hex()}
    pioche.save(pioche.replay(record), tmp_path / "match.pioche")
    again = pioche.load(tmp_path / "match.pioche")
    assert again.record() == record
    assert again.commitment == SHARED.commitment


def test_a_record_without_parts_has_no_such_line(tmp_path):
    pioche.save(pioche.open("no-merci", 3, seed=7), tmp_path / "match.pioche")
    assert "contributions" not in (tmp_path / "match.pioche").read_text()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"contributions": {"server": SERVER.hex(), "0": BASILE.hex()}}, "parts of the server and the players make"),
        ({"contributions": {"server": SERVER.hex(), "0": "12"}}, "contributions"),
        ({"contributions": {"0": ZOE.hex()}}, "contributions"),
        ({"contributions": [1]}, "contributions"),
        ({"commitment": "0" * 64}, "hash"),
    ],
)
def test_forged_parts_are_refused(change, reason):
    record = {name: value for name, value in recorded().items() if name != "checksum"}
    with pytest.raises(pioche.BadRecord, match=reason):
        pioche.replay({**record, **change})
