"""No Merci as a person sees it."""

from __future__ import annotations

from pioche.core.table import Counter, Move, Table, Zone, zone_id
from pioche.core.words import Message, Player, Words

from .rules import MOVES, TAKE, in_game, is_over
from .state import HIGHEST, LOWEST, PILE, State

say = Words("no-merci", __package__)
CARD_COUNTS = tuple(sum(in_game(card, tactical) for card in range(LOWEST, HIGHEST + 1)) for tactical in (0, 1))
"""How many cards are in the game: usually, and in the tactical variant."""


def describe(known: State, seat: int, move: int) -> Move:
    card = str(known.pile[known.turned])
    if move == TAKE:
        message = say("move.take", card=card, count=known.pot)
        return Move(MOVES[move], move, message, (card,), target=zone_id("taken", seat))
    return Move(MOVES[move], move, say("move.refuse", card=card), target="open")


def why_not(known: State, seat: int, move: int) -> Message | None:
    """NM4 The only illegal move for the player to move is a refusal without tokens."""
    return say("why-not.no-tokens") if seat == known.turn else None


def hands(state: State) -> list[list[str]]:
    return [[] for _ in range(state.seats)]


def view(known: State, seat: int) -> Table:
    """NM9 Other players' tokens are shown at the end, or always with the option open_tokens."""
    counters = [Counter("pot", known.pot, kind="tokens", beside="open")]
    for other in range(known.seats):
        if other == seat or known.open_tokens or is_over(known):
            counters.append(Counter("tokens", known.tokens[other], other, "tokens"))
    return Table(_prompt(known, seat), _zones(known), tuple(counters))


def _prompt(known: State, seat: int) -> Message:
    if is_over(known):
        return say("prompt.over")
    card = str(known.pile[known.turned])
    if seat != known.turn:
        return say("prompt.wait", player=Player(known.turn), card=card)
    return say("prompt.choose" if known.tokens[seat] else "prompt.must-take", card=card)


def _zones(known: State) -> tuple[Zone, ...]:
    taken: list[list[int]] = [[] for _ in range(known.seats)]
    for card, owner in enumerate(known.owner.tolist()):
        if owner >= 0:
            taken[owner].append(card)
    return (
        Zone("pile", size=max(PILE - known.turned - 1, 0), role="stock"),
        Zone("removed", size=CARD_COUNTS[known.tactical] - PILE, role="aside"),
        Zone("open", () if is_over(known) else (str(known.pile[known.turned]),)),
        *(_taken(cards, seat) for seat, cards in enumerate(taken)),
    )


def _taken(cards: list[int], seat: int) -> Zone:
    """NM8 The cards of a run lie together."""
    runs: list[list[str]] = []
    for card in cards:
        if card - 1 not in cards:
            runs.append([])
        runs[-1].append(str(card))
    return Zone("taken", tuple(map(str, cards)), seat=seat, groups=tuple(map(tuple, runs)))
