// Turns messages into sentences, with the server's catalogue.

import type { Catalogue, Form, Language, Message } from './protocol';

/** French uses the singular for 0 and 1, English only for 1; there may be a form for zero. */
function inNumber(form: Form, count: number, language: Language): string {
  if (typeof form === 'string') return form;
  if (count === 0 && form.zero !== undefined) return form.zero;
  const single = language === 'fr' ? Math.abs(count) < 2 : count === 1;
  return single ? form.one : form.other;
}

/** A part of a sentence; `seat` is set if it is the name of a player. */
export interface Piece {
  text: string;
  seat: number | null;
}

const PLACE = /\{(\w+)\}/;

/** A message in a language, in pieces; a key that is missing in the catalogue is shown as it is, so that it is noticed. All
    arguments are inserted at once, so that a name is never read as a placeholder. */
export function pieces(message: Message, catalogue: Catalogue, language: Language, names?: readonly string[]): Piece[] {
  const form = catalogue[message.key]?.[language];
  if (form === undefined) return [{ text: message.key, seat: null }];
  const text = inNumber(form, Number(message.arguments.count ?? 0), language);
  /* Splitting by a group gives text at even indices and argument names at odd ones. */
  return text.split(PLACE).flatMap((part, index) => {
    if (index % 2 === 0) return part === '' ? [] : [{ text: part, seat: null }];
    const value = message.arguments[part];
    if (value === undefined) return [{ text: `{${part}}`, seat: null }];
    if (typeof value === 'object') return pieces(value, catalogue, language, names);
    if (message.players?.includes(part)) return [player(Number(value), catalogue, language, names)];
    return [{ text: part === 'seat' ? seatNumber(value) : String(value), seat: null }];
  });
}

/** The name of a player, or the seat if there is none. */
function player(seat: number, catalogue: Catalogue, language: Language, names?: readonly string[]): Piece {
  return { text: names?.[seat] ?? say({ key: 'core.player', arguments: { seat } }, catalogue, language), seat };
}

/** Programs count seats from 0, people from 1. */
function seatNumber(value: string | number): string {
  return String(typeof value === 'number' ? value + 1 : value);
}

export function say(message: Message, catalogue: Catalogue, language: Language, names?: readonly string[]): string {
  return pieces(message, catalogue, language, names).map((piece) => piece.text).join('');
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

/** A number with one decimal and a true minus sign; unless told otherwise, a plus sign as well. */
export function tenths(value: number, language: Language, signDisplay: 'exceptZero' | 'auto' = 'exceptZero'): string {
  return value.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay }).replace('-', '−');
}

/** The figure of a hint: a share in percent, anything else to three digits and at most two decimals, all of them written. */
export function estimate(value: number, isShare: boolean, language: Language): string {
  if (isShare) return value.toLocaleString(language, { style: 'percent', maximumFractionDigits: 0 });
  return value.toLocaleString(language, Math.abs(value) < 1 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { minimumSignificantDigits: 3, maximumSignificantDigits: 3 });
}
