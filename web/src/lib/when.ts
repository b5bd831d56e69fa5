// Times as people say them.

import type { Language } from './protocol';

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['week', 7 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
];

/** How long ago something was, both in seconds: "yesterday", "3 hours ago", "now". */
export function ago(then: number, now: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const passed = Math.max(now - then, 0);
  const [unit, seconds] = UNITS.find(([, length]) => passed >= length) ?? ['second', Infinity];
  // Counting seconds would be out of date at once on a page that does not update.
  return format.format(-Math.floor(passed / seconds), unit);
}

/** A calendar day, "2026-11-16", without its year. */
export function dayOf(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}
