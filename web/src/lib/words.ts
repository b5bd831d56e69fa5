// Turns messages into sentences, with the server's catalogue.

import type { Argument, Catalogue, Form, Language, Message } from './protocol';

/** French uses the singular for 0 and 1, English only for 1; there may be a form for zero. */
function inNumber(form: Form, count: number, language: Language): string {
  if (typeof form === 'string') return form;
  if (count === 0 && form.zero !== undefined) return form.zero;
  const single = language === 'fr' ? Math.abs(count) < 2 : count === 1;
  return single ? form.one : form.other;
}

/** Texts speak of "seat 2" (programs count seats from 0, people from 1); at a table with names, the names are used. They
    are inserted together with all other arguments, so that a name is never read as a placeholder. */
const PLACES = /\b(?:la place|the seat|seat) \{seat\}|\{(\w+)\}/gi;

function said(key: string, value: Argument, catalogue: Catalogue, language: Language, names?: readonly string[]): string {
  if (typeof value === 'object') return say(value, catalogue, language, names);
  if (key === 'player' && typeof value === 'number') return names?.[value] ?? say({ key: 'core.player', arguments: { seat: value } }, catalogue, language);
  return String(key === 'seat' && typeof value === 'number' ? value + 1 : value);
}

/** A message in a language; a key that is missing in the catalogue is shown as it is, so that it is noticed. */
export function say(message: Message, catalogue: Catalogue, language: Language, names?: readonly string[]): string {
  const form = catalogue[message.key]?.[language];
  if (form === undefined) return message.key;
  const values = message.arguments;
  const name = typeof values.seat === 'number' ? names?.[values.seat] : undefined;
  const fill = (place: string): string =>
    place.replace(/\{(\w+)\}/g, (whole, key: string) => (values[key] === undefined ? whole : said(key, values[key], catalogue, language, names)));
  const text = inNumber(form, Number(values.count ?? 0), language);
  return text.replace(PLACES, (place, key?: string) => (key === undefined && name !== undefined ? name : fill(place)));
}

export function preferred(languages: readonly string[], remembered: string | null): Language {
  for (const tag of [remembered ?? '', ...languages]) {
    const language = tag.slice(0, 2).toLowerCase();
    if (language === 'fr' || language === 'en') return language;
  }
  return 'en';
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** A number with a true minus sign, not a hyphen. */
export function figure(value: number): string {
  return String(value).replace('-', '−');
}
