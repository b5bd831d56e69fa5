"""The rules of Fournir des séries once more, told in names and lists, to compare with."""

from functools import cache
from itertools import combinations, takewhile

from tests.games.xxl.couleur.referee import begins, halves, points

__all__ = ["Round", "begins", "points", "series_name"]


@cache
def series_name(cards):
    """A set of three as a series is named, rising in the first colour in which they are a run; or None."""
    for colour in "rgby":
        if all(colour in halves(card) for card in cards):
            rising = sorted(cards, key=lambda card: halves(card)[colour])
            low, middle, high = (halves(card)[colour] for card in rising)
            if (low + 1, middle + 1) == (middle, high):
                return "series " + "+".join(rising)
    return None


def in_a_row(turns, but):
    """How many of the last turns were without any action but these."""
    return len(list(takewhile(lambda done: done <= but, reversed(turns))))


class Round:
    """A round from a deck of names. It notes how each card of the deck came: ``origins``, by place in the deck."""

    def __init__(self, players, dealer, deck):
        self.players, self.dealer, self.deck = players, dealer, list(deck)
        self.origins = []
        self.hands, self.taken = [set() for _ in range(players)], [set() for _ in range(players)]
        self.drawn, self.laid = [0] * players, [[] for _ in range(players)]
        self.let_out = [{} for _ in range(players)]
        for i in range(4 * players):
            seat = (dealer + 1 + i) % players
            self.hands[seat].add(self.next_card("dealt", seat, 0))
        self.open = {self.next_card("up"), self.next_card("up")}
        self.turn = begins(self.hands, dealer)
        self.done, self.ending = set(), None
        self.turns_done = []

    @property
    def left(self):
        return len(self.deck) - len(self.origins)

    def next_card(self, *origin):
        self.origins.append(origin)
        return self.deck[len(self.origins) - 1]

    def draw(self, seat):
        self.drawn[seat] += 1
        self.hands[seat].add(self.next_card("drawn", seat, self.drawn[seat]))

    def series(self, seat):
        """All that a seat could lay, by name."""
        return {series_name(three) for three in self.runs(seat) if self.hands[seat] & three}

    def runs(self, seat):
        """All threes in a row among the cards of a seat and the open ones, which may be three open ones."""
        threes = (frozenset(three) for three in combinations(self.hands[seat] | self.open, 3))
        return [three for three in threes if series_name(three)]

    def can_form(self, seat):
        return bool(self.hands[seat]) and bool(self.runs(seat))

    def legal(self):
        if self.ending:
            return []
        names, hand = {"stop"}, self.hands[self.turn]
        if "series" not in self.done:
            names |= self.series(self.turn)
        if not self.done & {"swap", "add"}:
            names |= {f"swap {own}/{other}" for own in hand for other in self.open}
            names |= {f"add {own}" for own in hand if self.left}
        return sorted(names)

    def play(self, name):
        """Carry a move out; False if the seat whose turn it is does not have the cards for it, or it is over."""
        kind, _, rest = name.partition(" ")
        cards = rest.replace("/", "+").split("+") if rest else []
        own = [card for card in cards if card in self.hands[self.turn]]
        needed = {"series": cards, "swap": cards[:1], "add": cards, "stop": []}[kind]
        if self.ending or any(card not in own and card not in self.open for card in needed):
            return False
        getattr(self, f"play_{kind}")(self.turn, cards, own)
        self.done.add(kind)
        if kind == "stop":
            self.end_turn()
        if not self.left and not self.ending and not any(map(self.can_form, range(self.players))):
            self.ending = "nobody-can-lay"
        return True

    def release(self, seat, card):
        if card not in self.taken[seat]:
            self.let_out[seat][card] = self.drawn[seat]
        self.hands[seat].remove(card)
        self.taken[seat].discard(card)

    def play_series(self, seat, cards, own):
        self.laid[seat].append(cards)
        for card in own:
            self.release(seat, card)
        self.open -= set(cards)
        while len(self.hands[seat]) < 4 and self.left:
            self.draw(seat)
        for _ in range(min(3 - len(own), self.left)):
            self.open.add(self.next_card("up"))

    def play_swap(self, seat, cards, own):
        given, received = cards
        self.release(seat, given)
        self.open.remove(received)
        self.open.add(given)
        self.hands[seat].add(received)
        self.taken[seat].add(received)

    def play_add(self, seat, cards, own):
        self.release(seat, cards[0])
        self.open.add(cards[0])
        self.draw(seat)

    def play_stop(self, seat, cards, own):
        """``turns_done`` is what was done in each turn since a card was last turned up by XX42 or XX43."""
        self.turns_done.append(frozenset(self.done))

    @property
    def refusals(self):
        return in_a_row(self.turns_done, but=set())

    @property
    def quiet(self):
        return in_a_row(self.turns_done, but={"swap"})

    def end_turn(self):
        all_refused, is_stuck = self.refusals == self.players, self.quiet == 2 * self.players
        if (all_refused or is_stuck) and self.left:
            self.open.add(self.next_card("up"))
            self.turns_done = []
        elif all_refused or is_stuck:
            self.ending = "all-idle" if all_refused else "no-progress"
        self.turn, self.done = (self.turn + 1) % self.players, set()

    @property
    def scores(self):
        return [sum(points(card) for series in laid for card in series) for laid in self.laid]


