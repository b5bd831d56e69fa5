import { Tween } from 'svelte/motion';
import { timeOf } from './flights';

/** A number that counts up or down to its value; at first from `from`. Call it while a component is set up. */
export function counting(value: () => number, from = value()): () => number {
  const shown = new Tween(from);
  $effect.pre(() => {
    void shown.set(value(), { duration: timeOf('long') });
  });
  return () => Math.round(shown.current);
}
