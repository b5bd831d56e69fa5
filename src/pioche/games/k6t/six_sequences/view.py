"""Les 6 Séquences as a person sees it."""

from __future__ import annotations

from collections.abc import Iterator

from pioche.core.state import UNKNOWN
from pioche.core.table import Counter, Entry, Move, Section, Table, Zone, zone_id
from pioche.core.teams import Team
from pioche.core.words import Message, Player, Words
from pioche.games.k6t.deck import (
    CARD_COUNT,
    RANK_COUNT,
    RANKS,
    SUIT_NAMES,
    SUITS,
    card_name,
    rank_of,
    spoken_card,
    spoken_suit,
    suit_of,
    the_card,
)
from pioche.parts.cardsets import each

from .claims import top_discard
from .combinations import bottom_from, card_standing, next_bottom, owner_of, seam_of, top_from
from .dominance import COST_IN_HAND, best_worth, dominant, worth
from .moves import (
    ACE,
    ADD,
    ADD_TO_SERIES,
    DRAW,
    EXCHANGE,
    IN_SERIES,
    LAY,
    LAYINGS,
    NAMES_WITHOUT_CARDS,
    PASS,
    Laying,
    card_of,
    kind_of,
    move_name,
)
from .state import CLAIMING, MOST_SEATS, NO_ANSWER, NO_CLAIM, OVER, SUIT_COUNT, RankSets, State

say = Words("six-sequences", __package__)
TEAMS = (
    Team(say("team.north-south"), (0, 2), (say("seat.north"), say("seat.south"))),
    Team(say("team.east-west"), (1, 3), (say("seat.east"), say("seat.west"))),
)
"""K6-19 Partners sit opposite each other."""
SERIES = "series"
SECTIONS = (
    *(Section(name, spoken_suit(name)) for name in SUIT_NAMES),
    Section(SERIES, say(f"counter.{SERIES}")),
)
"""What is laid is shown by suits, and the series apart."""
PROMPTS = ("draw", "lay", "extend", "discard", "claim", "last-go", "over")
"""The key of the prompt, by phase."""


def describe(known: State, seat: int, move: int) -> Move:
    name = move_name(move)
    if move < len(NAMES_WITHOUT_CARDS):
        is_no_claim = move == PASS and known.phase == CLAIMING
        message = say("move.no-claim" if is_no_claim else f"move.{name}")
        return Move(name, move, message, target=zone_id("stock") if move == DRAW else None)
    message = say(f"move.{kind_of(move).replace(' ', '-')}", cards=_spoken(LAYINGS[move]))
    cards = tuple(card_name(card) for card, _ in LAYINGS[move])
    return Move(name, move, message, cards, _target(known, seat, move))


def _spoken(laying: Laying) -> Message:
    """A list of cards, each with the place it takes if that is not its own."""
    card, place = laying[-1]
    last = the_card(card)
    if place not in (IN_SERIES, rank_of(card)):
        last = say("standing", card=last, place=RANKS[place])
    return say("cards", cards=_spoken(laying[:-1]), card=last) if len(laying) > 1 else last


def _target(known: State, seat: int, move: int) -> str | None:
    """The zone that a card goes to; None if it will be a new one."""
    card, place = LAYINGS[move][0]
    if move < ADD_TO_SERIES:
        return zone_id("discard")
    if move < EXCHANGE:
        return zone_id(_series_name(rank_of(card)), owner_of(known, seat))
    if move < ADD:
        return next(filter(None, (_zone_with(known, owner, card, place) for owner in range(MOST_SEATS))), None)
    if move < LAY:
        owner = owner_of(known, seat)
        return _zone_with(known, owner, card, place - 1) or _zone_with(known, owner, card, place + 1)
    return None


def _zone_with(known: State, owner: int, card: int, place: int) -> str | None:
    """The zone of the owner's sequence in the card's suit that covers a place, if any."""
    found = (name for name, bottom, top in sequences(known, owner, suit_of(card)) if bottom <= place <= top)
    return next((zone_id(name, owner) for name in found), None)


def sequences(known: State, owner: int, suit: int) -> Iterator[tuple[str, int, int]]:
    """An owner's sequences of a suit, lowest first: the zone's name, the lowest and the highest place."""
    places, seam = int(known.in_sequences[owner, suit]), seam_of(known, owner, suit)
    bottom, number = bottom_from(places, 1), 1
    while bottom <= ACE:
        top = top_from(places, seam, bottom)
        yield f"{SUIT_NAMES[suit]}-{number}", bottom, top
        bottom, number = next_bottom(places, seam, bottom, top), number + 1


def _series_name(rank: int) -> str:
    return f"series-{RANKS[rank]}"


def hands(state: State) -> list[list[str]]:
    return [list(_cards_in(state.hands[seat])) for seat in range(state.seats)]


def _cards_in(ranks: RankSets) -> tuple[str, ...]:
    return tuple(card_name(card_of(suit, rank)) for suit in range(SUIT_COUNT) for rank in each(ranks[suit]))


def view(known: State, seat: int) -> Table:
    zones = [_stock_zone(known), _discard_zone(known)]
    zones += [_hand_zone(known, other) for other in range(known.seats)]
    counters = []
    for owner in range(2 if known.teams else known.seats):
        zones += [*_sequence_zones(known, owner), *_series_zones(known, owner)]
    for other in range(known.seats):
        owner = owner_of(known, other)
        counters.append(Counter("sequences", known.sequences[owner], other))
        counters.append(Counter("series", known.series[owner], other))
    return Table(_prompt(known, seat), tuple(zones), (*counters, *_dominant_counters(known)), SECTIONS)


