// The settings of the person at this page (language, light or dark, sound, name), and the texts in their language.

import { remember, remembered } from './memory';
import type { Argument, Catalogue, Language, Message, Shelf } from './protocol';
import { Broken, Refused } from './socket';
import { capital, pieces, preferred, say, type Piece } from './words';

export type Light = 'auto' | 'light' | 'dark';

class Reader {
  language = $state<Language>(preferred(navigator.languages, remembered('language')));
  light = $state<Light>((remembered('light') as Light | null) ?? 'auto');
  hasSound = $state(remembered('sound') === 'on');
  name = $state(remembered('name') ?? '');
  catalogue = $state.raw<Catalogue>({});
  shelf = $state.raw<Shelf | null>(null);
  toasts = $state<{ id: number; text: string }[]>([]);
  private lastToast = 0;

  say = (message: Message, names?: readonly string[]): string => say(message, this.catalogue, this.language, names);

  pieces = (message: Message, names?: readonly string[]): Piece[] => pieces(message, this.catalogue, this.language, names);

  /** A text of the page itself. */
  page = (key: string, values: Record<string, Argument> = {}): string =>
    this.say({ key: `server.page.${key}`, arguments: values });

  /** A text by its full key, or null if there is none. */
  word = (key: string): string | null => (this.catalogue[key] ? this.say({ key, arguments: {} }) : null);

  title = (game: string): string => this.word(`${game}.title`) ?? capital(game);

  speak(language: Language): void {
    this.language = language;
    remember('language', language);
  }

  shine(light: Light): void {
    this.light = light;
    remember('light', light);
  }

  sound(is: boolean): void {
    this.hasSound = is;
    remember('sound', is ? 'on' : 'off');
  }

  called(name: string): void {
    this.name = name;
    remember('name', name);
  }

  toast(text: string): void {
    const id = ++this.lastToast;
    this.toasts = [...this.toasts.slice(-2), { id, text }];
    setTimeout(() => this.hide(id), 6000);
  }

  hide(id: number): void {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }

  /** An error as a sentence. */
  reason = (error: unknown, names?: readonly string[]): string => {
    if (error instanceof Refused) return capital(this.say(error.spoken, names));
    return this.page(error instanceof Broken ? 'broken' : 'failed');
  };

  complain = (error: unknown, names?: readonly string[]): void => this.toast(this.reason(error, names));
}

export const reader = new Reader();
