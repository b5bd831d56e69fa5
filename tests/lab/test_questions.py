"""The questions of the laboratory: answers whose truth is known, and the same answer however it is computed."""

import json

import numpy as np
import pytest

import pioche
from pioche.core.errors import BadSetting
from pioche.core.words import LANGUAGES
from pioche.lab.ask import QUESTIONS, ask, command_of, find_question, prepare
from pioche.lab.blocks import Rails, compute
from pioche.lab.questions.asked import Asked
from pioche.lab.questions.luck import Luck, parts_of
from pioche.lab.questions.ratings import rate
from pioche.lab.questions.skill import LADDER, finding
from pioche.lab.questions.words import say

ONE = Rails(on="threads", workers=1)
GAMES = [game.name for game in pioche.games()]


def shown(answer, table, name):
    return answer.table(table).column(name)


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_says_what_it_asks(name, language):
    assert find_question(name).plan
    assert say(f"about.{name}").text(language)
    assert say(f"question.{name}").text(language).endswith("?")


# seats


@pytest.mark.xdist_group("no-merci")
def test_among_random_players_of_no_merci_the_dealer_wins_most():
    """The README shows the same: 28.9, 21.2, 23.7 and 26.2 % of a million matches."""
    answer = ask("seats", "no-merci", 4, bots="random", matches=60_000, seed=1, rails=ONE)
    assert shown(answer, "seats", "won") == pytest.approx([0.289, 0.212, 0.237, 0.262], abs=0.006)
    assert shown(answer, "seats", "score") == pytest.approx([75.19, 85.05, 81.67, 78.46], abs=0.6)
    assert sum(shown(answer, "seats", "won")) == pytest.approx(1)
    assert answer.matches == 60_000
    assert answer.findings[1].key == "ask.seats.clear"


@pytest.mark.parametrize(
    ("game", "sentence"), [("20-20", "is a game for one here"), ("the-game", "win or lose together")]
)
def test_seats_that_do_not_compete_are_refused_with_a_sentence(game, sentence):
    with pytest.raises(BadSetting, match=sentence):
        ask("seats", game, 2 if game == "the-game" else 1)


# length


@pytest.mark.xdist_group("no-merci")
def test_lengths_are_those_of_the_simulation():
    answer = ask("length", "no-merci", 3, bots="random", matches=4000, seed=3, rails=ONE)
    lengths, times = shown(answer, "lengths", "length"), shown(answer, "lengths", "matches")
    mean = np.average(lengths, weights=times)
    simulated = pioche.simulate("no-merci", 3, games=4000, seed=9)
    assert mean == pytest.approx(simulated.moves / simulated.games, rel=0.02)
    assert answer.findings[1].text() == "100.0% of all matches end like this: All 24 cards have been taken."
    assert "│ Les 24 cartes ont été prises. " in answer.text("fr")
    assert answer.table("endings").to_dict()["ending"] == ["all-taken"]
    assert sum(times) == sum(shown(answer, "margins", "matches")) == 4000


def test_games_won_together_show_what_is_left():
    answer = ask("length", "20-20", bots="random", matches=2000, seed=1, rails=ONE)
    endings = answer.table("endings").to_dict()
    won = dict(zip(endings["ending"], endings["share"], strict=True))["cleared"]
    assert won == pytest.approx(0.071, abs=0.02)  # docs/20-20.md
    assert shown(answer, "margins", "matches")[0] == round(won * 2000)  # nothing is left over


@pytest.mark.xdist_group("drahtseilakt")
def test_matches_that_all_have_the_same_length_have_no_range():
    answer = ask("length", "drahtseilakt", 4, bots="random", matches=100, seed=1, rails=ONE)
    assert answer.findings[0].text() == "Every match has 144 moves."


# compare


@pytest.mark.xdist_group("no-merci")
def test_a_setting_compared_with_itself_does_not_differ():
    answer = ask("compare", "no-merci", 3, bots="random", matches=1000, seed=1, against=("players=3",), rails=ONE)
    for table in answer.tables:
        assert set(table.column("difference")) == {0.0}
    assert "nothing changes measurably" in answer.findings[0].text()


