"""The sounds of the table as files and figures: ``python -m bench.sounds FOLDER``.

A browser renders every recipe of ``web/src/lib/sound/recipes.ts`` at full gain. FOLDER gets a WAV file and a
spectrogram of each sound (time to the right, pitch upwards to 10 kHz), and the figures are printed as a table.
"""

from __future__ import annotations

import argparse
import wave
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image
from playwright.sync_api import Browser

from .browser import browsing

Samples = npt.NDArray[np.float64]

RATE = 44100
SECONDS = 2.0
ASSETS = Path(__file__).parents[1] / "src" / "pioche" / "server" / "page" / "assets"
RENDER = """async ([recipes, rate, seconds]) => {
  const { SOUNDS } = await import(`data:text/javascript,${encodeURIComponent(recipes)}`);
  const heard = {};
  for (const [name, make] of Object.entries(SOUNDS)) {
    const context = new OfflineAudioContext(1, rate * seconds, rate);
    make(context, context.destination, 0);
    const samples = (await context.startRendering()).getChannelData(0);
    heard[name] = samples.join(' ');
  }
  return heard;
}"""

SLICE = RATE // 1000
"""A millisecond."""
EAR = RATE // 8
"""An eighth of a second: shorter sounds seem softer than they are."""
AUDIBLE = 0.01
"""What is a hundredth of the peak ends a sound: 40 dB less."""
BINS, STEP, HIGHEST = 1024, 128, 10_000
RANGE = 70
"""Decibels between white and black in a spectrogram."""


@dataclass(frozen=True)
class Measures:
    peak: float
    """In decibels below the loudest that a device can play."""
    loudness: float
    """The loudest eighth of a second, in decibels weighted as the ear does (curve A)."""
    length: float
    """Milliseconds until the sound has faded away."""
    rise: float
    """Milliseconds from a tenth of the first peak to the peak."""
    centroid: float
    """The mean frequency, in hertz: how bright the sound is."""
    edge: float
    """The largest sample of the first and the last tenth of a millisecond, as a part of the peak: a click."""


def render(browser: Browser) -> dict[str, Samples]:
    """Return the samples of every sound."""
    [recipes] = ASSETS.glob("recipes-*.js")
    page = browser.new_page()
    sounds = page.evaluate(RENDER, [recipes.read_text(), RATE, SECONDS])
    page.close()
    return {name: np.array(samples.split(), dtype=np.float64) for name, samples in sounds.items()}


def decibels(amplitude: float) -> float:
    return float(20 * np.log10(max(amplitude, 1e-9)))


def weighted(samples: Samples) -> Samples:
    """Return a sound as loud at each frequency as the ear hears it (IEC 61672, curve A)."""
    square = np.fft.rfftfreq(len(samples), 1 / RATE) ** 2
    lows = np.sqrt((square + 107.7**2) * (square + 737.9**2))
    curve = 1.2589 * 12194**2 * square**2 / ((square + 20.6**2) * lows * (square + 12194**2))
    return np.fft.irfft(np.fft.rfft(samples) * curve, len(samples))


def strengths(samples: Samples) -> Samples:
    """Return the peak of every millisecond."""
    whole = len(samples) // SLICE * SLICE
    return np.abs(samples[:whole]).reshape(-1, SLICE).max(axis=1)


def measure(samples: Samples) -> Measures:
    peak = float(np.abs(samples).max())
    level = strengths(samples)
    audible = np.flatnonzero(level > AUDIBLE * peak)
    first, last = int(audible[0]), int(audible[-1])
    top = first + int(level[first : first + 250].argmax())
    sums = np.cumsum(weighted(samples) ** 2)
    power = (sums[EAR:] - sums[:-EAR]) / EAR
    spectrum = np.abs(np.fft.rfft(samples)) ** 2
    frequencies = np.fft.rfftfreq(len(samples), 1 / RATE)
    nonzero = np.flatnonzero(samples)
    tip = SLICE // 10
    ends = np.concatenate([samples[nonzero[0] : nonzero[0] + tip], samples[nonzero[-1] - tip + 1 : nonzero[-1] + 1]])
    return Measures(
        peak=decibels(peak),
        loudness=decibels(float(np.sqrt(power.max()))),
        length=last + 1 - first,
        rise=top - first - int(np.argmax(level[first : top + 1] > level[top] / 10)),
        centroid=float((spectrum * frequencies).sum() / spectrum.sum()),
        edge=float(np.abs(ends).max()) / peak,
    )


def save(samples: Samples, path: Path) -> None:
    whole = np.round(np.clip(samples, -1, 1) * 32767).astype("<i2")
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(whole.tobytes())


def spectrogram(samples: Samples) -> Image.Image:
    """Return how strong each frequency is over time."""
    starts = range(0, len(samples) - BINS, STEP)
    window = np.hanning(BINS)
    rows = np.array([np.abs(np.fft.rfft(samples[start : start + BINS] * window)) for start in starts])
    shown = rows[:, : HIGHEST * BINS // RATE].T[::-1]
    level = 20 * np.log10(np.maximum(shown, 1e-9))
    light = np.clip((level - level.max() + RANGE) / RANGE, 0, 1)
    return Image.fromarray((light * 255).astype(np.uint8)).resize((len(starts), 256))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    print(f"{'sound':10} peak dB  loudness dB(A)  length ms  rise ms  centroid Hz  edge")
    with browsing() as browser:
        sounds = render(browser)
    for name, samples in sounds.items():
        save(samples, folder / f"{name}.wav")
        spectrogram(samples).save(folder / f"{name}.png")
        found = measure(samples)
        print(
            f"{name:10} {found.peak:7.1f} {found.loudness:15.1f} {found.length:10.0f} {found.rise:8.0f}"
            f" {found.centroid:12.0f} {found.edge:5.1%}"
        )


if __name__ == "__main__":
    main()
