// How the sounds are made: paper is filtered noise, wood and coins are short tones. Nothing is recorded.

import type { Sound } from './choose';

type Recipe = (context: BaseAudioContext, out: AudioNode, at: number) => void;

interface Shape {
  /** Seconds after the start. */
  after?: number;
  /** Seconds. */
  length: number;
  /** The peak, from 0 to 1. */
  gain: number;
  /** The part of the length until the peak. */
  attack?: number;
}

interface Tone extends Shape {
  /** In hertz. */
  pitch: number;
  /** Where the pitch glides to. */
  to?: number;
  wave?: OscillatorType;
}

interface Rustle extends Shape {
  /** The middle of its frequencies, and where it glides to. */
  pitch: number;
  to?: number;
  /** How narrow the band is. */
  narrow?: number;
}

const SILENT = 0.0001;
/** Seconds: what begins faster is a click. */
const SHORTEST = 0.004;

/** From silence to the peak and back: it grows evenly and fades as things that were struck do. */
function envelope(context: BaseAudioContext, out: AudioNode, start: number, { length, gain, attack = 0.04 }: Shape): GainNode {
  const loudness = context.createGain();
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(gain, start + Math.max(SHORTEST, length * attack));
  loudness.gain.exponentialRampToValueAtTime(SILENT, start + length);
  loudness.connect(out);
  return loudness;
}

function glide(pitch: AudioParam, from: number, to: number, start: number, length: number): void {
  pitch.setValueAtTime(from, start);
  if (to !== from) pitch.exponentialRampToValueAtTime(to, start + length);
}

function tone(context: BaseAudioContext, out: AudioNode, at: number, shape: Tone): void {
  const { after = 0, length, pitch, to = pitch, wave = 'sine' } = shape;
  const start = at + after;
  const source = context.createOscillator();
  source.type = wave;
  glide(source.frequency, pitch, to, start, length);
  source.connect(envelope(context, out, start, shape));
  source.start(start);
  source.stop(start + length);
}

/** White noise, the same every time. */
function noise(context: BaseAudioContext, length: number): AudioBuffer {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = buffer.getChannelData(0);
  let number = 20260101;
  for (let place = 0; place < samples.length; place++) {
    number = (number * 48271) % 2147483647;
    samples[place] = (number / 2147483647) * 2 - 1;
  }
  return buffer;
}

function rustle(context: BaseAudioContext, out: AudioNode, at: number, shape: Rustle): void {
  const { after = 0, length, pitch, to = pitch, narrow = 0.8 } = shape;
  const start = at + after;
  const source = context.createBufferSource();
  source.buffer = noise(context, length);
  const band = context.createBiquadFilter();
  band.type = 'bandpass';
  band.Q.value = narrow;
  glide(band.frequency, pitch, to, start, length);
  source.connect(band).connect(envelope(context, out, start, shape));
  source.start(start);
}

/** A card that is put down: paper, and the table under it, high enough for the speaker of a phone. */
function tap(context: BaseAudioContext, out: AudioNode, at: number, gain: number, pitch: number): void {
  rustle(context, out, at, { length: 0.09, gain: gain * 1.5, pitch, to: pitch * 0.6 });
  tone(context, out, at, { length: 0.1, gain: gain * 0.45, pitch: 260, to: 140 });
}

/** A bell of wood: a tone with a soft octave above it. */
function note(context: BaseAudioContext, out: AudioNode, at: number, pitch: number, after: number, length: number, gain: number): void {
  tone(context, out, at, { after, length, gain, pitch, attack: 0.03 });
  tone(context, out, at, { after, length: length * 0.55, gain: gain * 0.22, pitch: pitch * 2, wave: 'triangle', attack: 0.03 });
}

/** How far apart the taps of a deal are, and how they differ: a hand is not a machine. */
const TAPS = [0, 0.07, 0.15, 0.22, 0.3, 0.36, 0.44, 0.5];

/** Measured by `python -m bench.sounds`: nearly as loud as each other to the ear, and none longer than 0.6 seconds. */
export const SOUNDS: Record<Sound, Recipe> = {
  lay: (context, out, at) => {
    rustle(context, out, at, { length: 0.09, gain: 0.2, pitch: 3800, to: 2200, attack: 0.5 });
    tap(context, out, at + 0.05, 0.5, 1500);
  },
  draw: (context, out, at) => rustle(context, out, at, { length: 0.24, gain: 0.34, pitch: 2000, to: 4200, attack: 0.45 }),
  deal: (context, out, at) => {
    for (const [place, after] of TAPS.entries()) tap(context, out, at + after, 0.26 + 0.05 * (place % 3), 1700 + 260 * ((place * 5) % 4));
  },
  token: (context, out, at) => {
    for (const [after, gain, pitch] of [[0, 0.14, 2350], [0.075, 0.1, 2080]] as const) {
      rustle(context, out, at, { after, length: 0.02, gain, pitch: 5200 });
      tone(context, out, at, { after, length: 0.13, gain, pitch, attack: 0.03 });
      tone(context, out, at, { after, length: 0.09, gain: gain * 0.5, pitch: pitch * 1.52, attack: 0.04 });
      tone(context, out, at, { after, length: 0.06, gain, pitch: 620, to: 480 });
    }
  },
  sweep: (context, out, at) => {
    rustle(context, out, at, { length: 0.4, gain: 0.31, pitch: 900, to: 3400, attack: 0.6, narrow: 1 });
    tap(context, out, at + 0.34, 0.2, 1300);
  },
  turn: (context, out, at) => {
    note(context, out, at, 660, 0, 0.36, 0.15);
    note(context, out, at, 880, 0.14, 0.46, 0.15);
  },
  refuse: (context, out, at) => {
    for (const [after, gain] of [[0, 0.5], [0.12, 0.38]] as const) {
      tone(context, out, at, { after, length: 0.14, gain, pitch: 290, to: 200, attack: 0.06 });
      rustle(context, out, at, { after, length: 0.04, gain: gain * 0.6, pitch: 900 });
    }
  },
  win: (context, out, at) => {
    for (const [place, pitch] of [523.25, 659.25, 783.99, 1046.5].entries()) note(context, out, at, pitch, place * 0.1, place === 3 ? 0.38 : 0.3, 0.15);
  },
  end: (context, out, at) => {
    note(context, out, at, 587.33, 0, 0.34, 0.2);
    note(context, out, at, 440, 0.2, 0.5, 0.22);
  },
  message: (context, out, at) => tone(context, out, at, { length: 0.14, gain: 0.26, pitch: 480, to: 900, attack: 0.25 }),
};
