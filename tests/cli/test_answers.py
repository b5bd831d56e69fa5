"""The output of each command, as text and as JSON."""

import json
import re
import subprocess
import sys

import pytest

import pioche
from pioche import registry
from pioche.core.fair import SharedSeed
from pioche.core.match.record import Substitute
from tests.cli.conftest import GAMES, RECORD, SIX_GAMES, TEAMS
from tests.games.drahtseilakt.deals import play_rounds, staged


def test_without_a_command_the_commands_are_listed(pioche_says):
    code, out, _ = pioche_says()
    assert code == 0
    assert all(
        command in out
        for command in ("games", "rules", "simulate", "replay", "verify", "solve", "deal", "arena", "review", "bench")
    )


def test_version_is_printed(pioche_says):
    assert pioche_says("--version")[:2] == (0, f"pioche {pioche.__version__}\n")


def test_games_lists_the_games(pioche_says):
    code, out, _ = pioche_says("games")
    assert code == 0
    assert all(game.name in out for game in pioche.games())


@pytest.mark.parametrize(
    ("language", "heads"), [("en", "Box Authors Publisher Year Ages"), ("fr", "Boîte Auteurs Éditeur Année Âge")]
)
def test_games_lists_the_makers_of_the_boxes(pioche_says, language, heads):
    *_, boxes = pioche_says("games", "--lang", language)[1].split("\n\n")
    rows = [re.split(r" {2,}", line) for line in boxes.splitlines()]
    assert rows[0] == heads.split()
    assert rows[2:] == [
        ["No Merci", "Amigo Spiel + Freizeit", "8+"],
        ["The Game", "Steffen Benndorf", "8+"],
        ["XXL", "Dirk Hanneforth, Hajo Bücken", "Abacusspiele", "1996", "8+"],
    ]


def test_games_in_json(pioche_says):
    listed = json.loads(pioche_says("games", "--json")[1])
    found = next(game for game in listed if game["name"] == "no-merci")
    assert (found["players"], found["variants"]) == ([3, 4, 5], ["tactical"])
    assert found["options"] == {"open_tokens": {"default": False}}
    assert found["box"] == {"name": "No Merci", "publisher": "Amigo Spiel + Freizeit", "age": 8}
    assert found["crib"]["fr"] == registry.find("no-merci").crib("fr")


@pytest.mark.parametrize("game", [game.name for game in pioche.games()])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_rules_are_printed(pioche_says, game, language):
    assert pioche_says("rules", game, "--lang", language)[1].startswith("# ")


def test_rules_of_a_game_include_those_of_its_box_and_of_all_games(pioche_says):
    told = pioche_says("rules", "determiner-la-couleur")[1]
    assert told.index("Abacusspiele 1996") < told.index("The game in brief") < told.index("**XX60**")
    assert told.index("**XX61**") < told.index("**XX4**") < told.index("**G3**")
    assert "XX" not in pioche_says("rules", "no-merci")[1]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_simulate_shows_a_table(pioche_says, language):
    code, out, err = pioche_says(
        "simulate", "the-game", "--players", "2", "--games", "50", "--seed", "1", "--lang", language
    )
    assert (code, err) == (0, "") or "Compil" in err
    assert "graine 1" in out if language == "fr" else "seed 1" in out
    ending = {"en": "The player to move had no card that fit.", "fr": "n’avait plus de carte qui convienne."}[language]
    assert re.search(rf"\n  ?100[.,]0.?%  .*{ending}\n", out)


@pytest.mark.xdist_group("no-merci")
def test_g1_seats_are_counted_from_1_where_people_read_and_type_them(pioche_says):
    command = ("simulate", "no-merci", "--games", "2000", "--seed", "1", "--workers", "1")
    rows = re.findall(r"^│ +(\d+) │", pioche_says(*command)[1], re.MULTILINE)
    assert rows == ["1", "2", "3"]
    typed = json.loads(pioche_says(*command, "--dealer", "3", "--json")[1])
    counted_from_0 = pioche.simulate("no-merci", games=2000, seed=1, workers=1, dealer=2)
    assert typed["seats"] == counted_from_0.to_dict()["seats"]


