"""The rules of Les 6 Séquences once more, read from card names and told in lists, to compare with."""

from itertools import combinations, product

SUITS = "schdtm"
RANKS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "J", "C", "B", "R", "Q", "K", "A"]
FIGURES = ["J", "C", "B", "R", "Q", "K"]


def suit(card):
    return card[-1]


def rank(card):
    return card[:-1]


def may_stand(letter, place):
    """The cards of a suit that may stand on a place, 1 to 19."""
    own, joker = RANKS[place] + letter, "0" + letter
    return [own, joker] + (["A" + letter] if place == 1 else []) + (["1" + letter] if place == 19 else [])


def spelt(card, place):
    own = RANKS[place] + suit(card)
    return card if card == own else f"{card}={own}"


class Referee:
    """A round. A sequence is a dictionary from places to cards; a series is a dictionary from cards to turns."""

    def __init__(self, deck, players, dealer, *, teams=False):
        self.players, self.teams, self.turn = players, teams, (dealer + 1) % players
        self.hands = [set() for _ in range(players)]
        for i, card in enumerate(deck[: 8 * players]):
            self.hands[(dealer + 1 + i) % players].add(card)
        self.stock, self.pile = list(deck[8 * players :]), []
        self.sequences, self.series = [[] for _ in range(players)], [[] for _ in range(players)]
        self.laid = [[0, 0] for _ in range(players)]
        self.phase, self.put_down, self.passes, self.number = "draw", False, 0, 0
        self.answers = {}

    def owner(self, seat):
        return seat % 2 if self.teams else seat

    # What is legal.

    def to_move(self):
        if self.phase == "over":
            return []
        if self.phase == "claim":
            return sorted(seat for seat, answer in self.answers.items() if answer is None)
        return [self.turn]

    def legal(self, seat):
        if self.phase == "draw":
            return ["draw"]
        if self.phase == "discard":
            return sorted(f"discard {card}" for card in self.hands[seat] if rank(card) != "0")
        if self.phase == "claim":
            return sorted([*self.claims(seat), "pass"])
        found = [*self.extensions(seat), *self.exchanges(seat)]
        if self.phase != "extend":
            found += [f"lay {name}" for name, _ in self.new_sequences(seat, set())]
            found += [f"lay {name}" for name, _ in self.new_series(seat, set())]
        return sorted([*found, "pass" if self.phase == "end" and not self.put_down else "stop"])

    def from_series(self, seat):
        """Cards that have lain in own series since before this turn."""
        return {card for one in self.series[self.owner(seat)] for card, number in one.items() if number < self.number}

    def new_sequences(self, seat, discard):
        have = self.hands[seat] | self.from_series(seat) | discard
        letters = [letter for letter in SUITS if sum(suit(card) == letter for card in have) >= 3]
        for letter, start in product(letters, range(1, 18)):
            places = (start, start + 1, start + 2)
            for cards in product(*(may_stand(letter, place) for place in places)):
                if len(set(cards)) == 3 and set(cards) <= have and self.may_overlap(seat, cards, places):
                    yield "+".join(map(spelt, cards, places)), dict(zip(places, cards, strict=True))

    def may_overlap(self, seat, cards, places):
        """Own sequences may overlap by a joker."""
        for one in self.sequences[self.owner(seat)]:
            if suit(cards[0]) == suit(next(iter(one.values()))):
                for card, place in zip(cards, places, strict=True):
                    if place in one and "0" not in (rank(card), rank(one[place])):
                        return False
        return True

    def new_series(self, seat, discard):
        sequences, series = self.laid[self.owner(seat)]
        if series >= sequences:
            return
        have = self.hands[seat] | discard
        for each, letters in product(RANKS[1:], combinations(SUITS, 3)):
            cards = [each + letter for letter in letters]
            if set(cards) <= have:
                yield "+".join(cards), cards

    def ends(self, seat):
        """The places beside own sequences, each with the suit."""
        own = self.sequences[self.owner(seat)]
        for one in own:
            letter = suit(next(iter(one.values())))
            for place in (min(one) - 1, max(one) + 1):
                covered = any(place in other and suit(next(iter(other.values()))) == letter for other in own)
                if 1 <= place <= 19 and not covered:
                    yield letter, place

    def extensions(self, seat):
        have = self.hands[seat] | self.from_series(seat)
        found = {
            f"add {spelt(card, place)}"
            for letter, place in self.ends(seat)
            for card in may_stand(letter, place)
            if card in have
        }
        ranks = {rank(card) for one in self.series[self.owner(seat)] for card in one}
        return found | {f"addto series {card}" for card in self.hands[seat] if rank(card) in ranks}

    def exchanges(self, seat):
        found = set()
        for one in (one for own in self.sequences for one in own):
            for place, card in one.items():
                own = RANKS[place] + suit(card)
                if card != own and own in self.hands[seat]:
                    found.add(f"exchange {own}")
        return found

    def claims(self, seat):
        discard, hand = self.pile[-1], self.hands[seat]
        for name, laid in self.new_sequences(seat, {discard}):
            others = set(laid.values()) - {discard}
            if len(others) == 2 and others & hand:
                yield f"claim lay {name}"
        for name, cards in self.new_series(seat, {discard}):
            if discard in cards:
                yield f"claim lay {name}"
        letter, place = suit(discard), RANKS.index(rank(discard))
        free = set(self.ends(seat))
        own = {
            place
            for one in self.sequences[self.owner(seat)]
            if suit(next(iter(one.values()))) == letter
            for place in one
        }
        for outward in (1, -1):
            beyond = place + outward
            if (letter, place) in free and place - outward in own and beyond not in own and 1 <= beyond <= 19:
                for card in may_stand(letter, beyond):
                    if card in hand:
                        yield f"claim add {discard}+{spelt(card, beyond)}"

    # What happens.

    def play(self, seat, name):
        word, _, cards = name.partition(" ")
        if self.phase == "claim":
            self.answers[seat] = name
            if not self.to_move():
                self.decide()
        elif word == "draw":
            self.hands[seat].add(self.stock.pop(0))
            self.phase = "lay"
        elif word == "stop":
            self.stop(seat)
        elif word == "pass":
            self.passes += 1
            self.next_turn(over=self.passes == self.players)
        elif word == "discard":
            self.discard(seat, cards)
        else:
            self.put(seat, name)

    def put(self, seat, name):
        self.put_down = True
        word, _, cards = name.partition(" ")
        owner = self.owner(seat)
        if word == "addto":
            card = cards.removeprefix("series ")
            self.hands[seat].remove(card)
            next(one for one in self.series[owner] if any(rank(other) == rank(card) for other in one))[card] = (
                self.number
            )
        elif word == "exchange":
            self.exchange(seat, cards)
        elif word == "lay" and "=" not in cards and len({rank(card) for card in cards.split("+")}) == 1:
            self.hands[seat] -= set(cards.split("+"))
            self.series[owner].append(dict.fromkeys(cards.split("+"), self.number))
            self.laid[owner][1] += 1
        else:
            self.laid[owner][0] += word == "lay"
            self.put_in_sequence(seat, owner, word, cards)

    def put_in_sequence(self, seat, owner, word, cards):
        stood = {}
        for standing in cards.split("+"):
            card, _, place = standing.partition("=")
            stood[RANKS.index(rank(place or card))] = card
            if card in self.hands[seat]:
                self.hands[seat].remove(card)
            else:
                next(one for one in self.series[owner] if card in one).pop(card)
        own = self.sequences[owner]
        if word == "lay":
            own.append(stood)
        else:
            letter, first = suit(cards.split("+")[0]), next(iter(stood))
            one = next(
                one for one in own if suit(next(iter(one.values()))) == letter and first in (min(one) - 1, max(one) + 1)
            )
            one |= stood
        self.join(own)

    def join(self, own):
        for one, other in product(own, own):
            same_suit = suit(next(iter(one.values()))) == suit(next(iter(other.values())))
            if same_suit and max(one) + 1 == min(other):
                one |= other
                own.remove(other)
                return self.join(own)
        return None

    def exchange(self, seat, card):
        place = RANKS.index(rank(card))
        for one in (one for own in self.sequences for one in own):
            if one.get(place, card) != card and suit(one[place]) == suit(card):
                self.hands[seat].remove(card)
                self.hands[seat].add(one[place])
                one[place] = card
                return

    def stop(self, seat):
        if self.phase == "end":
            self.passes = 0
            self.next_turn()
        elif self.put_down:
            while self.stock and len(self.hands[seat]) < 9:
                self.hands[seat].add(self.stock.pop(0))
            self.phase, self.put_down = "extend", False
        elif all(rank(card) == "0" for card in self.hands[seat]):
            self.next_turn()
        else:
            self.phase = "discard"

    def next_turn(self, seat=None, *, over=False):
        self.number += 1
        self.turn = (self.turn + 1) % self.players if seat is None else seat
        self.put_down = False
        self.phase = "over" if over else "draw" if self.stock else "end"

    def discard(self, seat, card):
        self.hands[seat].remove(card)
        self.pile.append(card)
        self.number += 1
        others = [other for other in range(self.players) if self.owner(other) != self.owner(seat)]
        self.answers = {other: None for other in others if next(self.claims(other), None)}
        if self.answers:
            self.phase = "claim"
        else:
            self.next_turn()

    def decide(self):
        order = [(self.turn + i) % self.players for i in range(1, self.players)]
        claims = [(seat, self.answers[seat]) for seat in order if self.answers.get(seat, "pass") != "pass"]
        if not claims:
            self.next_turn()
            return
        seat, name = max(claims, key=lambda claim: self.priority(*claim))
        self.next_turn(seat)
        self.passes = 0
        self.phase = "end" if self.phase == "end" else "lay"
        self.hands[seat].add(self.pile.pop())
        self.put(seat, name.removeprefix("claim "))

    def priority(self, seat, name):
        """The top place of the sequence as it would lie; a series comes after all sequences."""
        _, word, cards = name.split(" ")
        standing = [one.rpartition("=")[2] for one in cards.split("+")]
        if word == "lay" and len({rank(one) for one in standing}) == 1:
            return 0
        places = {RANKS.index(rank(one)) for one in standing}
        own = [
            set(one)
            for one in self.sequences[self.owner(seat)]
            if suit(next(iter(one.values()))) == suit(self.pile[-1])
        ]
        for _ in own:
            for one in own:
                if not one & places and (max(places) + 1 == min(one) or max(one) + 1 == min(places)):
                    places |= one
        return max(places)

    # What it is worth.

    def scores(self):
        totals = [0] * self.players
        for letter in SUITS:
            owned = [
                (len(one), max(one), owner, self.worth(one))
                for owner, own in enumerate(self.sequences)
                for one in own
                if suit(next(iter(one.values()))) == letter
            ]
            if owned:
                dominant = max(owned)[2]
                totals[dominant] += max(worth for _, _, owner, worth in owned if owner == dominant)
        for seat, hand in enumerate(self.hands):
            costs = {"A": 5, "0": 5} | dict.fromkeys(FIGURES, 2)
            totals[self.owner(seat)] -= sum(costs.get(rank(card), 0) for card in hand)
        return [totals[self.owner(seat)] for seat in range(self.players)]

    def worth(self, one):
        total = 0
        for place, card in one.items():
            if place == 19:
                total += 1 if rank(card) == "1" else 5
            else:
                total += 2 if RANKS[place] in FIGURES else 1
        return total
