"""The laws of every game, as functions that fail with an assertion. They depend on no particular game.

Some facts a law cannot know by itself. A game's *witness* supplies them, independently of the game's own `observe`
(tests/games/<game>/witness.py):

    where(state) -> {deck: {card: place}}   where every card of every deck is; a place is a word such as "hand 2"
    sees(place, seat) -> bool               whether that seat has seen a card in that place (-1: a spectator)
    tally(state) -> {name: number}          other things that must never change, such as the number of tokens

It may also have NEVER_FREE, the variants (None: the game without one) in which no move can be taken back freely.
"""

import json
import os
from collections.abc import Iterator, Mapping
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from pioche import IllegalMove
from pioche.core.chance import Random, new_random
from pioche.core.compiled.kernels import fresh_decks, kernels
from pioche.core.game import AnyRules, Game, Setting
from pioche.core.match import Match
from pioche.core.match.record import from_text, replay_record, to_text
from pioche.core.state import SPECTATOR, batch, blanks, content, layout
from pioche.core.views import PlainMoment
from pioche.core.words import LANGUAGES
from tests.conformance.contents import cards_in, check_counters, fields_of
from tests.conformance.redeals import options_of, redeal

LARGEST_STATE = 1024
LOOKS_EVERY = 4
"""Interpreted imagination is slow: it is compared once in this many moves."""
DENSE = 30
"""For this many moments of a match, every one is examined."""
MOST_REDEALT, REDEAL_CHANCE = 20, 0.06
"""In a match: how many other deals are compared, and the chance that one is tried at a given moment and seat."""
IS_INTERPRETED = "NUMBA_DISABLE_JIT" in os.environ
"""Set by `make mutants`: loops that are not compiled are slow, so the laws try fewer games and worlds."""
SPREADS, WORLDS = (4, 50) if IS_INTERPRETED else (8, 150)
"""How often, and with how many worlds, the spread of imagination is checked."""
GAMES = 30 if IS_INTERPRETED else 500
"""How many random games must end within the bound."""
NO_MOVE = -1
DRAWS = 40
"""How often each legal move is expected when random moves are drawn."""


def has_own_rules(game: Game) -> bool:
    """Return whether a game is more than a match of other games."""
    return any(rules.name == game.name for rules in game.format(game.agree()).rounds)


def witness_of(game: Game) -> Any:
    """Return the witness of a game: that of pioche.games.no_merci is in tests.games.no_merci."""
    return import_module(game.package.replace("pioche", "tests", 1) + ".witness")


def walk(match: Match, rng: np.random.Generator) -> Iterator[Match]:
    """Yield the match before each move of its current round, played with random legal moves and some signals."""
    number = match.round
    while not match.over and match.round == number:
        yield match
        signallers = [seat for seat in range(match.players) if match.signals(seat)]
        if signallers and rng.random() < 0.2:
            seat = int(rng.choice(signallers))
            match.play(seat, match.signals(seat)[int(rng.integers(len(match.signals(seat))))])
        seat = int(rng.choice(match.to_move))
        match.play(seat, int(rng.choice(match.legal_numbers(seat))))


