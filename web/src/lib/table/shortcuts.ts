// Single keys at the table. They can be switched off, since screen readers and speech input use such keys themselves.

export type Shortcut = 'hint' | 'undo' | 'rules' | 'shortcuts';

export const KEYS: Record<string, Shortcut> = { h: 'hint', u: 'undo', r: 'rules', '?': 'shortcuts' };

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>;

/** Whether something is being written or chosen there, such as a line of the chat. */
export function isInField({ target }: Pick<Event, 'target'>): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}

function isCombined(event: Pressed): boolean {
  return event.ctrlKey || event.metaKey || event.altKey;
}

/** What a key means: a shortcut, or the place of a card in one's hand; null if it means nothing here. */
export function meant(event: Pressed): Shortcut | number | null {
  if (isCombined(event) || isInField(event)) return null;
  const place = Number(event.key);
  return place >= 1 && place <= 9 ? place - 1 : (KEYS[event.key.toLowerCase()] ?? null);
}

/** Keys that do nothing by themselves, or only lead to something else. */
const SILENT_KEYS = new Set(['Tab', 'Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']);

/** Whether a key skips the wait, as a tap on the table does. */
export function hurries(event: Pressed): boolean {
  return !SILENT_KEYS.has(event.key) && !isCombined(event) && !isInField(event);
}
