"""Figures about 20/20: each module is a command, ``python -m bench.vingt.<name>``, run from the root of the project."""