def some(moments: Iterator[Match]) -> Iterator[Match]:
    """Yield every moment of a short match, and fewer the longer the match goes on."""
    for match in moments:
        if len(match.moves) % (1 + len(match.moves) // DENSE) == 0:
            yield match


def imagined(rules: AnyRules, known: Any, seat: int, chance: Random) -> Any:
    """Return an imagined world that could be the true one."""
    worlds = batch(rules.state, 1)
    worlds[0] = known
    kernels(rules).imagine(worlds.copy(), seat, chance, worlds)
    return worlds[0]


def dealt(game: Game, setting: Setting, rules: AnyRules, count: int, chance: Random, *, interpreted: bool) -> Any:
    """Return ``count`` rounds before the first move, each with its own dealer."""
    options = batch(rules.options, count)
    for i in range(count):
        options[i] = game.round_options(rules, setting, i % setting.players)
    rounds = batch(rules.state, count)
    kernels(rules, interpreted=interpreted).deal(options, *fresh_decks(rules, options[0]), chance, rounds)
    return rounds


# The laws.


def law_state_is_small(game: Game, setting: Setting) -> None:
    """A state is at most 1 KiB."""
    assert all(layout(rules.state).itemsize <= LARGEST_STATE for rules in game.format(setting).rounds)


def law_compiled_equals_interpreted(game: Game, setting: Setting) -> None:
    """Compiled and interpreted runs are byte-identical: deals, games, results, knowledge, imagination and chance."""
    for rules in set(game.format(setting).rounds):
        by_python, by_numba = (_run(game, setting, rules, interpreted=interpreted) for interpreted in (True, False))
        for name, value in by_python.items():
            assert value.tobytes() == by_numba[name].tobytes(), f"{name} differs"


def _run(game: Game, setting: Setting, rules: AnyRules, *, interpreted: bool) -> dict[str, Any]:
    count, loops, rng = 3, kernels(rules, interpreted=interpreted), new_random(setting.players)
    rounds = dealt(game, setting, rules, count, rng, interpreted=interpreted)
    out: dict[str, Any] = {"deal": rounds.copy()}
    seats, counts, lengths, endings = (np.zeros(count, np.int32) for _ in range(4))
    moves = np.zeros((count, rules.most_legal), np.int32)
    for step in range(12):
        loops.legal(rounds, seats, moves, counts)
        loops.step(rounds, seats, moves[:, 0].copy())
        out[f"legal {step}"], out[f"state {step}"] = moves.copy(), rounds.copy()
        for seat in range(SPECTATOR, setting.players) if step % LOOKS_EVERY == 0 else ():
            known, worlds = blanks(rules.state, count), batch(rules.state, count)
            loops.observe(rounds, seat, known)
            loops.imagine(known, seat, rng, worlds)
            out[f"known {step} {seat}"], out[f"imagined {step} {seat}"] = known, worlds
    loops.play(rounds, rng, lengths)
    points = np.zeros((count, setting.players), np.int32)
    loops.result(rounds, points, endings)
    return out | {"end": rounds, "lengths": lengths, "points": points, "endings": endings, "chance": rng}


def law_ends_within_its_bound(game: Game, setting: Setting) -> None:
    """G5 Every random game ends within the game's bound, for a reason that has a name."""
    for rules in set(game.format(setting).rounds):
        bound = rules.bound(game.round_options(rules, setting, 0))
        match = Match(_only(game, rules), setting, seed=1)
        for count, _ in enumerate(walk(match, np.random.default_rng(1)), 1):
            assert count <= bound, "the game goes on beyond its bound"
        assert match.ending in rules.endings
        rng = new_random(2)
        rounds = dealt(game, setting, rules, GAMES, rng, interpreted=False)
        lengths = np.zeros(GAMES, np.int32)
        kernels(rules).play(rounds, rng, lengths)
        assert lengths.max() <= bound, "the game goes on beyond its bound"


def law_cards_are_conserved(game: Game, setting: Setting, witness: Any) -> None:
    """Every card is always in exactly one place, and the tally never changes."""
    match = Match(game, setting, seed=3)
    decks = {deck.name: {deck.spell(card) for card in deck.cards} for deck in match.rules.decks(options_of(match))}
    tally = witness.tally(match.state)
    for now in walk(match, np.random.default_rng(3)):
        assert cards_in(witness.where(now.state)) == decks
        assert witness.tally(now.state) == tally


def law_imagined_worlds_fit_what_is_known(game: Game, setting: Setting, witness: Any) -> None:
    """`observe(imagine(observe(s)))` is `observe(s)`, and an imagined world is complete and playable."""
    rng, chance = np.random.default_rng(4), new_random(4)
    match = Match(game, setting, seed=4)
    for now in some(walk(match, rng)):
        for seat in range(SPECTATOR, setting.players):
            rules, known = now.rules, now.known(seat)
            world = imagined(rules, known, seat, chance)
            assert content(rules.known(world, seat)) == content(known), "the imagined world would be known otherwise"
            assert cards_in(witness.where(world)) == cards_in(witness.where(now.state)), "a card is lost or invented"
            assert witness.tally(world) == witness.tally(now.state)
            _check_choices(now, world, seat)


def _check_choices(match: Match, world: Any, seat: int) -> None:
    rules = match.rules
    assert not rules.is_over(world), "the imagined world is over, the true one is not"
    truth, imagined = (np.zeros(rules.most_legal, np.int32) for _ in range(2))
    if seat in match.to_move:
        assert rules.to_move(world) >> seat & 1
        counts = rules.legal_moves(match.state, seat, truth), rules.legal_moves(world, seat, imagined)
        assert counts[0] == counts[1] > 0
        assert (truth == imagined).all(), "the seat to move has other legal moves in the imagined world"
    mask = rules.to_move(world)
    for mover in range(match.players):
        assert not mask >> mover & 1 or rules.legal_moves(world, mover, imagined) > 0, "a seat to move has no move"


def law_moves_are_listed_once(game: Game, setting: Setting) -> None:
    """Legal moves and signals are written from the start of the buffer, each once, and never more than `most_legal`."""
    for now in some(walk(Match(game, setting, seed=17), np.random.default_rng(17))):
        rules = now.rules
        for seat in range(setting.players):
            for may_list, listing in ((seat in now.to_move, rules.legal_moves), (True, rules.signals)):
                out = np.full(rules.most_legal + 1, NO_MOVE, np.int32)
                count = listing(now.state, seat, out) if may_list else 0
                assert count <= rules.most_legal
                assert out[-1] == NO_MOVE, "a move was written beyond the end"
                written = set(out[:count].tolist())
                assert len(written) == count, "a move was listed twice"
                assert written <= set(range(rules.move_count)), "a move was counted but not written"


def law_hidden_cards_stay_hidden(game: Game, setting: Setting, witness: Any) -> None:
    """After redealing unseen cards and replaying the moves, a seat knows, sees and reads the same.

    The witness, not `observe`, says who has seen what: so a card that `observe` reveals by mistake is detected.
    """
    rng = np.random.default_rng(5)
    match = Match(game, setting, seed=5)
    redealt = 0
    for now in walk(match, rng):
        for seat in range(SPECTATOR, setting.players):
            is_tried = redealt < MOST_REDEALT and rng.random() < REDEAL_CHANCE
            if is_tried and (other := redeal(now, witness, seat, rng)) is not None:
                redealt += 1
                assert content(other.known(seat)) == content(now.known(seat)), (
                    f"seat {seat} knows a card it has not seen"
                )
                assert other.view(seat) == now.view(seat), f"seat {seat} is shown a card it has not seen"
                assert other.sheets(seat) == now.sheets(seat), f"seat {seat} reads a card it has not seen in a sheet"
                assert other.log(seat) == now.log(seat), f"seat {seat} is told of a card it has not seen"
                assert last_moments(other, seat) == last_moments(now, seat), f"seat {seat} saw a card it cannot see"
    assert redealt, "no other deal was found: the law has not been tried"


def last_moments(match: Match, seat: int) -> list[PlainMoment]:
    """Return what a seat saw for a moment after the last move."""
    return match.plain_moments(seat, len(match.moves) - 1) if match.moves else []


def law_no_field_is_hidden_from_all(game: Game, setting: Setting) -> None:
    """Every field of the state is known to somebody at some time, at least in part: `observe` leaves none out."""
    hidden = set(fields_of(Match(game, setting, seed=18).state))
    for seed in range(18, 24):
        for now in walk(Match(game, setting, seed=seed), np.random.default_rng(seed)) if hidden else ():
            for seat in range(setting.players):
                hidden -= {name for name, value in fields_of(now.known(seat)).items() if value.strip(b"\xff")}
    assert not hidden, "nobody ever knows this"


def law_imagination_is_spread(game: Game, setting: Setting, witness: Any) -> None:
    """A card that a redeal shows could be elsewhere is imagined in more than one place."""
    rng, chance = np.random.default_rng(6), new_random(6)
    match = Match(game, setting, seed=6)
    tried = 0
    for now in walk(match, rng):
        seat = int(rng.integers(SPECTATOR, setting.players))
        if tried < SPREADS and rng.random() < 0.15 and (other := redeal(now, witness, seat, rng)) is not None:
            known, worlds = batch(now.rules.state, WORLDS), batch(now.rules.state, WORLDS)
            known[:] = now.known(seat)
            kernels(now.rules).imagine(known, seat, chance, worlds)
            _check_spread(witness, now.state, other.state, worlds)
            tried += 1
    assert tried, "no other deal was found: the law has not been tried"


def _check_spread(witness: Any, state: Any, other: Any, worlds: Any) -> None:
    imagined = [witness.where(world) for world in worlds]
    elsewhere = witness.where(other)
    for deck, places in witness.where(state).items():
        for card, place in places.items():
            if elsewhere[deck][card] != place:
                assert len({world[deck][card] for world in imagined}) > 1, f"{card} is always imagined in one place"


def law_any_move_is_uniform(game: Game, setting: Setting) -> None:
    """Where a game chooses a random move without listing them, it chooses each legal move equally often.

    A small bias does not show in one position, so χ² is also summed over all of them.
    """
    match, chance = Match(game, setting, seed=16), new_random(16)
    total, freedoms = 0.0, 0
    for now in some(walk(match, np.random.default_rng(16))):
        any_move = now.rules.any_move
        for seat in now.to_move if any_move is not None else ():
            legal = now.legal_numbers(seat)
            drawn = [any_move(now.state, seat, chance) for _ in range(DRAWS * len(legal))]
            assert set(drawn) <= set(legal), "an illegal move was chosen"
            spread = sum((drawn.count(move) - DRAWS) ** 2 for move in legal) / DRAWS
            freedom = len(legal) - 1
            assert spread <= _most_spread(freedom, 6) + 12, "some moves are chosen more often than others"
            total, freedoms = total + spread, freedoms + freedom
    assert total <= _most_spread(freedoms, 4), "over all positions, some moves are chosen more often than others"


def _most_spread(freedom: int, deviations: float) -> float:
    """Return χ² at a number of standard deviations above its mean."""
    return freedom + deviations * (2 * freedom) ** 0.5


def law_words_are_there(game: Game, setting: Setting) -> None:
    """Every move, signal, prompt, zone and counter has a text in each language; every move has one name and a kind."""
    match = Match(game, setting, seed=7)
    for now in some(walk(match, np.random.default_rng(7))):
        for seat in range(SPECTATOR, setting.players):
            view = now.view(seat)
            assert json.loads(json.dumps(view)) == view, "a view is JSON-compatible"
            table = now.rules.view(now.known(seat), seat)
            moves = now.legal(seat) + now.signals(seat) if seat != SPECTATOR else []
            for language in LANGUAGES:
                assert table.prompt.text(language)
                assert all(move.text(language) for move in moves)
                labels = [f"zone.{zone.name}" for zone in table.zones]
                labels += [f"counter.{counter.name}" for counter in table.counters]
                assert all(now.rules.words(label).text(language) for label in labels)
            check_counters(table)
            names = [move.name for move in now.legal(seat)] if seat != SPECTATOR else []
            assert names == sorted(set(names))
            assert all(move.name == now.rules.move_name(move.number) for move in moves)
            assert all((move.kind == "signal") == (move.number in now.rules.signal_numbers) for move in moves)
    assert match.log(SPECTATOR)
    assert all(move.text(language) for _, move in match.log(SPECTATOR) for language in LANGUAGES)
    for rules in game.format(setting).rounds:
        assert all(rules.words(f"ending.{name}").text(language) for name in rules.endings for language in LANGUAGES)


def law_replay_gives_the_same(game: Game, setting: Setting) -> None:
    """Replaying a record, from any moment of a match, as data or as text, gives the same bytes."""
    match, rng = Match(game, setting, seed=8), np.random.default_rng(8)
    while not match.over:
        for now in walk(match, rng):
            if rng.random() < 0.03:
                _check_replay(now)
    _check_replay(match)


def _check_replay(match: Match) -> None:
    record = match.record()
    for again in (record, from_text(to_text(record)), json.loads(json.dumps(record))):
        other = replay_record(again, partial(_reopen, match.game))
        assert content(other.state) == content(match.state)
        assert other.record() == record


def _reopen(
    game: Game, _name: str, players: int, variant: str | None, options: Mapping[str, object], **deal: Any
) -> Match:
    return Match(game, game.agree(players, variant, **options), **deal)


def law_illegal_moves_change_nothing(game: Game, setting: Setting) -> None:
    """Illegal moves are refused with a sentence, for every seat, and change nothing."""
    rng = np.random.default_rng(9)
    match = Match(game, setting, seed=9)
    for now in some(walk(match, rng)):
        before, moves = content(now.state), now.moves
        for seat in range(setting.players):
            allowed = {move.number for move in now.legal(seat) + now.signals(seat)}
            for number in rng.choice(now.rules.move_count, min(now.rules.move_count, 4), replace=False):
                if number not in allowed:
                    with pytest.raises(IllegalMove) as refused:
                        now.play(seat, int(number))
                    assert all(refused.value.text(language) for language in LANGUAGES)
        assert content(now.state) == before
        assert now.moves == moves


def law_undo_takes_back(game: Game, setting: Setting) -> None:
    """Undoing every move of a match, across rounds, goes back through the same states to the deal."""
    match, rng, trail = Match(game, setting, seed=10), np.random.default_rng(10), []
    while not match.over:
        for now in walk(match, rng):
            trail.append((len(now.moves), content(now.state)))
    while match.moves:
        match.undo()
        if trail[-1][0] == len(match.moves):
            assert content(match.state) == trail.pop()[1]
    assert not trail


def law_signals_are_no_turns(game: Game, setting: Setting) -> None:
    """A signal changes neither whose turn it is nor the legal moves; one that changes nothing is not offered."""
    rng = np.random.default_rng(11)
    for now in walk(Match(game, setting, seed=11), rng):
        for seat in range(setting.players):
            for signal in now.signals(seat)[:3]:
                turn, legal, before = (
                    now.to_move,
                    [now.legal(each) for each in range(setting.players)],
                    content(now.state),
                )
                assert signal.number in now.rules.signal_numbers
                now.play(seat, signal)
                assert content(now.state) != before
                assert (now.to_move, [now.legal(each) for each in range(setting.players)]) == (turn, legal)
                now.undo()


def _only(game: Game, rules: AnyRules) -> Game:
    """Return a game of one round with these rules."""
    from dataclasses import replace

    return replace(game, format=lambda setting: replace(game.format(setting), rounds=(rules,)))
