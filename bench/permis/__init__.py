"""Figures about Permis de refuser: each module is a command, ``python -m bench.permis.<name>``."""