@pytest.mark.xdist_group("no-merci")
def test_the_same_deals_make_differences_smaller_than_chance():
    """Tokens that everybody sees change nothing for random players: every match ends as it did."""
    answer = ask("compare", "no-merci", 3, bots="random", matches=1000, seed=1, rails=ONE)
    names = [value.text() for value in answer.table("figures").column("what")]
    same = [name for name in names if name.startswith("open_tokens=on")]
    assert len(same) == 3
    for name, difference in zip(names, answer.table("figures").column("difference"), strict=True):
        assert (difference == 0) == name.startswith("open_tokens=on")


@pytest.mark.parametrize(
    ("against", "sentence"),
    [
        ("strong", "--against takes changes such as variant=NAME"),
        ("variant=expert", "has no variant 'expert'"),
        ("players=9", "is for 3 to 5 players"),
        ("players=two", "--against takes changes such as variant=NAME, players=4, .* not 'players=two'"),
        ("bots=", "There is no bot called ''"),
        ("bots=genius", "There is no bot called 'genius'"),
        ("colour=red", "has no option 'colour'"),
    ],
)
def test_a_bad_change_is_refused_with_a_sentence(against, sentence):
    with pytest.raises(BadSetting, match=sentence):
        prepare(Asked("compare", "no-merci", against=(against,)))


def test_nothing_to_compare_is_refused_with_a_sentence():
    with pytest.raises(BadSetting, match="has no variant and no switch here"):
        prepare(Asked("compare", "20-20"))


# luck


def parts_where(results):
    """Return the parts of synthetic results: a function of repeat, deal, seat and the bot in the seat."""
    work = Luck(prepare(Asked("luck", "no-merci", bots="random")).work.sitting, ("a", "b"), 1, deals=20, repeats=6)
    blocks = []
    for number in range(12):
        seatings = [work.seating(number, repeat) for repeat in range(6)]
        rng = np.random.default_rng(number)
        deals, noise = rng.normal(size=20), rng.normal(size=(6, 20, 3))
        drawn = [
            [
                [results(deals[deal], name, noise[repeat, deal, seat]) for seat, name in enumerate(seating)]
                for deal in range(20)
            ]
            for repeat, seating in enumerate(seatings)
        ]
        blocks.append(work._sums(np.array(drawn), seatings))
    return parts_of(blocks)


def test_a_game_decided_by_the_deal_alone_is_all_luck():
    assert parts_where(lambda deal, bot, noise: deal) == pytest.approx((1, 0, 0), abs=0.02)


def test_a_game_decided_by_the_bots_is_all_skill():
    assert parts_where(lambda deal, bot, noise: float(bot == "a")) == pytest.approx((0, 1, 0), abs=0.02)


def test_a_lottery_is_neither():
    assert parts_where(lambda deal, bot, noise: noise) == pytest.approx((0, 0, 1), abs=0.03)


def test_parts_add_up_as_they_were_put_together():
    """Variances of 1 by the deal, 1 by the bot (±1) and 2 by chance."""
    found = parts_where(lambda deal, bot, noise: deal + (1 if bot == "a" else -1) + 2**0.5 * noise)
    assert found == pytest.approx((0.25, 0.25, 0.5), abs=0.06)


@pytest.mark.xdist_group("determiner-la-couleur")
def test_bots_that_play_a_deal_the_same_way_each_time_leave_all_to_the_deal():
    answer = ask("luck", "determiner-la-couleur", 3, bots="casual", matches=1600, seed=1, rails=ONE)
    assert shown(answer, "score", "share")[0] == pytest.approx(1, abs=0.05)
    assert shown(answer, "won", "share")[1] == 0


# skill, strength and ratings


