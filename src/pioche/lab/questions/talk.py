"""How much does talking help? The same deals in silence, with each word alone, without each word, and with all of them.

The words are those that the rules of the game name (`Rules.signal_words`). Where a word is not allowed, a bot takes
back what it shows instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pioche.bots import LevelBot, find_bot
from pioche.core.chance import Random, new_random
from pioche.core.compiled.kernels import kernels
from pioche.core.errors import BadSetting
from pioche.core.game import AnyRules, Game, Moves
from pioche.core.judgement import Judgement, Values, Weights
from pioche.core.rule import rule
from pioche.core.think.quick import judgement_of, quick_loop
from pioche.core.words import Message

from ..answer import Answer, Plot, Table, Value
from ..figures import number, share
from ..statistics import mean_of
from .asked import Asked, Plan, blocks_for, column, interval, title
from .playing import Sitting
from .words import say

MATCHES = 5000
DEALS = 50
SILENCE = -1


@cache
def measured(rules: AnyRules) -> Judgement:
    """Return the judgement of a game whose talk keeps to a list of signals.

    The list is the end of the weights: for each signal of the game, the signal to give in its place, or SILENCE.
    """
    judgement = judgement_of(rules)
    talk, first, count = judgement.talk, rules.signal_numbers[0], len(rules.signal_numbers)
    if talk is None:
        raise TypeError(f"{rules.name} has signals, but its bots give none")
    say_all, value_all = talk, judgement.appraise

    @rule
    def appraise(state: Any, seat: int, moves: Moves, legal: int, weights: Weights, out: Values) -> None:
        value_all(state, seat, moves, legal, weights[: len(weights) - count], out)

    @rule
    def talk_by_list(state: Any, seat: int, weights: Weights, out: Moves) -> int:
        given, own = 0, len(weights) - count
        for i in range(say_all(state, seat, weights[:own], out)):
            signal = int(weights[own + int(out[i]) - first])
            if signal >= 0:
                out[given] = signal
                given += 1
        return given

    return replace(judgement, appraise=appraise, talk=talk_by_list)


def allowed_signals(rules: AnyRules, words: tuple[str, ...]) -> NDArray[np.float64]:
    """Return, for each signal, what is given in its place if only these words are allowed."""
    given = {number: number for number in rules.signal_numbers}
    if not words:
        given = dict.fromkeys(given, SILENCE)
    for word, signals in rules.signal_words.items():
        if word not in words and words:
            given |= signals
    return np.array([given[number] for number in rules.signal_numbers], np.float64)


@dataclass(frozen=True)
class Talk:
    """The same deals with several sets of words."""

    sitting: Sitting
    allowed: tuple[tuple[str, ...], ...]
    seed: int
    deals: int

    def block(self, number: int) -> Any:
        ends = [self.play(words, number) for words in self.allowed]
        silent_won, silent_left = ends[0]
        return {
            "deals": self.deals,
            "won": [_sums(won, won - silent_won) for won, _ in ends],
            "left": [_sums(left, left - silent_left) for _, left in ends],
        }

    def play(self, words: tuple[str, ...], number: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return, by deal, whether it was won, and the score."""
        table, rng = self.sitting.table, new_random(self.seed, number)
        rules, players = table.rounds[0].for_bots, self.sitting.players
        dealers = (number + np.arange(self.deals)) % players
        rounds = table.deal(0, dealers, rng, is_for_bots=True)
        self._play(rules, rounds, words, new_random(self.seed, number, 1))
        points, endings = np.zeros((self.deals, players), np.int32), np.zeros(self.deals, np.int32)
        kernels(rules).result(rounds, points, endings)
        places = np.zeros_like(points)
        for row, out in zip(points, places, strict=True):
            table.format.places(row, out)
        return (places[:, 0] == 1).astype(np.float64), points[:, 0].astype(np.float64)

    def _play(self, rules: AnyRules, rounds: Any, words: tuple[str, ...], rng: Random) -> None:
        judgement, setting = measured(rules), self.sitting.table.setting
        levels = [judgement.levels[name] for name in self.sitting.bots]
        signals = allowed_signals(rules, words)
        weights = np.array([np.append(judgement.weights(setting, level.weights), signals) for level in levels])
        sharpness = np.array([level.sharpness for level in levels])
        quick_loop(rules, judgement)(rounds, rng, weights, sharpness, np.zeros(len(rounds), np.int32))


