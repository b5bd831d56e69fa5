"""Numbers count only what a viewpoint could notice."""

import random

from pioche.server.numbering import Numbering


def test_numbers_agree_with_counting_one_by_one():
    chance, numbering, hidden = random.Random(1), Numbering(), {eyes: set() for eyes in range(-1, 3)}
    for number in range(1, 200):
        blind = frozenset(eyes for eyes in hidden if chance.random() < 0.3)
        numbering.hide(number, blind)
        for eyes in blind:
            hidden[eyes].add(number)
    for eyes, unseen in hidden.items():
        noticed = [number for number in range(200) if number not in unseen]
        for number in range(200):
            assert numbering.is_hidden(number, eyes) == (number in unseen)
            assert numbering.shown(number, eyes) == sum(each <= number for each in noticed) - 1
        for shown, number in enumerate(noticed):
            assert numbering.stored(shown, eyes) == number


def test_eyes_that_noticed_everything_count_as_it_is_stored():
    numbering = Numbering()
    numbering.hide(3, frozenset({1}))
    assert (numbering.shown(7, 0), numbering.stored(7, 0), numbering.is_hidden(3, 0)) == (7, 7, False)
