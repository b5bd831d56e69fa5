import { describe, expect, it } from 'vitest';
import { cardKey, faceOf, spokenCard } from './faces';

describe('faceOf', () => {
  it('reads every deck', () => {
    expect(faceOf('g0r6', 'hand', 'double')).toEqual({ kind: 'double', halves: [{ colour: 'g', number: 0 }, { colour: 'r', number: 6 }] });
    expect(faceOf('r4b10', 'hand', 'double')).toMatchObject({ halves: [{ number: 4 }, { colour: 'b', number: 10 }] });
    expect(faceOf('10c', 'laid', 'suited')).toEqual({ kind: 'suited', rank: '10', suit: 'c' });
    expect(faceOf('Jh', 'laid', 'suited')).toEqual({ kind: 'suited', rank: 'J', suit: 'h' });
    expect(faceOf('17', 'laid', 'number')).toEqual({ kind: 'number', number: 17, look: 'number' });
  });

  it('distinguishes score cards from cards with the same number', () => {
    expect(faceOf('9', 'score', 'rope')).toEqual({ kind: 'score', number: 9, blue: true, red: true });
    expect(faceOf('9', 'hand', 'rope')).toMatchObject({ kind: 'number', number: 9 });
    expect(faceOf('b0', 'score', 'rope')).toEqual({ kind: 'score', number: 0, blue: true, red: false });
    expect(faceOf('9', 'scored', 'rope')).toMatchObject({ kind: 'score', number: 9 });
    expect(cardKey('9', 'score')).not.toBe(cardKey('9', 'hand'));
  });

  it('has a spoken name for each card', () => {
    expect(spokenCard(faceOf('0t', 'laid', 'suited'))).toMatchObject({ key: 'core.card.suited', arguments: { rank: '0', of_suit: { key: 'core.of-suit.stars' } } });
    expect(spokenCard(faceOf('g0r6', 'laid', 'double'))).toMatchObject({ key: 'core.card.double', arguments: { low: 0, high: 6 } });
    expect(spokenCard(faceOf('42', 'laid', 'dark'))).toBe('42');
  });
});