@pytest.mark.xdist_group("20-20")
def test_a_ladder_shows_the_shares_that_are_known():
    """docs/20-20.md: any move wins 7.1 %, the rule of thumb 35.6 %."""
    answer = ask("skill", "20-20", bots="random,strong", matches=3000, seed=1, rails=ONE)
    assert shown(answer, "steps", "even") == pytest.approx([0.071], abs=0.02)
    assert shown(answer, "steps", "won") == pytest.approx([0.356], abs=0.03)
    assert shown(answer, "steps", "doublings")[0] == pytest.approx(2.85, abs=0.5)
    (deals,) = shown(answer, "steps", "deals_to_tell")
    assert 5 <= deals <= 20


@pytest.mark.xdist_group("no-merci")
def test_a_run_that_is_decided_at_once_has_no_plot():
    """One point makes no line."""
    answer = ask("strength", "no-merci", bots="random,casual", seed=1, rails=ONE)
    assert (len(answer.table("curve").rows), answer.plots) == (1, ())


@pytest.mark.xdist_group("no-merci")
def test_no_interval_of_a_share_is_beyond_0_or_1_or_has_no_width():
    """A random player wins next to nothing against casual ones."""
    how = {"players": 3, "seed": 1, "rails": ONE}
    for question, table, options in (
        ("strength", "pair", {"bots": "random,casual"}),
        ("skill", "steps", {"bots": "random,casual", "matches": 300}),
        ("seats", "seats", {"bots": "beginner@1,random,random", "matches": 10}),
    ):
        answer = ask(question, "no-merci", **options, **how)
        names = ("won_low", "won", "won_high") if question == "seats" else ("low", "won", "high")
        for low, won, high in zip(*(shown(answer, table, name) for name in names), strict=True):
            assert 0 <= low <= won <= high <= 1
            assert high - low > 0.001
        if question == "strength":
            assert float(answer.findings[0].arguments["high"].number) <= 100


@pytest.mark.parametrize(
    ("doublings", "sentence"),
    [
        (2.85, "the odds of winning double 2.9 times."),
        (0.8, "the odds of winning do not even double: they grow by 74%."),
        (-0.1, "the odds of winning do not grow."),
    ],
)
def test_a_ladder_is_summed_up_in_words(doublings, sentence):
    assert finding(("random", "strong"), doublings).text() == f"From random to strong, {sentence}"


@pytest.mark.xdist_group("20-20")
def test_the_stronger_bot_is_found_and_the_run_stops():
    answer = ask("strength", "20-20", bots="random,strong", seed=1, rails=ONE)
    assert answer.findings[0].text().startswith("strong is stronger than random, decided after ")
    assert answer.matches < 2000
    last = answer.table("curve").rows[-1]
    random, strong = shown(answer, "pair", "won")
    assert last[1] == pytest.approx(random - strong)


def test_a_run_that_stops_early_does_not_say_how_much_is_left():
    told = []
    rails = Rails("threads", 1, progress=lambda *done: told.append(done))
    ask("strength", "no-merci", bots="random,casual", seed=1, rails=rails)
    assert told[-1][0] >= 1
    assert {total for _, total in told} == {None}


def test_a_bot_is_as_strong_as_itself_with_another_name():
    answer = ask("strength", "no-merci", bots="random,random@1", matches=4000, margin=0.2, seed=1, rails=ONE)
    assert "Neither is stronger by as much as 20.0%" in answer.findings[0].text()


def test_without_enough_matches_nothing_is_decided():
    answer = ask("strength", "no-merci", bots="random,random@1", matches=300, margin=0.01, seed=1, rails=ONE)
    assert answer.findings[0].text().startswith("Not decided after 50 deals")


def test_ratings_of_known_strengths_are_found():
    """Odds of ten to one are 400 points; the third bot is between the two others."""
    strength = np.array([10.0, 1.0, 10**0.5])
    expected = strength[:, None] / (strength[:, None] + strength[None, :])
    found = rate(10_000 * expected * (1 - np.eye(3)))
    assert found == pytest.approx([200, -200, 0], abs=1)


@pytest.mark.xdist_group("20-20")
def test_ratings_rank_the_bots_and_their_intervals_hold_them():
    answer = ask("ratings", "20-20", bots="random,strong", matches=2000, seed=1, rails=ONE)
    assert shown(answer, "ratings", "bot") == ["strong", "random"]
    for value, low, high in zip(*(shown(answer, "ratings", name) for name in ("rating", "low", "high")), strict=True):
        assert low < value < high


