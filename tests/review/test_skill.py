"""The bench of luck and skill: how many matches are needed, how sure that is, and that luck explains the rest."""

import numpy as np
import pytest
from bench.skill import Comparison, range_in_words, range_of_needed, result


def differences(mean, count):
    """Return numbers with this mean and a standard deviation of 1."""
    numbers = np.linspace(-1, 1, count)
    return mean + numbers / numbers.std()


def test_the_matches_needed_have_a_range():
    low, high = range_of_needed(differences(0.5, 400))
    assert (low, high) == (pytest.approx((1.645 / 0.598) ** 2), pytest.approx((1.645 / 0.402) ** 2))
    assert range_in_words(differences(0.5, 400)) == "from 8 to 17"


def test_a_lead_that_may_be_chance_establishes_nothing():
    """214 matches needed, of 300 played."""
    lead = 1.645 / np.sqrt(214)
    assert range_in_words(differences(lead, 300)) == "from 53 to ∞, not established"
    assert range_in_words(differences(0.12, 300)).endswith("not established")


def test_luck_is_what_decisions_do_not_explain():
    compared = Comparison("determiner-la-couleur", 3, "beginner", "casual", worlds=10, seed=1)
    match = compared.play(0, ["beginner", "casual", "casual"])
    explained = [compared.explain(match, 0, seat) for seat in range(3)]
    assert [each.result for each in explained] == [result(match, seat) for seat in range(3)]
    assert all(each.luck != 0 for each in explained)
    assert explained[0].own != 0
    assert explained[1].own == explained[2].own == 0
