import { describe, expect, it } from 'vitest';
import { ago, dayOf } from './when';

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
