import { describe, expect, it } from 'vitest';
import { noticeOf, ruleOf } from './notices';
import type { Catalogue, Message } from './protocol';

const WORDS: Catalogue = {
  'no-merci.reason.no-token': { en: 'No token left.', rule: 'NM4' },
  'core.move.because': { en: '{move}: {reason}' },
  'core.move.not-legal': { en: 'Not now.' },
};
const said = (key: string, values: Message['arguments'] = {}): Message => ({ key, arguments: values });

describe('the paragraph of a message', () => {
  it('is its own', () => {
    expect(ruleOf(said('no-merci.reason.no-token'), WORDS)).toBe('NM4');
  });

  it('is that of a message inside it', () => {
    const reason = said('no-merci.reason.no-token');
    expect(ruleOf(said('core.move.because', { move: 'refuse', reason }), WORDS)).toBe('NM4');
  });

  it('is empty if the catalogue names none', () => {
    expect(ruleOf(said('core.move.not-legal', { count: 2 }), WORDS)).toBeNull();
    expect(ruleOf(said('not.in.the.catalogue'), WORDS)).toBeNull();
  });

  it('is shown with each reason of a notice', () => {
    const notice = noticeOf([said('no-merci.reason.no-token'), said('core.move.not-legal')], WORDS);
    expect(notice.reasons.map(({ rule }) => rule)).toEqual(['NM4', null]);
  });
});
