"""Puzzles over HTTP: what is shown, guesses and how they are counted, the puzzle of the day."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from functools import partial
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

import pioche.server
from pioche import registry
from pioche.core.puzzles import find_puzzle
from pioche.server.guesses import ENOUGH, Guesses, Rate
from pioche.server.people import People
from pioche.server.puzzle_api import of_the_day
from pioche.server.shelf import today
from pioche.server.store import Store
from tests.server.conftest import PATIENCE

pytestmark = pytest.mark.xdist_group("server")
FIRST = "/api/puzzles/no-merci/1"


def puzzle(number=1):
    return find_puzzle(registry.find("no-merci").puzzles, number)


@pytest.fixture
def stranger(server):
    """Another browser."""
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        yield client


def test_a_puzzle_is_shown_as_its_seat_sees_it(client):
    """NM2 The others' tokens are hidden, and so is the pile; what was done in the round is told."""
    shown = client.get(FIRST).json()
    eyes, step = puzzle().seat, shown["step"]
    assert (step["eyes"], step["view"]["seat"], step["view"]["to_move"]) == (eyes, eyes, [eyes])
    assert [counter["seat"] for counter in step["view"]["table"]["counters"] if counter["name"] == "tokens"] == [eyes]
    assert {move["name"] for move in step["view"]["moves"]} == set(puzzle().worth)
    assert [line["move"]["name"] for line in step["lines"]] == [name for _, name in puzzle().history]
    assert (step["table"]["game"], step["table"]["commitment"], shown["day"]) == ("no-merci", "", None)


def test_the_answer_is_not_sent_before_the_guess(client):
    told = client.get(FIRST).text + client.get("/api/puzzles/no-merci").text
    assert not any(word in told for word in ("best", "obvious", "found_by", "figure", "pile=", puzzle().key))


def test_a_guess_is_judged_and_explained(client):
    client.get(FIRST)
    right = client.post(FIRST, json={"move": puzzle().best}).json()
    assert (right["is_right"], right["best"], right["message"]["key"]) == (True, puzzle().best, "core.puzzle.right")
    assert right["hints"][0]["move"]["name"] == puzzle().best
    assert right["hints"][0]["figure"] > right["hints"][1]["figure"]
    assert all(hint["why"] for hint in right["hints"])
    assert right["measure"]["is_share"]
    wrong = client.post(FIRST, json={"move": puzzle().obvious}).json()
    assert (wrong["is_right"], wrong["message"]["key"]) == (False, "core.puzzle.obvious")


def test_the_first_guess_of_a_player_counts(client, stranger):
    for browser in (client, stranger):
        browser.get(FIRST)
    assert client.post(FIRST, json={"move": puzzle().obvious}).json()["is_counted"]
    assert not client.post(FIRST, json={"move": puzzle().best}).json()["is_counted"]
    told = stranger.post(FIRST, json={"move": puzzle().best}).json()
    assert (told["is_counted"], told["puzzle"]["tried"], told["puzzle"]["solved"]) == (True, 2, 1)
    listed = client.get("/api/puzzles/no-merci").json()["puzzles"]
    assert [each["number"] for each in listed] == list(range(1, len(listed) + 1))
    assert (listed[0]["tried"], listed[0]["solved"], listed[0]["yours"]) == (2, 1, False)
    assert (listed[1]["tried"], listed[1]["yours"]) == (0, None)
    assert stranger.get(FIRST).json()["puzzle"]["yours"] is True


@pytest.mark.parametrize(
    ("tried", "solved", "found"),
    [(20, 20, "easy"), (21, 14, "easy"), (21, 13, "medium"), (21, 7, "medium"), (20, 6, "hard"), (19, 0, None)],
)
def test_people_say_how_hard_a_puzzle_is_once_enough_have_guessed(tried, solved, found):
    assert Rate(tried, solved).difficulty == found