def _stock_zone(known: State) -> Zone:
    """The stock from the top, where it is known."""
    cards = tuple(card_name(card) for card in known.stock[known.drawn :] if card != UNKNOWN)
    return Zone("stock", cards, CARD_COUNT - known.drawn, role="stock")


def _discard_zone(known: State) -> Zone:
    """K6-24 Only the top card counts, though all have been seen."""
    cards = (card_name(top_discard(known)),) if known.discards else ()
    return Zone("discard", cards, known.discards)


def _hand_zone(known: State, seat: int) -> Zone:
    """The known cards of a hand: all of them, or those that were taken from the table."""
    is_known = known.hands[seat, 0] != UNKNOWN
    cards = _cards_in(known.hands[seat] if is_known else known.shown[seat])
    return Zone("hand", cards, known.held[seat], seat, "hand")


def _sequence_zones(known: State, owner: int) -> Iterator[Zone]:
    for suit in range(SUIT_COUNT):
        for name, bottom, top in sequences(known, owner, suit):
            yield Zone(
                name,
                _cards_standing(known, owner, suit, range(bottom, top + 1)),
                seat=owner,
                suit=SUITS[suit],
                section=SUIT_NAMES[suit],
                owners=_owners(known, owner),
            )


def _cards_standing(known: State, owner: int, suit: int, places: range) -> tuple[str, ...]:
    return tuple(card_name(card_standing(known, owner, suit, places[0], place)) for place in places)


def _series_zones(known: State, owner: int) -> Iterator[Zone]:
    suits = [set(each(ranks)) for ranks in known.in_series[owner]]
    for rank in range(1, RANK_COUNT):
        cards = tuple(card_name(card_of(suit, rank)) for suit, ranks in enumerate(suits) if rank in ranks)
        if cards:
            yield Zone(_series_name(rank), cards, seat=owner, section=SERIES, owners=_owners(known, owner))


def _owners(known: State, owner: int) -> tuple[int, ...]:
    """K6-19 Partners lay together; the first of them stands for both."""
    return next(team.seats for team in TEAMS if owner in team.seats) if known.teams else (owner,)


def _dominant_counters(known: State) -> Iterator[Counter]:
    """K6-31 The dominant player of each suit so far, and the worth of the sequence."""
    for suit in range(SUIT_COUNT):
        owner = dominant(known, suit)
        if owner >= 0:
            name = SUIT_NAMES[suit]
            worth, owners = best_worth(known, owner, suit), _owners(known, owner)
            yield Counter(f"dominant-{name}", worth, owner, beside=name, owners=owners)


def _prompt(known: State, seat: int) -> Message:
    prompt = PROMPTS[known.phase]
    if known.phase == OVER:
        return say("prompt.over")
    if known.phase == CLAIMING:
        is_asked = seat >= 0 and known.answers[seat] == NO_ANSWER
        return say("prompt.claim" if is_asked else "prompt.wait-claim", card=the_card(top_discard(known)))
    if seat == known.turn:
        return say(f"prompt.{prompt}", claim=_claim(known, seat))
    return say(f"prompt.wait-{prompt}", player=Player(known.turn), claim=_claim(known, seat))


def _claim(known: State, seat: int) -> Message | str:
    """K6-26 The claim that this turn began with, if any; other claims are never shown."""
    if known.claim == NO_CLAIM:
        return ""
    cards = _spoken(LAYINGS[known.claim])
    return (
        say("claimed-you", cards=cards)
        if seat == known.turn
        else say("claimed", player=Player(known.turn), cards=cards)
    )


def sheet(known: State, eyes: int, seat: int) -> tuple[Entry, ...]:
    """K6-31 … K6-34 The dominated suits, what counts nothing, and the cost of the hand, or of both hands of a team."""
    owner = owner_of(known, seat)
    suits = [entry for suit in range(SUIT_COUNT) for entry in _suit_entries(known, owner, suit)]
    series = [Entry(say("sheet.series"), cards=zone.cards, kind="remark") for zone in _series_zones(known, owner)]
    hands = [entry for other in _owners(known, owner) for entry in _hand_entries(known, other)]
    return (*suits, *series, *hands)


def _suit_entries(known: State, owner: int, suit: int) -> Iterator[Entry]:
    """K6-31 The most valuable sequence counts, if its owner dominates the suit; the others count nothing."""
    laid = [range(bottom, top + 1) for _, bottom, top in sequences(known, owner, suit)]
    best = max(laid, key=lambda places: worth(known, suit, places[0], places[-1]), default=None)
    dominates = dominant(known, suit) == owner
    for places in laid:
        cards, named = _cards_standing(known, owner, suit, places), spoken_suit(SUIT_NAMES[suit])
        if dominates and places == best:
            yield Entry(say("sheet.dominates", suit=named), best_worth(known, owner, suit), cards)
        else:
            key = "sheet.smaller" if dominates else "sheet.dominated"
            yield Entry(say(key, suit=named, player=Player(dominant(known, suit))), cards=cards, kind="remark")


def _hand_entries(known: State, seat: int) -> Iterator[Entry]:
    """K6-33 Jokers, face cards and aces left in hand cost points."""
    if known.hands[seat, 0] == UNKNOWN:
        yield Entry(say("sheet.hidden", count=known.held[seat]), kind="hidden")
        return
    cards = [card_of(suit, rank) for suit in range(SUIT_COUNT) for rank in each(known.hands[seat, suit])]
    for card in cards:
        if cost := COST_IN_HAND[rank_of(card)]:
            yield Entry(say("sheet.hand", card=spoken_card(card)), -cost, (card_name(card),))
    if free := tuple(card_name(card) for card in cards if not COST_IN_HAND[rank_of(card)]):
        yield Entry(say("sheet.free", count=len(free)), cards=free, kind="remark")
