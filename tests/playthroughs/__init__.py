"""Golden playthroughs: every game and variant, played from fixed seeds and stored as text.

A file shows positions, the legal moves in them, every move, and the end. It contains no prose, so texts may
change; a file changes only with the rules, the deal, or the way positions are written. If that is intended,
rewrite the files with ``python -m tests.playthroughs`` and read the difference.
"""