def test_a_puzzle_that_hardly_anybody_solves_is_listed_as_hard(server, client):
    before = client.get("/api/puzzles/no-merci").json()["puzzles"]
    easy = next(each for each in before if each["difficulty"] != "hard")
    store = Store(server.database)
    for number in range(ENOUGH):
        guess = Guesses(store).count(f"holder {number}", "no-merci", puzzle(easy["number"]).key, is_right=number == 0)
        assert guess
    store.close()
    after = client.get("/api/puzzles/no-merci").json()["puzzles"]
    assert after[easy["number"] - 1] == easy | {"difficulty": "hard", "tried": 20, "solved": 1, "share": 0.05}
    assert [each for each in after if each["number"] != easy["number"]] == [
        each for each in before if each["number"] != easy["number"]
    ]


def test_guesses_go_along_to_another_device_and_are_exported_and_deleted(client, stranger):
    """Somebody who has only solved puzzles is a player too."""
    client.get(FIRST)
    client.post(FIRST, json={"move": puzzle().best})
    assert client.get("/api/me").json()["since"] is not None
    stranger.get(FIRST)
    stranger.post("/api/puzzles/no-merci/2", json={"move": puzzle(2).obvious})
    stranger.post("/api/me/adopt", json={"token": client.post("/api/me/carry").json()["token"]})
    for browser in (client, stranger):
        listed = browser.get("/api/puzzles/no-merci").json()["puzzles"]
        assert [each["yours"] for each in listed[:3]] == [True, False, None]
    assert not stranger.post(FIRST, json={"move": puzzle().obvious}).json()["is_counted"]
    exported = stranger.post("/api/me/export").json()["guesses"]
    assert [(each["game"], each["puzzle"], each["is_right"]) for each in exported] == [
        ("no-merci", 1, True),
        ("no-merci", 2, False),
    ]
    client.delete("/api/me")
    assert client.get(FIRST).json()["puzzle"]["tried"] == 0


def test_of_the_guesses_of_two_browsers_that_become_one_player_the_first_counts(store):
    """So that a puzzle says how many players tried it."""
    people, guesses = People(store), Guesses(store)
    for holder, is_right in (("phone", False), ("laptop", True), ("other", True)):
        people.enter(holder)
        assert guesses.count(holder, "no-merci", "key", is_right=is_right)
    guesses.count("laptop", "no-merci", "another", is_right=True)
    token, _ = people.carry(people.enter("laptop").id)
    assert people.adopt(token, "phone")
    assert guesses.rates("no-merci") == {"key": Rate(2, 1), "another": Rate(1, 1)}
    assert {key: each.is_right for key, each in guesses.own("laptop").items()} == {"key": False, "another": True}


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_of_two_devices_that_guess_at_once_one_counts(store):
    people, guesses = People(store), Guesses(store)
    token, _ = people.carry(people.enter("phone").id)
    people.adopt(token, "laptop")
    with ThreadPoolExecutor() as pool:
        for puzzle in map(str, range(20)):
            count = partial(guesses.count, game="no-merci", puzzle=puzzle, is_right=True)
            assert sorted(pool.map(count, ("phone", "laptop"))) == [False, True]


def test_the_overview_counts_the_puzzles_of_each_game_and_own_guesses(client, stranger):
    found = client.get("/api/puzzles").json()
    assert {each["game"]: each["puzzles"] for each in found["games"]} == {
        game.name: len(game.puzzles) for game in registry.games()
    }
    daily = client.get("/api/puzzles/daily").json()
    assert (found["day"], found["daily"]) == (daily["day"], daily["puzzle"])
    for number, move in ((1, puzzle(1).best), (2, puzzle(2).obvious)):
        client.get(f"/api/puzzles/no-merci/{number}")
        client.post(f"/api/puzzles/no-merci/{number}", json={"move": move})
    own, theirs = (
        {each["game"]: (each["tried"], each["solved"]) for each in browser.get("/api/puzzles").json()["games"]}
        for browser in (client, stranger)
    )
    assert own["no-merci"] == (2, 1)
    assert own["the-game"] == theirs["no-merci"] == (0, 0)


