"""What a person sees and reads at the table of a shedding game."""

import pytest

import pioche
from tests.games.xxl.shedding.deals import GAMES, NAMES, finished, stock, under_way
from tests.stories import legal, zone

EVERY_GAME = pytest.mark.parametrize("game", GAMES)


def prompt(match, seat, language="en"):
    return match.rules.view(match.known(seat), seat).prompt.text(language)


def moment(game, is_wanted, seeds=range(40), players=3):
    """A match at the first moment at which something is so."""
    for seed in seeds:
        for match, story in under_way(game, players, seed):
            if is_wanted(match, story):
                return match
    raise AssertionError("there is no such moment")


@EVERY_GAME
def test_a_hand_is_shown_to_its_owner_only(game):
    for match, _ in under_way(game, 3, seed=1):
        for seat in range(-1, 3):
            for owner in range(3):
                hand = zone(match, seat, "hand", owner)
                assert hand["size"] == len(match.hands()[owner])
                assert hand["cards"] == (match.hands()[owner] if owner == seat else [])
        assert zone(match, -1, "stock")["size"] == len(stock(match.state))


@EVERY_GAME
def test_only_the_player_who_drew_a_card_sees_its_name(game):
    match = moment(game, lambda match, story: story.has_drawn)
    (seat,) = match.to_move
    keep = next(move for move in match.legal(seat) if move.name == "keep")
    assert keep.cards == (NAMES[match.state.common.drawn],)
    assert keep.target == f"hand@{seat}"
    assert keep.text("fr") == "garder la carte piochée"
    match.play(seat, "keep")
    assert match.log(seat)[-1][1].cards == keep.cards
    assert match.log(-1)[-1][1].cards == match.log((seat + 1) % 3)[-1][1].cards == ()


@EVERY_GAME
def test_the_prompt_says_what_to_do(game):
    match = moment(game, lambda match, story: not story.has_drawn and len(legal(match)) > 1)
    (seat,) = match.to_move
    assert prompt(match, seat) == "Play a card that fits."
    assert prompt(match, (seat + 1) % 3) == prompt(match, -1) == f"Seat {seat + 1} plays."
    match = moment(game, lambda match, story: legal(match) == ["draw"])
    assert prompt(match, *match.to_move) == "Nothing in your hand fits: draw a card."
    match = moment(game, lambda match, story: legal(match) == ["keep"])
    assert prompt(match, *match.to_move).endswith(", which does not fit: keep it.")
    match = moment(game, lambda match, story: story.has_drawn and len(legal(match)) > 1)
    assert prompt(match, *match.to_move).endswith(", which fits: play it, or keep it.")
    match = moment(game, lambda match, story: legal(match) == ["pass"])
    assert prompt(match, *match.to_move) == "Nothing in your hand fits, and the stock is empty: pass."


@EVERY_GAME
def test_the_prompt_announces_the_end(game):
    told = {prompt(finished(game, 3, seed)[0], -1) for seed in range(25)}
    assert told == {
        "A player has no cards left: the round is over.",
        "The stock is empty and nobody can play: the round is over.",
    }


@EVERY_GAME
def test_a_play_is_described(game):
    match = pioche.open(game, 2, deck=NAMES[::-1], dealer=1)
    (seat,) = match.to_move
    move = match.legal(seat)[0]
    card = move.cards[0]
    assert card in match.hands()[seat]
    assert move.name.startswith(card)
    assert move.text("en").startswith("play ")
    assert move.text("fr").startswith("jouer ")
    assert any(zone["id"] == move.target for zone in match.view(seat)["table"]["zones"])
