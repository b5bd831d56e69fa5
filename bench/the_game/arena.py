"""Whole games of The Game at native speed, by judgement and talk alone; the features can be recorded."""

import numpy as np

from pioche.core.chance import new_random
from pioche.core.compiled.compile import compiled
from pioche.core.compiled.kernels import fresh_decks, kernels
from pioche.core.rule import rule
from pioche.core.state import batch
from pioche.games.the_game import GAME, RULES
from pioche.games.the_game.bot.appraise import appraise_by
from pioche.games.the_game.bot.prospects import DISTANCES, sign_place, skip_kind
from pioche.games.the_game.bot.signals import talk
from pioche.games.the_game.bot.turn import DRAFT, LAID, PLAN, USED, begin_draft, look_ahead, plan_turn
from pioche.games.the_game.bot.weights import PROSPECTS
from pioche.games.the_game.rules import MOST_LEGAL, apply, is_over, legal_moves, pile_size
from pioche.games.the_game.state import LAYING, MOST_HELD, PILES


@rule
def all_talk(state, weights, said):
    for other in range(state.seats):
        for i in range(talk(state, other, weights, said)):
            apply(state, other, said[i])


@rule
def write_down(state, seat, weights, chosen, room, row):
    """Write the prospects of the best plan."""
    draft = room[0]
    begin_draft(state, seat, weights, draft)
    draft.tops[:] = chosen[:PILES]
    row[:] = 0
    look_ahead(state, seat, chosen[USED], chosen[LAID], draft, row)
    for i in range(1, state.seats):
        other = (seat + i) % state.seats
        for pile in range(PILES):
            kind = skip_kind(int(state.tops[pile]), chosen[pile], pile, draft.unseen)
            row[sign_place(min(i, DISTANCES) - 1, state.signs[other, pile], kind)] += 1


def build_games():
    def games(rounds, weights, rows, decks, owner, left):
        """Play each deal with its own row of weights; return how many prospects were recorded."""
        legal, said, values = np.empty(MOST_LEGAL, np.int32), np.empty(MOST_LEGAL, np.int32), np.empty(MOST_LEGAL)
        best, chosen = np.empty((PILES + 1, MOST_HELD)), np.empty(PLAN, np.int32)
        room, written = np.zeros(1, DRAFT), 0
        for i in range(len(rounds)):
            state, told = rounds[i], weights[i % len(weights)]
            all_talk(state, told, said)
            while not is_over(state):
                seat = state.turn
                count = legal_moves(state, seat, legal)
                plan_turn(state, seat, told, best, chosen)
                appraise_by(state, seat, legal, count, told, best, chosen, values)
                move = legal[np.argmax(values[:count])]
                if written < len(rows) and state.phase == LAYING and state.laid_now == 0:
                    write_down(state, seat, told, chosen, room, rows[written])
                    decks[written], owner[written] = pile_size(state), i
                    written += 1
                apply(state, seat, move)
                all_talk(state, told, said)
            left[i] = state.left
        return written

    return games


class Arena:
    def __init__(self, players, variant=None, *, signals=True):
        self.setting = GAME.agree(players, variant, signals=signals)
        self._games = compiled(build_games(), "the-game.arena")

    def deals(self, games, seed):
        options = batch(RULES.options, games)
        for i in range(games):
            options[i] = GAME.round_options(RULES, self.setting, i % self.setting.players)
        fresh, sizes = fresh_decks(RULES, options[0])
        rounds = batch(RULES.state, games)
        kernels(RULES).deal(options, fresh, sizes, new_random(seed), rounds)
        return rounds

    def play(self, weights, games, seed, rows=0):
        """Return the cards left in each game; with rows, the recorded features as well."""
        rounds = self.deals(games, seed)
        seen = np.zeros((rows, PROSPECTS), np.float64)
        decks, owner, left = np.zeros(rows, np.int32), np.zeros(rows, np.int32), np.zeros(games, np.int32)
        written = self._games(rounds, np.atleast_2d(weights), seen, decks, owner, left)
        return left, seen[:written], decks[:written], owner[:written]