@pytest.mark.parametrize(
    ("game", "pool", "left_out"),
    [
        ("no-merci", ("random", "beginner", "casual"), "strong, expert"),
        ("20-20", ("random", "beginner", "casual", "strong"), "expert"),
    ],
)
def test_bots_that_search_are_left_out_and_named(game, pool, left_out):
    asked = Asked("skill", game)
    assert asked.pool(LADDER) == pool
    assert f"left out here: {left_out}. " in asked.left_out(LADDER)[0].text()
    assert Asked("skill", game, bots="random,casual").left_out(LADDER) == ()


@pytest.mark.parametrize(
    ("question", "how", "sentence"),
    [
        ("strength", {"bots": "random"}, "Name two bots to compare"),
        ("strength", {"bots": "random,casual", "margin": 2.0}, "--margin is a difference"),
        ("skill", {"bots": "random"}, "A ladder needs two bots or more"),
        ("ratings", {"bots": "random"}, "Ratings need two bots or more"),
        ("talk", {}, "In No Merci players give no signals"),
    ],
)
def test_questions_that_make_no_sense_are_refused_with_a_sentence(question, how, sentence):
    with pytest.raises(BadSetting, match=sentence):
        prepare(Asked(question, "no-merci", **how))


# All of them.


def grouped(question, game, bots, matches):
    return pytest.param(question, game, bots, matches, marks=pytest.mark.xdist_group(game), id=question)


@pytest.mark.parametrize(
    ("question", "game", "bots", "matches"),
    [
        *(grouped(name, "no-merci", "random", 3000) for name in ("seats", "length", "compare", "luck")),
        *(grouped(name, "no-merci", "random,random@1", 3000) for name in ("skill", "strength", "ratings")),
        grouped("cards", "no-merci", "random", 60),
        grouped("talk", "the-game", "casual", 3000),
        grouped("stock", "fournir-des-series", "random", 60),
    ],
)
def test_the_answer_is_the_same_however_it_is_computed(question, game, bots, matches, tmp_path):
    how = {"bots": bots, "matches": matches, "seed": 4}
    whole = ask(question, game, 3, **how, rails=ONE)
    assert ask(question, game, 3, **how, rails=Rails(on="threads", workers=3)) == whole
    work = prepare(Asked(question, game, 3, **how))
    assert work.blocks > 2
    journal = tmp_path / "journal"
    list(compute(work.work, min(2, work.blocks), Rails("threads", 1, journal)))
    resumed = ask(question, game, 3, **how, rails=Rails("threads", 2, journal))
    assert json.dumps(resumed.to_dict()) == json.dumps(whole.to_dict())


def test_bots_that_search_are_asked_move_by_move():
    answer = ask("seats", "no-merci", 3, bots="beginner@1,random,random", matches=20, seed=1, rails=ONE)
    assert answer.matches == 20


def test_the_command_makes_the_answer_again():
    asked = Asked(
        "compare", "no-merci", 4, None, {"open_tokens": True}, "casual", 100, 7, ("variant=tactical", "players=5"), None
    )
    assert command_of(asked) == (
        "pioche lab compare no-merci --players 4 --bots casual --matches 100 --option open_tokens=on"
        " --against variant=tactical --against players=5 --seed 7"
    )


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"game": "chess"}, "There is no game called 'chess'"),
        ({"question": "why"}, "There is no question called 'why'. The questions are: seats"),
        ({"matches": 0}, "‘matches’ is a number from 1"),
        ({"seed": -1}, "‘seed’ is a number from 0"),
        ({"bots": "random,random"}, "2 bots were given for 3 seats"),
    ],
)
def test_bad_input_is_refused_with_a_sentence(wrong, sentence):
    with pytest.raises(pioche.PiocheError, match=sentence):
        prepare(Asked(**({"question": "seats", "game": "no-merci"} | wrong)))
