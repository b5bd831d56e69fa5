// Times as people say them.

import type { Argument, Language } from './protocol';

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

export type ClockUnit = 'hours' | 'days';
export const SECONDS = { days: 24 * 3600, hours: 3600, minutes: 60 } as const;

/** How long something lasts, in its largest unit of which there are two: "3 days", "26 hours", "59 minutes". A clock that
    has just been started still shows its whole time: days and hours may be a minute short. */
export function lasting(seconds: number, say: (key: string, values: Record<string, Argument>) => string): string {
  const about = seconds + SECONDS.minutes;
  const unit = about >= 2 * SECONDS.days ? 'days' : about >= 2 * SECONDS.hours ? 'hours' : 'minutes';
  const count = Math.max(Math.floor((unit === 'minutes' ? seconds : about) / SECONDS[unit]), 1);
  return `${count} ${say(`clock-${unit}`, { count })}`;
}

/** A day and a time of day. */
export function timeOf(then: number, language: Language): string {
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }).format(new Date(then * 1000));
}
