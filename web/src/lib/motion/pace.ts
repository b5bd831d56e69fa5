// How fast things happen at the table: the reader's pace, and the durations of tokens.css times that pace.

export type Pace = 'calm' | 'quick' | 'instant';

/** `factor` is `--pace` in tokens.css; `move` is how long a move is seen before the next one is shown. */
export const PACES: Record<Pace, { factor: number; move: number }> = {
  calm: { factor: 1, move: 700 },
  quick: { factor: 0.6, move: 300 },
  instant: { factor: 0, move: 0 },
};

/** Milliseconds, as `--brief`, `--usual` and `--long` in tokens.css. */
export const DURATIONS = { brief: 150, usual: 260, long: 400 };

export const EASE = 'cubic-bezier(0.2, 0.8, 0.3, 1)';

export function isPace(value: string | null): value is Pace {
  return value !== null && value in PACES;
}

/** The pace chosen by the reader; otherwise what the system asks for. */
export function paceOf(chosen: Pace | null): Pace {
  return chosen ?? (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'calm');
}