@pytest.mark.parametrize(
    ("language", "dealer", "move"),
    [
        ("en", "first dealer: seat 3", "  Seat 4 refuses the "),
        ("fr", "premier donneur\u00a0: place 3", "  La place 4 refuse le "),
    ],
)
def test_g1_a_replay_counts_seats_from_1(pioche_says, language, dealer, move):
    match = pioche.load(RECORD)
    assert (match.deals.first_dealer, match.moves[0][0]) == (2, 3)
    lines = pioche_says("replay", str(RECORD), "--lang", language)[1].splitlines()
    assert dealer in lines[0]
    assert lines[1].startswith(move)
    assert json.loads(pioche_says("replay", str(RECORD), "--json")[1])["moves"][0][0] == 3


def test_simulate_in_json_is_the_documented_object(pioche_says):
    command = "simulate no-merci --players 4 --games 100 --variant tactical --seed 3 --workers 1 --json"
    plain = json.loads(pioche_says(*command.split())[1])
    assert (plain["game"], plain["variant"], plain["players"]) == ("no-merci", "tactical", 4)
    assert (plain["games"], plain["seed"], plain["won"]) == (100, 3, None)
    assert plain["endings"] == {"all-taken": 100}
    assert len(plain["seats"]) == 4


def test_options_are_given_by_name(pioche_says):
    command = "simulate the-game --games 10 --option signals=off --json"
    assert json.loads(pioche_says(*command.split())[1])["options"] == {"signals": False}


@pytest.mark.parametrize(
    ("options", "heading", "agreed"),
    [
        ("--rounds 2", "Mean sum of places", "Options: rounds=2\n"),
        ("--rounds 2 --option raw_points=on", "Mean score", "Options: rounds=2, raw_points=on\n"),
        ("--option raw_points=off", "Mean score", ""),
    ],
)
def test_simulate_names_the_kind_of_its_scores(pioche_says, options, heading, agreed):
    told = pioche_says(*f"simulate a-moins --players 2 --games 20 --workers 1 --seed 1 {options}".split())[1]
    assert heading in told
    assert told.partition("\n")[2].startswith(agreed or "┏")


def test_arena_names_the_kind_of_its_scores(pioche_says):
    command = "arena a-moins --bots random,casual --players 2 --deals 2 --workers 1 --seed 1 --rounds 2"
    assert "sum" in pioche_says(*command.split())[1]
    assert "sum" not in pioche_says(*command.split(), "--option", "raw_points=on")[1]


@pytest.mark.parametrize(
    ("raw_points", "agreed", "standing"),
    [
        (False, "Options\u00a0: rounds=2", "  place 1\u00a0: somme des rangs {score} (rang {place})"),
        (True, "Options\u00a0: rounds=2, raw_points=on", "  place 1\u00a0: {score} (rang {place})"),
    ],
)
def test_replay_shows_the_options_and_the_kind_of_scores(pioche_says, tmp_path, raw_points, agreed, standing):
    match = pioche.open("a-moins", 2, seed=1, rounds=2, raw_points=raw_points)
    while not match.over:
        (seat,) = match.to_move
        match.play(seat, match.legal_numbers(seat)[0])
    pioche.save(match, tmp_path / "match.pioche")
    told = pioche_says("replay", str(tmp_path / "match.pioche"), "--lang", "fr")[1].splitlines()
    assert agreed in told
    assert any(line.startswith(standing.format(score=match.scores[0], place=match.places[0])) for line in told)


def test_replay_prints_the_match(pioche_says):
    code, out, _ = pioche_says("replay", str(RECORD))
    assert code == 0
    assert "tokens" in out
    assert "The end: All 24 cards have been taken." in out


def test_replay_in_json_has_the_places(pioche_says):
    plain = json.loads(pioche_says("replay", str(RECORD), "--json")[1])
    assert plain["places"] == pioche.load(RECORD).places


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "seat 1: 45 (place 1) – by round: 45 (struck out by round 2), 0, 45"),
        ("fr", "place 1\u00a0: 45 (rang 1) – par manche\u00a0: 45 (barré par la manche 2), 0, 45"),
    ],
)
def test_da11_a_replay_marks_struck_scores(pioche_says, tmp_path, language, said):
    match = staged(3, (0, 2, range(1, 10)), (2, 1, ["b0", 5]), (1, 0, ["r0", 9]))
    pioche.save(play_rounds(match, 3), tmp_path / "match.pioche")
    lines = pioche_says("replay", str(tmp_path / "match.pioche"), "--lang", language)[1].splitlines()
    assert lines[-3].strip() == said
    plain = json.loads(pioche_says("replay", str(tmp_path / "match.pioche"), "--json")[1])
    assert plain["strikes"] == [{"round": 0, "seat": 0, "by": 1}, {"round": 0, "seat": 2, "by": 2}]


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["North and South (seats 1, 3): 10 (place 2)", "East and West (seats 2, 4): 32 (place 1)"]),
        ("fr", ["Nord et Sud (places 1, 3)\u00a0: 10 (rang 2)", "Est et Ouest (places 2, 4)\u00a0: 32 (rang 1)"]),
    ],
)
def test_k6_34_a_replay_has_one_line_for_each_team(pioche_says, language, lines):
    told = pioche_says("replay", str(TEAMS), "--lang", language)[1].splitlines()
    assert [line.strip() for line in told[-2:]] == lines


