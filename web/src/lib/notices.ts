// Reasons why something is not allowed, with the paragraph of the rules.

import type { Catalogue, Message } from './protocol';

export interface Notice {
  reasons: { message: Message; rule: string | null }[];
}

/** The paragraph that a message refers to: its own, or that of a message inside it. */
export function ruleOf(message: Message, catalogue: Catalogue): string | null {
  const own = catalogue[message.key]?.rule;
  if (own) return own;
  for (const value of Object.values(message.arguments)) {
    const inner = typeof value === 'object' ? ruleOf(value, catalogue) : null;
    if (inner) return inner;
  }
  return null;
}

export function noticeOf(reasons: readonly Message[], catalogue: Catalogue): Notice {
  return { reasons: reasons.map((message) => ({ message, rule: ruleOf(message, catalogue) })) };
}
