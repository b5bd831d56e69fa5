import { describe, expect, it } from 'vitest';
import { cardKey, faceOf, spokenCard } from './faces';

describe('faceOf', () => {
  it('reads every deck', () => {
    expect(faceOf('g0r6', 'hand', 'a-moins')).toEqual({ kind: 'xxl', halves: [{ colour: 'g', number: 0 }, { colour: 'r', number: 6 }] });
    expect(faceOf('r4b10', 'hand', 'a-moins')).toMatchObject({ halves: [{ number: 4 }, { colour: 'b', number: 10 }] });
    expect(faceOf('10c', 'laid', '20-20')).toEqual({ kind: 'k6t', rank: '10', suit: 'c' });
    expect(faceOf('Jh', 'laid', '20-20')).toEqual({ kind: 'k6t', rank: 'J', suit: 'h' });
    expect(faceOf('17', 'laid', 'no-merci')).toEqual({ kind: 'number', number: 17, look: 'no-merci' });
  });

  it('distinguishes score cards from cards with the same number', () => {
    expect(faceOf('9', 'score', 'drahtseilakt')).toEqual({ kind: 'score', number: 9, blue: true, red: true });
    expect(faceOf('9', 'hand', 'drahtseilakt')).toMatchObject({ kind: 'number', number: 9 });
    expect(faceOf('b0', 'score', 'drahtseilakt')).toEqual({ kind: 'score', number: 0, blue: true, red: false });
    expect(cardKey('9', 'score')).not.toBe(cardKey('9', 'hand'));
  });

  it('has a spoken name for each card', () => {
    expect(spokenCard(faceOf('0t', 'laid', ''))).toMatchObject({ key: 'k6t.card', arguments: { rank: '0', of_suit: { key: 'k6t.of-suit.stars' } } });
    expect(spokenCard(faceOf('g0r6', 'laid', ''))).toMatchObject({ key: 'xxl.card', arguments: { low: 0, high: 6 } });
    expect(spokenCard(faceOf('42', 'laid', 'the-game'))).toBe('42');
  });
});
