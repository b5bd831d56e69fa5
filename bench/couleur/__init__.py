"""Figures about Déterminer la couleur: each module is a command, ``python -m bench.couleur.<name>``."""
