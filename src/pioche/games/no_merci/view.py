"""No Merci as a person sees it."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain

import numpy as np

from pioche.core.state import Labels
from pioche.core.table import Counter, Entry, Move, Table, Zone, zone_id
from pioche.core.words import Message, Player, Words

from .rules import MOVES, TAKE, in_game, is_over
from .state import HIGHEST, LOWEST, PILE, State

say = Words("no-merci", __package__)
POT = "pot"
CARD_COUNTS = tuple(sum(in_game(card, tactical) for card in range(LOWEST, HIGHEST + 1)) for tactical in (0, 1))
"""How many cards are in the game: usually, and in the tactical variant."""
KEPT = 1024
"""The zones are remembered for this many tables: they look the same to all seats, and a refusal changes nothing."""


def describe(known: State, seat: int, move: int) -> Move:
    card = str(known.pile[known.turned])
    if move == TAKE:
        message = say("move.take", card=card, count=known.pot)
        return Move(MOVES[move], move, message, (card,), target=zone_id("taken", seat))
    return Move(MOVES[move], move, say("move.refuse", card=card), target=POT)


def why_not(known: State, seat: int, move: int) -> Message | None:
    """NM4 The only illegal move for the player to move is a refusal without tokens."""
    return say("why-not.no-tokens") if seat == known.turn else None


def hands(state: State) -> list[list[str]]:
    return [[] for _ in range(state.seats)]


def view(known: State, seat: int) -> Table:
    """NM9 Other players' tokens are shown at the end, or always with the option open_tokens."""
    counters = [Counter(POT, known.pot, kind="tokens", beside="open")]
    for other in range(known.seats):
        if _shows_tokens(known, seat, other):
            counters.append(Counter("tokens", known.tokens[other], other, "tokens"))
    return Table(_prompt(known, seat), _zones(known), tuple(counters))


def _shows_tokens(known: State, eyes: int, seat: int) -> bool:
    return eyes == seat or bool(known.open_tokens) or is_over(known)


def _prompt(known: State, seat: int) -> Message:
    if is_over(known):
        return say("prompt.over")
    card = str(known.pile[known.turned])
    if seat != known.turn:
        return say("prompt.wait", player=Player(known.turn), card=card)
    return say("prompt.choose" if known.tokens[seat] else "prompt.must-take", card=card)


def _zones(known: State) -> tuple[Zone, ...]:
    open_card = None if is_over(known) else int(known.pile[known.turned])
    return _zones_of(known.turned, open_card, known.owner.tobytes(), known.seats, known.tactical)


@lru_cache(KEPT)
def _zones_of(turned: int, open_card: int | None, owners: bytes, seats: int, tactical: int) -> tuple[Zone, ...]:
    is_over = open_card is None
    return (
        Zone("pile", size=max(PILE - turned - 1, 0), role="stock"),
        Zone("removed", _removed(owners, tactical) if is_over else (), CARD_COUNTS[tactical] - PILE, role="aside"),
        Zone("open", () if is_over else (str(open_card),)),
        *_taken(owners, seats),
    )


def _removed(owners: bytes, tactical: int) -> tuple[str, ...]:
    """NM2 The cards that were set aside: at the end they are those that nobody has taken."""
    owner = np.frombuffer(owners, np.int8)
    cards = (card for card in range(LOWEST, HIGHEST + 1) if in_game(card, tactical))
    return tuple(str(card) for card in cards if owner[card] < 0)


def _taken(owners: bytes, seats: int) -> tuple[Zone, ...]:
    """NM8 The cards of a run lie together."""
    found = []
    for seat, runs in enumerate(_runs(np.frombuffer(owners, np.int8), seats)):
        groups = tuple(tuple(map(str, run)) for run in runs)
        found.append(Zone("taken", tuple(chain.from_iterable(groups)), seat=seat, groups=groups))
    return tuple(found)


def _runs(owners: Labels, seats: int) -> list[list[list[int]]]:
    """NM8 By seat: the cards that it has taken, split into runs."""
    taken: list[list[list[int]]] = [[] for _ in range(seats)]
    for card, owner in enumerate(owners.tolist()):
        if owner >= 0:
            runs = taken[owner]
            if runs and runs[-1][-1] == card - 1:
                runs[-1].append(card)
            else:
                runs.append([card])
    return taken


def sheet(known: State, eyes: int, seat: int) -> tuple[Entry, ...]:
    """NM8 The lowest card of each run counts; each token subtracts one. NM9 Others' tokens are hidden until the end."""
    entries = [_run_entry(run) for run in _runs(known.owner, known.seats)[seat]]
    if not _shows_tokens(known, eyes, seat):
        return (*entries, Entry(say("sheet.hidden-tokens"), kind="hidden"))
    tokens = known.tokens[seat]
    return (*entries, Entry(say("sheet.tokens", count=tokens), -tokens))


def _run_entry(run: list[int]) -> Entry:
    key = "sheet.run" if len(run) > 1 else "sheet.card"
    return Entry(say(key, card=run[0], last=run[-1]), run[0], tuple(map(str, run)))