def test_a_guess_without_a_cookie_does_not_count(server):
    for _ in range(3):
        told = httpx.post(f"{server.address}{FIRST}", json={"move": puzzle().best}).json()
        assert (told["is_right"], told["is_counted"], told["puzzle"]["tried"]) == (True, False, 0)


def test_a_guess_with_a_cookie_that_the_server_did_not_make_does_not_count(server, stranger):
    """Or one browser could count as many players, and choose a secret that others can guess."""
    for letter in "abc":
        told = httpx.post(f"{server.address}{FIRST}", json={"move": puzzle().best}, cookies={"pioche": letter * 32})
        assert (told.json()["is_counted"], told.json()["puzzle"]["tried"]) == (False, 0)
        assert told.cookies["pioche"] != letter * 32
    stranger.cookies.update(told.cookies)
    assert stranger.post(FIRST, json={"move": puzzle().best}).json()["is_counted"]


@pytest.mark.parametrize(
    ("path", "body", "status", "key"),
    [
        ("/api/puzzles/no-merci/1", {"move": "steal"}, 400, "core.move.unknown"),
        ("/api/puzzles/no-merci/1", {"move": "take", "solved": 99, "is_right": True}, 200, None),
        ("/api/puzzles/no-merci/1", {"move": 1}, 400, "server.bad-message"),
        ("/api/puzzles/no-merci/1", {}, 400, "server.bad-message"),
        ("/api/puzzles/no-merci/0", {"move": "take"}, 404, "core.unknown-puzzle"),
        ("/api/puzzles/no-merci/31", {"move": "take"}, 404, "core.unknown-puzzle"),
        (f"/api/puzzles/no-merci/{10**40}", {"move": "take"}, 404, "core.unknown-puzzle"),
        ("/api/puzzles/chess/1", {"move": "take"}, 404, "core.unknown-game"),
    ],
)
def test_bad_guesses_are_refused_in_one_sentence_and_not_counted(client, path, body, status, key):
    client.get(FIRST)
    told = client.post(path, json=body)
    assert told.status_code == status
    if key is not None:
        assert told.json()["error"]["key"] == key
        assert client.get(FIRST).json()["puzzle"]["tried"] == 0
    else:
        assert told.json()["puzzle"]["tried"] == 1


def test_everybody_has_the_same_puzzle_of_the_day(client, stranger):
    mine, theirs = (browser.get("/api/puzzles/daily").json() for browser in (client, stranger))
    assert mine == theirs
    chosen = of_the_day(date.fromisoformat(mine["day"]))
    assert (mine["puzzle"]["game"], mine["puzzle"]["number"]) == (chosen.game, chosen.number)
    assert date.fromisoformat(mine["day"]) <= today()


def test_the_puzzles_of_the_day_take_turns():
    every = sum(len(game.puzzles) for game in registry.games())
    days = [date(2030, 1, 1) + timedelta(days=number) for number in range(every + 1)]
    chosen = [of_the_day(day).key for day in days]
    assert len(set(chosen[:every])) == every
    assert chosen[0] == chosen[every]


def migrate_to(store: Store, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(pioche.server.__file__).parent / "migrations"))
    with store.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def test_a_database_from_before_puzzles_is_migrated_and_keeps_its_tables(database):
    store = Store(database)
    migrate_to(store, "0002")
    with store.engine.begin() as connection:
        connection.execute(sa.text("INSERT INTO tables (id, code, game, opened) VALUES ('t', 'ABCDEF', 'no-merci', 1)"))
    store.migrate()
    assert store.by_code("ABCDEF") == "t"
    guesses = Guesses(store)
    assert guesses.count("a", "no-merci", "k", is_right=False)
    assert not guesses.count("a", "no-merci", "k", is_right=True)
    assert guesses.count("b", "no-merci", "k", is_right=True)
    assert guesses.rates("no-merci") == {"k": Rate(tried=2, solved=1)}
    assert guesses.rates("the-game") == {}
    assert {key: each.is_right for key, each in guesses.own("a", "no-merci").items()} == {"k": False}
    assert guesses.own("c", "no-merci") == {}
    store.close()
