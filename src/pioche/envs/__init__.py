"""Environments for programs that learn: batches in NumPy, Gymnasium, PettingZoo and OpenSpiel.

`pioche.envs.Batch` needs nothing but NumPy. Each framework is an extra: ``pip install "pioche[gymnasium]"``.
"""

from .batch import Batch
from .observation import row_of

__all__ = ["Batch", "row_of"]
