"""The rules of Déterminer la couleur once more, read from card names and told in sets, to compare with."""

import re


def halves(name):
    """``g0r6`` as {"g": 0, "r": 6}."""
    return {colour: int(number) for colour, number in re.findall(r"([a-z])(\d+)", name)}


def points(name):
    return sum(halves(name).values())


def carried(name, trump):
    """The colours of a card; a card with a trump half is nothing else."""
    colours = set(halves(name))
    return {trump} if trump in colours else colours


def followers(hand, led, trump):
    """The cards that may be played on these."""
    asked = colours_asked(led, trump)
    return [card for card in hand if carried(card, trump) & asked] or list(hand)


def colours_asked(led, trump):
    """What the cards of a trick so far ask for: two colours, or one; nothing before the lead."""
    if not led:
        return set()
    asked = carried(led[0], trump)
    for card in led[1:]:
        if len(asked) == 2 and len(carried(card, trump) & asked) == 1:
            asked = carried(card, trump) & asked
    return asked


def winning_card(cards, trump):
    trumps = [card for card in cards if trump in halves(card)]
    if trumps:
        return max(trumps, key=lambda card: (halves(card)[trump], points(card)))
    asked = colours_asked(cards, trump)
    if len(asked) == 2:
        last = [halves(card) for card in cards if set(halves(card)) == asked][-1]
        asked = {max(last, key=last.get)}
    (colour,) = asked
    return max(
        (card for card in cards if colour in halves(card)), key=lambda card: (halves(card)[colour], points(card))
    )


def is_possible(hands, plays, trump, first):
    """Whether these dealt hands could have seen these plays (seat and card, in order), and how many points each won."""
    hands = [set(hand) for hand in hands]
    won, trick, leader = [0] * len(hands), [], first
    for seat, card in plays:
        expected = (leader + len(trick)) % len(hands)
        if seat != expected or card not in followers(hands[seat], trick, trump):
            return None
        hands[seat].remove(card)
        trick.append(card)
        if len(trick) == len(hands):
            leader = (leader + trick.index(winning_card(trick, trump))) % len(hands)
            won[leader] += sum(map(points, trick))
            trick = []
    return won


def begins(hands, dealer):
    """G3 The seat with the most points, of equal ones the closest to the dealer's left."""
    order = [(dealer + 1 + i) % len(hands) for i in range(len(hands))]
    return max(order, key=lambda seat: sum(map(points, hands[seat])))