@pytest.mark.parametrize(
    ("record", "language", "said"),
    [
        ("all-laid", "en", "All 98 cards have been laid: total victory!"),
        ("all-laid", "fr", "Les 98 cartes ont été posées\u00a0: victoire totale\u00a0!"),
        ("stuck", "en", "Nothing fits any more. 27 cards are left."),
        ("stuck", "fr", "Plus rien ne convient. Il reste 27 cartes."),
    ],
)
def test_tg10_a_replay_shows_the_result_of_the_team(pioche_says, record, language, said):
    told = pioche_says("replay", str(GAMES / f"the_game/records/{record}.pioche"), "--lang", language)[1]
    assert told.splitlines()[-1].strip() == said
    assert said not in told.splitlines()[-2]


def test_verify_reports_what_was_checked(pioche_says):
    commitment = pioche.load(RECORD).commitment
    code, out, _ = pioche_says("verify", str(RECORD), "--hash", commitment)
    assert code == 0
    assert commitment in out
    assert "This is the published hash." in out
    assert json.loads(pioche_says("verify", str(RECORD), "--json")[1])["valid"] is True


def test_verify_reports_who_contributed_to_the_seed_and_refuses_forged_parts(pioche_says, tmp_path):
    shared, file = SharedSeed(bytes([1]) * 32, {0: bytes([2]) * 32, 2: bytes([3]) * 32}), tmp_path / "match.pioche"
    pioche.save(pioche.open("no-merci", 3, seed=shared), file)
    code, out, _ = pioche_says("verify", str(file), "--hash", shared.commitment)
    assert code == 0
    assert f"seats 1, 3 contributed. The hash of the server’s part is {shared.commitment}." in out
    assert json.loads(pioche_says("verify", str(file), "--json")[1])["contributed"] == [0, 2]
    assert "les places 1, 3 ont contribué" in pioche_says("verify", str(file), "--lang", "fr")[1]
    forged = file.read_text(encoding="utf-8").replace("03" * 32, "04" * 32)
    file.write_text(forged, encoding="utf-8")
    code, _, told = pioche_says("verify", str(file))
    assert (code, told.count("\n")) == (2, 1)


def test_verify_reports_when_the_seed_proves_nothing(pioche_says, tmp_path):
    pioche.save(pioche.open("no-merci", 3, deck=range(3, 36)), tmp_path / "stacked.pioche")
    assert "given by hand" in pioche_says("verify", str(tmp_path / "stacked.pioche"))[1]
    pioche.save(pioche.open("no-merci", position=pioche.open("no-merci", 3).position()), tmp_path / "later.pioche")
    assert "opened from a position" in pioche_says("verify", str(tmp_path / "later.pioche"))[1]


@pytest.mark.xdist_group("no-merci")
def test_bench_of_one_game_in_json_and_as_a_table(pioche_says):
    report = json.loads(pioche_says("bench", "no-merci", "--seconds", "0.01", "--json")[1])
    assert [speed["game"] for speed in report["speeds"]] == ["no-merci"]
    table = pioche_says("bench", "no-merci", "--seconds", "0.01")[1]
    assert "no-merci" in table
    assert "20-20" not in table


@pytest.mark.parametrize("code", ["import pioche", "from pioche.cli import COMMANDS, main; main(['games'])"])
def test_numba_is_imported_only_where_needed(code):
    check = f"{code}\nimport sys\nassert 'numba' not in sys.modules and 'rich' not in sys.modules"
    subprocess.run([sys.executable, "-c", check], check=True, stdout=subprocess.DEVNULL)


