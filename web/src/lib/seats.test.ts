import { describe, expect, it } from 'vitest';
import { countersBeside, countersOf, handOf, namesOf, secondsLeft, sharedWith, trickOf, zonesOf } from './seats';
import { counter, view, zone } from './testing';

describe('the seconds that are left', () => {
  it('count down from when they were sent', () => {
    expect(secondsLeft(60, 1000, 1000)).toBe(60);
    expect(secondsLeft(60, 1000, 31_400)).toBe(30);
    expect(secondsLeft(60, 1000, 100_000)).toBe(0);
  });

  it('are null if nobody is away', () => {
    expect(secondsLeft(null, 0, 1000)).toBeNull();
  });
});

it('shows a counter with its zone, or else with its seat or in the middle', () => {
  const [left, won, sign, base] = [counter('left'), counter('won', { seat: 1 }), counter('sign', { seat: 1, beside: 'up' }), counter('base', { beside: 'up' })];
  const seen = view({ table: { prompt: { key: 'prompt', arguments: {} }, zones: [], sections: [], counters: [left, won, sign, base] } });
  expect(countersOf(seen, null)).toEqual([left]);
  expect(countersOf(seen, 1)).toEqual([won]);
  expect(countersBeside(seen, 'up')).toEqual([sign, base]);
});

it('finds hands and tricks by their role, whatever their names are', () => {
  const [hand, trick, last, won] = [
    zone('main', { seat: 1, role: 'hand' }), zone('pli', { seat: 1, role: 'trick' }), zone('before', { seat: 1, role: 'last-trick' }), zone('won', { seat: 1 }),
  ];
  const seen = view({ table: { prompt: { key: 'prompt', arguments: {} }, zones: [hand, trick, last, won, zone('hand', { seat: 0 })], sections: [], counters: [] } });
  expect([handOf(seen, 1), handOf(seen, 0)]).toEqual([hand, undefined]);
  expect([trickOf(seen, 'trick'), trickOf(seen, 'last-trick')]).toEqual([[trick], [last]]);
  expect(zonesOf(seen, 1)).toEqual([won]);
});

it('shows the last trick instead of an empty one when the match is over', () => {
  const [empty, last, laid] = [zone('trick', { seat: 1, role: 'trick' }), zone('last', { seat: 1, role: 'last-trick', cards: ['3'], size: 1 }), zone('trick', { seat: 1, role: 'trick', cards: ['4'], size: 1 })];
  const seen = (zones: ReturnType<typeof zone>[], over: boolean) => {
    const table = view({ over, table: { ...view().table, zones } });
    return [trickOf(table, 'trick'), trickOf(table, 'last-trick')];
  };
  expect(seen([empty, last], true)).toEqual([[last], []]);
  expect(seen([empty, last], false)).toEqual([[empty], [last]]);
  expect(seen([laid, last], true)).toEqual([[laid], [last]]);
  expect(seen([empty], true)).toEqual([[empty], []]);
});

it('shows in the middle what is shared or in a section, and the rest before its seat', () => {
  const [pile, aside, stock] = [zone('a'), zone('b', { role: 'aside' }), zone('c', { role: 'stock' })];
  const [meld, taken] = [zone('d', { seat: 1, section: 's' }), zone('e', { seat: 1 })];
  const seen = view({ table: { prompt: { key: 'prompt', arguments: {} }, zones: [pile, aside, stock, meld, taken], sections: [], counters: [] } });
  expect(sharedWith(seen, 'laid')).toEqual([pile]);
  expect(sharedWith(seen, 'stock', 'aside')).toEqual([stock, aside]);
  expect(zonesOf(seen, 1)).toEqual([taken]);
});

it('gives a bot another name where a person has its usual one', () => {
  const bot = { kind: 'bot', name: '' } as const;
  const named = (name: string): string[] => namesOf([{ kind: 'person', name }, bot, bot], (key) => key);
  expect(named('Zoé')).toEqual(['Zoé', 'bot-name.1', 'bot-name.2']);
  expect(named('bot-name.2')).toEqual(['bot-name.2', 'bot-name.1', 'bot-name.0']);
  expect(named('')).toEqual(['player', 'bot-name.1', 'bot-name.2']);
});
