"""The Game as a person sees it."""

from __future__ import annotations

from pioche.core.state import UNKNOWN
from pioche.core.table import Counter, Entry, Move, Table, Zone, zone_id
from pioche.core.views import CounterKind, MoveKind
from pioche.core.words import Message, Player, Words
from pioche.parts.widesets import each_of, holds

from .chat import number_in
from .rules import (
    BACKWARDS,
    BASES,
    BEGIN,
    DECLINE,
    DIRECTION,
    FIRST_PLAY,
    FIRST_SIGNAL,
    MOVES,
    PILE_NAMES,
    SHOW_STUCK,
    SIGNS,
    STOP,
    can_lay,
    card_of,
    is_over,
    must_lay,
    pile_of,
    pile_size,
    step,
)
from .state import ASKING, LAYING, NO_SIGN, PILES, State

say = Words("the-game", __package__)

EXCELLENT = 10
"""TG10 Fewer cards left than this is excellent."""


def describe(known: State, seat: int, move: int) -> Move:
    if move >= FIRST_SIGNAL:
        return _described_signal(seat, move)
    if move >= FIRST_PLAY:
        return _described_play(known, move)
    if move == STOP:
        return _described_stop(known, seat)
    return Move(MOVES[move], move, say(f"move.{MOVES[move]}"))


def _described_signal(seat: int, move: int) -> Move:
    if move >= SHOW_STUCK:
        key = "move.signal.stuck" if move == SHOW_STUCK else "move.signal.unstuck"
        return Move(MOVES[move], move, say(key), target=zone_id("hand", seat), kind="signal")
    pile, sign = divmod(move - FIRST_SIGNAL, len(SIGNS))
    message = say(f"move.signal.{SIGNS[sign]}", pile=_pile_words(pile))
    return Move(MOVES[move], move, message, target=PILE_NAMES[pile], kind="signal")


def _described_play(known: State, move: int) -> Move:
    """TG4 The description of a backwards trick says so."""
    card, pile = card_of(move), pile_of(move)
    is_backwards = step(card, known.tops[pile], pile) == -BACKWARDS
    message = say("move.lay-backwards" if is_backwards else "move.lay", card=str(card), pile=_pile_words(pile))
    kind: MoveKind = "backwards" if is_backwards else "move"
    return Move(MOVES[move], move, message, (str(card),), PILE_NAMES[pile], kind)


def _described_stop(known: State, seat: int) -> Move:
    """TG6 The description says how many cards will be drawn."""
    count = min(known.hand_size - known.held[seat], pile_size(known))
    if count == 0:
        return Move(MOVES[STOP], STOP, say("move.stop"))
    return Move(MOVES[STOP], STOP, say("move.stop-and-draw", count=count), target="pile")


def _pile_words(pile: int) -> Message:
    return say(f"pile.{PILE_NAMES[pile]}")


def why_not(known: State, seat: int, move: int) -> Message | None:
    if move >= FIRST_SIGNAL:
        return _why_no_signal(known)
    if seat != known.turn:
        return None
    if known.phase == ASKING:
        return say("why-not.first-say-who-begins")
    if move in (BEGIN, DECLINE):
        return say("why-not.already-begun")
    if move == STOP:
        return say("why-not.minimum", count=known.required - known.laid_now)
    return _why_no_play(known, seat, card_of(move), pile_of(move))


def _why_no_signal(known: State) -> Message:
    """TG13 Signals need two players or more, must be on, and must change something."""
    if known.seats == 1:
        return say("why-not.alone")
    return say("why-not.already-shown" if known.signals else "why-not.no-signals")


def _why_no_play(known: State, seat: int, card: int, pile: int) -> Message:
    """TG3, TG4 Which cards the pile accepts."""
    if not holds(known.hands[seat], card):
        return say("why-not.not-in-hand", card=str(card))
    key = "why-not.rising" if DIRECTION[pile] > 0 else "why-not.falling"
    return say(key, pile=_pile_words(pile), top=known.tops[pile])


def may_say(text: str) -> Message | None:
    """TG13 Return why a chat message is refused: it names a number. None if it may be sent."""
    number = number_in(text)
    return None if number is None else say("why-not.names-a-number", number=number)


