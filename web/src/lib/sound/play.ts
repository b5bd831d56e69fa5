// Plays a sound at the reader's volume. How sounds are made is loaded with the first one.

import { reader } from '../reader.svelte';
import type { Sound } from './choose';

/** Milliseconds: a sound that could not be played in time is not played later. */
const IN_TIME = 1000;
let context: AudioContext | null = null;

/** Load what sounds are made of, so that the first one is in time. */
export const prepareSounds = (): Promise<typeof import('./recipes')> => import('./recipes');

/** Browsers keep a page silent until it was touched. */
function mayPlay(): boolean {
  return reader.hasSound && reader.volume > 0 && navigator.userActivation?.hasBeenActive;
}

/** The ear hears a quarter of the power as half as loud, more or less. */
const gainOf = (percent: number): number => (percent / 100) ** 2 * 2;

async function start(sound: Sound, delay: number): Promise<void> {
  context ??= new AudioContext();
  const wanted = Date.now();
  const [{ SOUNDS }] = await Promise.all([prepareSounds(), context.resume()]);
  if (Date.now() - wanted > IN_TIME) return;
  const loudness = context.createGain();
  loudness.gain.value = gainOf(reader.volume);
  loudness.connect(context.destination);
  SOUNDS[sound](context, loudness, context.currentTime + delay);
}

/** Play a sound after some seconds. */
export function play(sound: Sound, delay = 0): void {
  // A device without sound is no reason to complain.
  if (mayPlay()) start(sound, delay).catch(() => undefined);
}
