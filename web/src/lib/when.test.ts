import { describe, expect, it } from 'vitest';
import { ago, dayOf, lasting } from './when';

const HOUR = 3600;

describe('times', () => {
  it('are relative to now', () => {
    expect(ago(1000, 1010, 'en')).toBe('now');
    expect(ago(1010, 1000, 'en')).toBe('now');
    expect(ago(0, 5 * 60, 'en')).toBe('5 minutes ago');
    expect(ago(0, 3.9 * HOUR, 'fr')).toBe('il y a 3 heures');
    expect(ago(0, 30 * HOUR, 'en')).toBe('yesterday');
    expect(ago(0, 30 * HOUR, 'fr')).toBe('hier');
    expect(ago(0, 24 * HOUR * 800, 'en')).toBe('2 years ago');
  });

  it('are calendar days, in any time zone', () => {
    expect(dayOf('2026-11-16', 'fr')).toBe('16 novembre');
    expect(dayOf('2026-01-01', 'en')).toBe('January 1');
  });
});

describe('what is left of a time', () => {
  const say = (key: string, { count }: Record<string, unknown>): string => `${key.replace('clock-', '')}${count === 1 ? '!' : ''}`;

  it('is written in its largest unit of which there are two', () => {
    expect(lasting(3 * 24 * HOUR + 5, say)).toBe('3 days');
    expect(lasting(47 * HOUR, say)).toBe('47 hours');
    expect(lasting(HOUR - 1, say)).toBe('59 minutes');
    expect(lasting(3, say)).toBe('1 minutes!');
  });

  it('is still the whole time when a clock has just been started', () => {
    expect(lasting(24 * HOUR - 10, say)).toBe('24 hours');
    expect(lasting(48 * HOUR - 10, say)).toBe('2 days');
    expect(lasting(2 * HOUR - 10, say)).toBe('2 hours');
  });
});