def hands(state: State) -> list[list[str]]:
    return [_names(state, seat) for seat in range(state.seats)]


def _names(known: State, seat: int) -> list[str]:
    """The cards of a hand, if it is known."""
    return [] if known.hands[seat, 0] == UNKNOWN else [str(card) for card in each_of(known.hands[seat])]


def view(known: State, seat: int) -> Table:
    return Table(_prompt(known, seat), _zones(known), (*_counters(known), *_signs(known)))


def _prompt(known: State, seat: int) -> Message:
    if is_over(known):
        return _result(known.left)
    if known.phase == ASKING:
        return say("prompt.begin") if seat == known.turn else say("prompt.wait-begin", player=Player(known.turn))
    if seat != known.turn:
        return say("prompt.wait", player=Player(known.turn))
    if must_lay(known):
        return say("prompt.lay" if known.laid_now == 0 else "prompt.lay-more", count=known.required - known.laid_now)
    if known.held[seat] == 0:
        return say("prompt.empty-hand")
    return say("prompt.lay-or-stop" if can_lay(known, seat) else "prompt.stop")


def _result(left: int) -> Message:
    """TG10 Total victory, an excellent result, or the number of cards left."""
    if left == 0:
        return say("prompt.all-laid")
    return say("prompt.excellent" if left < EXCELLENT else "prompt.stuck", count=left)


def _zones(known: State) -> tuple[Zone, ...]:
    """TG3 Only the top card of each pile is shown."""
    return (
        *(_laid_pile(known, pile) for pile in range(PILES)),
        Zone("pile", _face_down(known), pile_size(known), role="stock"),
        *(Zone("hand", tuple(_names(known, other)), known.held[other], other, "hand") for other in range(known.seats)),
    )


def _face_down(known: State) -> tuple[str, ...]:
    """The cards of the face-down pile from the top, where they are known."""
    return tuple(str(card) for card in known.pile[known.drawn :] if card != UNKNOWN)


def _laid_pile(known: State, pile: int) -> Zone:
    return Zone(PILE_NAMES[pile], (str(known.tops[pile]),) if _laid(known, pile) else (), _laid(known, pile))


def _laid(known: State, pile: int) -> int:
    return int((known.laid_on == pile).sum())


def _counters(known: State) -> list[Counter]:
    """TG3 The start values of the piles. TG5 The cards still to lay. TG10 The cards left."""
    counters = [_base(pile) for pile in range(PILES)]
    counters.append(Counter("left", known.left))
    if known.phase == LAYING:
        counters.append(Counter("to-lay", max(known.required - known.laid_now, 0)))
    return counters


def _base(pile: int) -> Counter:
    name = PILE_NAMES[pile]
    kind: CounterKind = "rising-from" if DIRECTION[pile] > 0 else "falling-from"
    return Counter(f"base-{name}", BASES[pile], kind=kind, beside=name)


def _signs(known: State) -> list[Counter]:
    """TG13 Everybody sees each player's signals."""
    counters = []
    for seat in range(known.seats):
        for pile, name in enumerate(PILE_NAMES):
            if known.signs[seat, pile] != NO_SIGN:
                counters.append(Counter(f"signal-{name}", SIGNS[known.signs[seat, pile]], seat, "sign", name))
        if known.stuck[seat]:
            counters.append(Counter("stuck", "stuck", seat, "mark"))
    return counters


def sheet(known: State, eyes: int, seat: int) -> tuple[Entry, ...]:
    """TG10 The cards not laid, by hand and pile: one result for the whole team."""
    laid = [_laid_entry(known, pile) for pile in range(PILES)]
    hands = [
        Entry(
            say("sheet.hand", player=Player(other), count=known.held[other]),
            known.held[other],
            tuple(_names(known, other)),
        )
        for other in range(known.seats)
    ]
    face_down = Entry(say("sheet.pile", count=pile_size(known)), pile_size(known), _face_down(known))
    return (*laid, *hands, face_down)


def _laid_entry(known: State, pile: int) -> Entry:
    title = say("sheet.laid", pile=_pile_words(pile), count=_laid(known, pile))
    return Entry(title, cards=_laid_pile(known, pile).cards, kind="remark")