def _sums(values: NDArray[np.float64], gain: NDArray[np.float64]) -> list[float]:
    return [float(each.sum()) for each in (values, np.square(values), gain, np.square(gain))]


def plan(asked: Asked) -> Plan:
    sitting = asked.sitting(asked.bots or "strong")
    game, rules = sitting.found, sitting.table.rounds[0]
    if not rules.signal_words or not game.together or len(sitting.table.rounds) > 1:
        raise BadSetting(say("talk.silent-game", game=game.title))
    if sitting.players == 1:
        raise BadSetting(say("talk.alone", game=game.title))
    if not all(isinstance(find_bot(name), LevelBot) for name in sitting.bots) or not sitting.is_quick:
        raise BadSetting(say("talk.quick-only", bots=", ".join(dict.fromkeys(sitting.bots))))
    words = tuple(rules.signal_words)
    one_less = tuple(tuple(each for each in words if each != word) for word in words) if len(words) > 2 else ()
    allowed = ((), *((word,) for word in words), *one_less, words)
    work = Talk(sitting, allowed, asked.seed, DEALS)
    blocks = blocks_for(asked.matches or MATCHES, DEALS * len(allowed))
    return Plan(work, blocks, lambda results: conclude(asked, work, results), is_quick=True)


def words_name(game: Game, allowed: tuple[str, ...], words: tuple[str, ...]) -> Message:
    """Return what is allowed, in words."""
    if not allowed:
        return say("talk.nothing")
    if allowed == words:
        return say("talk.everything")
    if len(allowed) == 1:
        return say("talk.only", word=game.words(f"word.{allowed[0]}"))
    (missing,) = set(words) - set(allowed)
    return say("talk.without", word=game.words(f"word.{missing}"))


def conclude(asked: Asked, work: Talk, results: Iterator[Any]) -> Answer:
    deals, won, left = 0, np.zeros((len(work.allowed), 4)), np.zeros((len(work.allowed), 4))
    for block in results:
        deals, won, left = deals + block["deals"], won + np.array(block["won"]), left + np.array(block["left"])
    game, words = work.sitting.found, work.allowed[-1]
    rows: list[tuple[Value, ...]] = []
    for allowed, wins, remains in zip(work.allowed, won.tolist(), left.tolist(), strict=True):
        gain = mean_of(deals, *wins[2:])
        name = words_name(game, allowed, words)
        rows.append((name, *mean_of(deals, *wins[:2]).as_share, gain.value, gain.low, gain.high, remains[0] / deals))
    columns = (column("words"), column("won", ".1%"), *interval(".1%", "won"), column("gain", "+.1%"))
    gains = won[1 : 1 + len(words), 2] / deals
    best = int(np.argmax(gains))
    return Answer(
        question=asked.question,
        game=work.sitting.game,
        title=title(asked, work.sitting),
        findings=(
            say("talk.finding", silent=share(won[0, 0] / deals), talking=share(won[-1, 0] / deals)),
            say("talk.best-word", word=game.words(f"word.{words[best]}"), gain=number(100 * gains[best], "+.1f")),
        ),
        tables=(
            Table(
                "words", say("talk.table"), (*columns, *interval("+.1%", "gain"), column("left", ",.2f")), tuple(rows)
            ),
        ),
        plots=(Plot("bars", "words", say("talk.plot"), "words", "words", "won", "won_low", "won_high"),),
        methods=(say("talk.method"), say("talk.method-words"), say("method.interval")),
        matches=deals * len(work.allowed),
    )
