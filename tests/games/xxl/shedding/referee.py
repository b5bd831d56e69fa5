"""The shedding games once more, read from card names and told in sets, to compare with.

A board knows by which moves a card can be played. A story is what everybody sees of a round; it says which hands could
have seen it: every card must have come, by the deal or by a draw, so that it fitted at none of the moments between, at
which its holder had nothing that fits.
"""

from dataclasses import dataclass, field

from tests.games.xxl.couleur.referee import halves, points

COLOURS = "rgby"
HIGHEST = 10
NEVER = 10**6


class AMoins:
    turned_up = 1
    richest_begins = True

    def __init__(self, cards):
        (self.top,) = cards

    def plays(self, card):
        """The names of the moves that play this card."""
        lies = halves(self.top)
        fits = any(colour in lies and number < lies[colour] for colour, number in halves(card).items())
        return [card] if fits else []

    def play(self, name):
        self.top = name


class UnApres:
    turned_up = 0
    richest_begins = True

    def __init__(self, cards):
        self.wanted = dict.fromkeys(COLOURS, HIGHEST)

    def plays(self, card):
        return [f"{card}:{colour}" for colour, number in halves(card).items() if self.wanted[colour] == number]

    def play(self, name):
        card, colour = name.split(":")
        number = halves(card)[colour]
        self.wanted[colour] = number - 1 if number else HIGHEST


class Montees:
    turned_up = 2
    richest_begins = False

    def __init__(self, cards):
        self.last = dict(zip("AB", cards, strict=True))
        self.offers = {row: self._around(halves(card).items()) for row, card in self.last.items()}

    def _around(self, cards):
        return {(colour, number + step) for colour, number in cards for step in (-1, 1)}

    def plays(self, card):
        return [
            f"{card}>{row}:{colour}"
            for row, offers in self.offers.items()
            for colour, number in halves(card).items()
            if (colour, number) in offers
        ]

    def play(self, name):
        card, row, colour = name.replace(">", " ").replace(":", " ").split()
        number, before = halves(card)[colour], halves(self.last[row])[colour]
        others = [half for half in halves(card).items() if half[0] != colour]
        self.offers[row] = self._around(others) | {(colour, 2 * number - before)}
        self.last[row] = card


BOARDS = {"a-moins": AMoins, "l-un-apres-l-autre": UnApres, "montees-et-descentes": Montees}


@dataclass
class Seat:
    """What everybody saw of one seat, by the time of each move."""

    came: list[int] = field(default_factory=list)
    """For each card that it was dealt or has drawn and kept, when."""
    played: dict[str, int] = field(default_factory=dict)
    """The cards played from hand, and when."""
    lacked: list[tuple[int, set[str]]] = field(default_factory=list)
    """The moments at which it had nothing that fits, and what would have fitted."""


class Story:
    """The public side of a round: to be told move by move."""

    def __init__(self, name, hands, turned_up, dealer, cards):
        self.board = BOARDS[name](turned_up)
        self.dealer = dealer
        self.cards = cards
        self.seats = [Seat([0] * len(hand)) for hand in hands]
        self.time = 0
        self.has_drawn = False

    def tell(self, seat, move):
        self.time += 1
        mine = self.seats[seat]
        if move in ("draw", "pass"):
            mine.lacked.append((self.time, {card for card in self.cards if self.board.plays(card)}))
        elif move == "keep":
            mine.came.append(self.time)
        else:
            self.board.play(move)
            if not self.has_drawn:
                mine.played[card_of(move)] = self.time
        self.has_drawn = move == "draw"

    def came_by(self, seat, card, came):
        """Whether a card that a seat holds, or has played from hand, can have come at this time."""
        gone = self.seats[seat].played.get(card, NEVER)
        return came < gone and not any(
            came < when < gone and card in fitted for when, fitted in self.seats[seat].lacked
        )

    def ways(self, seat, hand, drawn=()):
        """All of a seat's cards, and the times at which each can have come; the card just drawn is left out."""
        cards = [card for card in hand if card not in drawn] + list(self.seats[seat].played)
        return {
            card: [i for i, came in enumerate(self.seats[seat].came) if self.came_by(seat, card, came)]
            for card in cards
        }

    def is_possible(self, seat, hand, drawn=()):
        ways = self.ways(seat, hand, drawn)
        return len(ways) == len(self.seats[seat].came) and len(matched(ways, list(ways))) == len(ways)

    def dealt_points(self, seat, hand, drawn=()):
        """The fewest and the most points that the hand dealt can have had.

        The cards that came by draws are worth most, or least: greedily, which is right for a matching.
        """
        ways = self.ways(seat, hand, drawn)
        draws = {card: [i for i in slots if self.seats[seat].came[i]] for card, slots in ways.items()}
        must = [card for card, slots in ways.items() if slots == draws[card]]
        total = sum(map(points, ways))
        ends = []
        for sign in (-1, 1):
            rest = sorted(set(ways) - set(must), key=lambda card: sign * points(card))
            ends.append(total - sum(points(card) for card in matched(draws, must + rest).values()))
        return min(ends), max(ends)

    def could_begin(self, ranges, first):
        """G3 Whether the seat that began can have been dealt the most points; by seat, each was dealt from … to …."""
        order = [(self.dealer + 1 + i) % len(self.seats) for i in range(len(self.seats))]
        closer = order[: order.index(first)]
        most = ranges[first][1]
        return all(ranges[seat][0] + (seat in closer) <= most for seat in order if seat != first)


def matched(ways, order):
    """A card for each place, as many as possible, cards that come first in the order being preferred."""
    places = {}

    def place(card, tried):
        for i in ways[card]:
            if i not in tried:
                tried.add(i)
                if i not in places or place(places[i], tried):
                    places[i] = card
                    return True
        return False

    for card in order:
        place(card, set())
    return places


def card_of(move):
    return move.replace(">", ":").split(":")[0]
