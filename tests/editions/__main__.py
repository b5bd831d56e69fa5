"""Writes `editions.toml` anew."""

from pioche import registry

from . import FILE, behaviour

if __name__ == "__main__":
    parts = [f'[{game.name}]\nedition = {game.edition}\nbehaviour = "{behaviour(game)}"\n' for game in registry.games()]
    FILE.write_text("\n".join(parts), encoding="utf-8")
