"""Small works for tests of long work."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from pioche.core.chance import below, new_random
from pioche.core.errors import BadSetting, say


@dataclass(frozen=True)
class Draws:
    """Draws some numbers in each block."""

    seed: int

    def block(self, number):
        rng = new_random(self.seed, number)
        return [below(rng, 1000) for _ in range(3)]


@dataclass(frozen=True)
class Slow(Draws):
    """Takes its time for all blocks except the first."""

    seconds: float = 0.1

    def block(self, number):
        time.sleep(self.seconds if number else 0)
        return super().block(number)


@dataclass(frozen=True)
class Deadly(Draws):
    """Kills the worker of one block: once, or every time."""

    block_that_kills: int = 3
    mark: str = ""
    """A file that exists once the worker was killed; without it every worker is."""

    def block(self, number):
        if number == self.block_that_kills and not (self.mark and Path(self.mark).exists()):
            if self.mark:
                Path(self.mark).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().block(number)


@dataclass(frozen=True)
class Refused(Draws):
    def block(self, number):
        if number == 2:
            raise BadSetting(say("bad-number", option="block", value="2", low=0, high=1))
        return super().block(number)


@dataclass(frozen=True)
class Broken(Draws):
    """Has a mistake, as the code of a bot may have."""

    def block(self, number):
        return self.wish