def test_a_match_of_several_games_names_each_game(pioche_says):
    told = pioche_says("replay", str(SIX_GAMES), "--lang", "fr")[1]
    assert [line for line in told.splitlines() if line.startswith("Manche")][:2] == [
        "Manche 1\u00a0: Montées et descentes",
        "Manche 2\u00a0: À moins",
    ]


def test_a_deal_is_solved_and_the_line_wins(pioche_says):
    code, out, _ = pioche_says("solve", "20-20", "--seed", "7", "--json")
    found = json.loads(out)
    match = pioche.open("20-20", seed=7)
    assert (code, found["seed"], found["winnable"]) == (0, match.seed.hex(), True)
    for move in found["moves"]:
        match.play(0, move)
    assert match.ending == "cleared"
    assert "Peut être gagnée, en 60 coups" in pioche_says("solve", "20-20", "--seed", "7", "--lang", "fr")[1]


def test_deal_finds_a_graded_deal(pioche_says):
    found = json.loads(pioche_says("deal", "20-20", "--difficulty", "easy", "--seed", "1", "--json")[1])
    assert found["difficulty"] == "easy"
    assert json.loads(pioche_says("solve", "20-20", "--seed", found["seed"], "--json")[1])["winnable"]
    assert found["seed"] in pioche_says("deal", "20-20", "--difficulty", "easy", "--seed", "1")[1]


@pytest.mark.xdist_group("no-merci")
def test_arena_compares_bots(pioche_says):
    command = ("arena", "no-merci", "--bots", "random,beginner", "--deals", "5", "--seed", "1")
    standing = json.loads(pioche_says(*command, "--json")[1])
    alone = standing["pairings"][1]
    assert (alone["one"], alone["others"], alone["matches"]) == ("beginner", "random", 15)
    assert alone["won"] > 0.9
    told = pioche_says(*command, "--lang", "fr")[1]
    assert "Une part égale serait de 33,3\u202f%." in told
    assert "beginner" in told


@pytest.mark.xdist_group("no-merci")
def test_review_names_the_costly_decision(pioche_says, tmp_path):
    """Taking the 35 without tokens at the start is a mistake."""
    match = pioche.open("no-merci", 3, seed=1, dealer=2, deck=range(35, 2, -1))
    match.play(0, "take")
    while not match.over:
        match.play(match.to_move[0], match.legal(match.to_move[0])[-1])
    pioche.save(match, tmp_path / "match.pioche")
    command = ("review", str(tmp_path / "match.pioche"), "--seat", "1", "--simulations", "200")
    found = json.loads(pioche_says(*command, "--json")[1])
    first = found["decisions"][0]
    assert (first["number"], first["seat"], first["made"], first["best"]) == (1, 0, "take", "refuse")
    assert first["lost"] > 0
    assert {decision["seat"] for decision in found["decisions"]} == {0}
    assert found["moments"] == [
        decision["number"] for decision in sorted(found["decisions"], key=lambda decision: -decision["lost"])[:3]
    ]
    assert pioche_says(*command, "--json")[1] == json.dumps(found, ensure_ascii=False, indent=2) + "\n"
    told = pioche_says(*command)[1]
    assert "The decisive moves:" in told
    assert "1. Seat 1 takes the 35 without tokens. Value" in told
    assert "better: refuse the 35 for a token" in told
    assert re.findall(r"^Seat (\d+) lost", told, re.MULTILINE) == ["1"]
    assert "Les coups décisifs" in pioche_says(*command, "--lang", "fr")[1]


def test_a_replay_names_the_seat_a_bot_played_for(pioche_says, tmp_path):
    match = pioche.open("no-merci", players=3, seed=1)
    for _ in range(5):
        match.play(match.to_move[0], "refuse")
    match.substitutes = [Substitute(1, "strong", 2, 4), Substitute(2, "casual", 4)]
    pioche.save(match, tmp_path / "match.pioche")
    told = pioche_says("replay", str(tmp_path / "match.pioche"))[1]
    assert "A bot (strong) played for seat 2 while its player was away: moves 3 to 4 of the match" in told
    assert "A bot (casual) played for seat 3 while its player was away: moves 5 to 5 of the match" in told
    assert pioche.load(tmp_path / "match.pioche").substitutes == match.substitutes
