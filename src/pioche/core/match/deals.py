"""The deals of a match: who deals each round (G2), and the order in which its cards come (G7)."""

from __future__ import annotations

from typing import Any

from ..chance import Shuffle
from ..errors import BadDeck, BadSetting, say
from ..fair import fair_number, fair_words
from ..game import AnyRules, Deck, Game, Setting
from ..state import new
from . import decks


class Deals:
    """The deals are fixed before the first card, by the seed and by what was given by hand."""

    def __init__(self, game: Game, setting: Setting, seed: bytes, deck: object, dealer: object) -> None:
        self.game = game
        self.setting = setting
        self.seed = seed
        self.rules: tuple[AnyRules, ...] = game.format(setting).rounds
        self.given_dealer = self._checked_dealer(dealer)
        self.first_dealer = self._drawn_dealer() if self.given_dealer is None else self.given_dealer
        self.given_decks = self._read_decks(deck)

    def _checked_dealer(self, dealer: object) -> int | None:
        players = self.setting.players
        if dealer is None or (isinstance(dealer, int) and not isinstance(dealer, bool) and 0 <= dealer < players):
            return dealer
        raise BadSetting(say("bad-dealer", dealer=repr(dealer), last=players - 1))

    def _drawn_dealer(self) -> int:
        """G2 The dealer of the first round comes from the seed."""
        return fair_number(fair_words(self.seed, "dealer"), self.setting.players)

    def _read_decks(self, given: object) -> list[decks.Order]:
        if given is None:
            return []
        rounds = decks.split_rounds(given)
        if len(rounds) > len(self.rules):
            raise BadDeck(say("deck.too-many", given=len(rounds), rounds=len(self.rules)))
        return [decks.read_order(deck, self.decks(number), self.game.title) for number, deck in enumerate(rounds)]

    def dealer(self, number: int) -> int:
        """G2 The deal moves one seat to the left each round."""
        return (self.first_dealer + number) % self.setting.players

    def _options(self, number: int) -> Any:
        return self.game.round_options(self.rules[number], self.setting, self.dealer(number))

    def decks(self, number: int) -> tuple[Deck, ...]:
        """Return the decks of a round, unshuffled."""
        return self.rules[number].decks(self._options(number))

    def shuffle(self, number: int) -> Shuffle:
        """Return the order of the cards in a round, a row for each deck."""
        order = self.given_decks[number] if number < len(self.given_decks) else None
        return decks.arrange(self.decks(number), order, self.seed, number)

    def deal(self, number: int) -> Any:
        """Return the state of a round as it begins."""
        state = new(self.rules[number].state)
        self.rules[number].setup(state, self._options(number), self.shuffle(number))
        return state
