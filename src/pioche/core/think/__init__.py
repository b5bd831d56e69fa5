"""Deciding: quick players, tree search, hints and reviews."""
