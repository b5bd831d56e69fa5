"""The exact value of best play with only the top cards visible, in small versions of 20/20.

python -m bench.vingt.small [--ranks 4,5,6,7] [--suits 4]

There are as many piles as ranks, each as high as there are suits. To a player who sees only the tops, a game is for
each rank how many cards are left of it and how deep the open ones lie; hidden cards may lie anywhere. That is few
enough to look at every position.
"""

import argparse
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations

Rank = tuple[int, tuple[int, ...]]
"""Cards left, and the depths of the open ones, sorted."""
Ranks = tuple[Rank, ...]
After = tuple[Ranks, tuple[int, ...]]
"""After a move: the ranks, and the depths of the piles whose next card is to be turned up."""
Chooser = Callable[[list[tuple[int, float]]], float]
"""From the total depth of each move's cards, and its chance, to the chance of the move that is made."""


def removals(ranks: Ranks) -> Iterator[tuple[int, After]]:
    """Yield every distinct move: the total depth of the two cards, and the result."""
    for rank in sorted(set(ranks)):
        left, depths = rank
        others = list(ranks)
        others.remove(rank)
        for pair in sorted(set(combinations(depths, 2))):
            stay = list(depths)
            for depth in pair:
                stay.remove(depth)
            rest = [(left - 2, tuple(stay))] if left > 2 else []
            yield sum(pair), (tuple(sorted(others + rest)), tuple(depth - 1 for depth in pair if depth))


def turned_up(ranks: Ranks, depth: int) -> Iterator[tuple[float, Ranks]]:
    """Yield the possible next cards of a pile, with their probabilities."""
    hidden = sum(left - len(depths) for left, depths in ranks)
    for rank in sorted(set(ranks)):
        left, depths = rank
        others = list(ranks)
        others.remove(rank)
        if left > len(depths):
            share = ranks.count(rank) * (left - len(depths)) / hidden
            yield share, tuple(sorted([*others, (left, tuple(sorted((*depths, depth))))]))


def chance_to_win(ranks: int, suits: int, choose: Chooser) -> float:
    @cache
    def after(position: Ranks, waiting: tuple[int, ...]) -> float:
        if not waiting:
            return value(position)
        return sum(share * after(seen, waiting[1:]) for share, seen in turned_up(position, waiting[0]))

    @cache
    def value(position: Ranks) -> float:
        if not position:
            return 1.0
        moves = [(depth, after(*then)) for depth, then in removals(position)]
        return choose(moves) if moves else 0.0

    return after(((suits, ()),) * ranks, (suits - 1,) * ranks)


def best(moves: list[tuple[int, float]]) -> float:
    return max(chance for _, chance in moves)


def tallest(moves: list[tuple[int, float]]) -> float:
    """Choose the deepest two cards; of equal ones, any."""
    deepest = max(depth for depth, _ in moves)
    chances = [chance for depth, chance in moves if depth == deepest]
    return sum(chances) / len(chances)


def anything(moves: list[tuple[int, float]]) -> float:
    return sum(chance for _, chance in moves) / len(moves)


def numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


def main() -> None:
    parser = argparse.ArgumentParser(description="The best possible play of small versions of 20/20, exactly.")
    parser.add_argument("--ranks", type=numbers, default=[4, 5, 6, 7])
    parser.add_argument("--suits", type=int, default=4)
    chosen = parser.parse_args()
    print("| ranks | suits | any move | tallest piles first | best possible |\n|---|---|---|---|---|")
    for ranks in chosen.ranks:
        row = [chance_to_win(ranks, chosen.suits, choose) for choose in (anything, tallest, best)]
        print(f"| {ranks} | {chosen.suits} | " + " | ".join(f"{chance:.2%}" for chance in row) + " |", flush=True)


if __name__ == "__main__":
    main()
