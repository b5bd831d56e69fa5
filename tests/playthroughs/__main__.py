"""``python -m tests.playthroughs`` rewrites all playthroughs."""

from tests.playthroughs.writing import SETTINGS, path_of, playthrough

for game, variant in SETTINGS:
    path_of(game, variant).write_text(playthrough(game, variant), encoding="utf-8")
