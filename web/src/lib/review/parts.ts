import type { Review } from '../protocol';

type Split = Review['splits'][number];

/** What is shown of a result: what could be expected, and what changed it. The figures add up to the result. */
export interface Row {
  name: 'start' | 'deal' | 'cards' | 'others' | 'own';
  /** In tenths of a unit. */
  tenths: number;
  /** Two standard errors. */
  margin: number;
}

const PARTS = ['deal', 'cards', 'others', 'own'] as const;

/** Whoever plays alone has no others. */
export function rowsOf(split: Split, isAlone: boolean): Row[] {
  const names = PARTS.filter((name) => !isAlone || name !== 'others');
  const parts = [{ name: 'start' as const, ...split.start }, ...names.map((name) => ({ name, ...split.parts[name] }))];
  const tenths = addingUp(parts.map((part) => part.value * 10), split.result * 10);
  return parts.map(({ name, error }, place) => ({ name, tenths: tenths[place]!, margin: 2 * error }));
}

/** Whole numbers that add up to a whole total as the values do; none is a whole one away from its value. */
export function addingUp(values: number[], total: number): number[] {
  const whole = values.map(Math.floor);
  const missing = total - whole.reduce((sum, value) => sum + value, 0);
  const rest = (place: number): number => values[place]! - whole[place]!;
  const raised = [...values.keys()].toSorted((one, other) => rest(other) - rest(one)).slice(0, missing);
  return whole.map((value, place) => value + Number(raised.includes(place)));
}
