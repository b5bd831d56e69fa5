"""Environments for programs that learn: batches in NumPy, Gymnasium, PettingZoo and OpenSpiel.

`pioche.envs.Batch` needs nothing but NumPy. Each framework is an extra: ``pip install "pioche[gymnasium]"``.
"""

from .batch import Batch

__all__ = ["Batch"]
