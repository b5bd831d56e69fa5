// Single keys at the table. They can be switched off, since screen readers and speech input use such keys themselves.

export type Shortcut = 'hint' | 'undo' | 'rules' | 'shortcuts';

export const KEYS: Record<string, Shortcut> = { h: 'hint', u: 'undo', r: 'rules', '?': 'shortcuts' };

/** What a key means: a shortcut, or the place of a card in one's hand; null if it means nothing here. */
export function meant(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>): Shortcut | number | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return null;
  const place = Number(event.key);
  return place >= 1 && place <= 9 ? place - 1 : (KEYS[event.key.toLowerCase()] ?? null);
}
