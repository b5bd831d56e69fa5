"""Golden playthroughs: every game and variant, played from fixed seeds and written down.

A file shows positions, the legal moves in them, every move, and the end. There is no prose in it, so that words may
change; what changes a file is a change of the rules, of the deal, or of how positions are spelt. If that is meant,
write the files anew with ``python -m tests.playthroughs`` and read the difference.
"""