# Which worlds are possible.


def told(match, deck):
    """The first round of a match, replayed from its deck."""
    story = Round(match.players, match.dealer, deck)
    for _, name in match.moves:
        assert story.play(name)
    return story


def is_drawable(limits, draws):
    """Whether cards can have come by so many draws, each by one numbered at most as its limit says."""
    return len(limits) <= draws and all(sum(limit <= number for limit in limits) <= number for number in range(draws))


def limits_of(story, seat, hidden):
    """By card that a seat was dealt or drew, if it holds these that were never seen: the latest draw it can be of."""
    return dict.fromkeys(hidden, story.drawn[seat]) | story.let_out[seat]


def dealt_hands(story, seat, hidden):
    """Every hand that a seat can have been dealt."""
    limits = limits_of(story, seat, hidden)
    for hand in combinations(sorted(limits), 4):
        if is_drawable([limit for card, limit in limits.items() if card not in hand], story.drawn[seat]):
            yield hand


def best_hand(story, seat, hidden, sign):
    """The hand worth most (sign 1) or least (-1) that a seat can have been dealt: what is worth least was drawn."""
    limits, drawn = limits_of(story, seat, hidden), []
    for card in sorted(limits, key=lambda card: sign * points(card)):
        if is_drawable([limits[other] for other in [*drawn, card]], story.drawn[seat]):
            drawn.append(card)
    return [card for card in limits if card not in drawn]


def deck_for(story, observer, dealt, hidden, stock):
    """A deck that deals and draws so; of the observer's cards and those turned up, as it was."""
    sources = {}
    for seat in range(story.players):
        if seat != observer:
            limits = limits_of(story, seat, hidden[seat])
            drawn = sorted((card for card in limits if card not in dealt[seat]), key=limits.get)
            sources["dealt", seat] = iter(dealt[seat])
            sources["drawn", seat] = iter(drawn)
    deck = [
        next(sources[origin[:2]]) if origin[:2] in sources else card
        for origin, card in zip(story.origins, story.deck, strict=False)
    ]
    return deck + list(stock)


def could_be(match, story, deck):
    """Whether the same moves can be made with another deck, and the round goes on, or ends, in the same way."""
    other = Round(match.players, match.dealer, deck)
    if other.turn != match.state.first:
        return False
    if not all(other.play(name) for _, name in match.moves):
        return False
    return (other.ending, other.turn, other.open) == (story.ending, story.turn, story.open)
