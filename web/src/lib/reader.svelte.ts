// The settings of the person at this page (language, light, pace, sound, name, face), and the texts in their language.

import { remember, remembered } from './memory';
import { isPace, paceOf, type Pace } from './motion/pace';
import type { Argument, Catalogue, GameInfo, Language, Message, Shelf } from './protocol';
import { Broken, Refused } from './socket';
import { Toasts } from './toasts.svelte';
import { capital, pieces, preferred, say, type Piece } from './words';

export type Light = 'auto' | 'light' | 'dark';

const FIRST_VOLUME = 60;

function rememberedPace(): Pace | null {
  const pace = remembered('pace');
  return isPace(pace) ? pace : null;
}

class Reader {
  language = $state<Language>(preferred(navigator.languages, remembered('language')));
  light = $state<Light>((remembered('light') as Light | null) ?? 'auto');
  chosenPace = $state<Pace | null>(rememberedPace());
  hasSound = $state(remembered('sound') !== 'off');
  /** In percent. */
  volume = $state(Number(remembered('volume') ?? FIRST_VOLUME));
  /** Sound and notifications were one choice once: whoever made it is still notified. */
  isNotified = $state((remembered('notify') ?? remembered('sound')) === 'on');
  /** Whether a move is made by itself if it is the only one. */
  playsForced = $state(remembered('forced') !== 'off');
  /** Whether single keys are shortcuts at the table. */
  hasKeys = $state(remembered('keys') !== 'off');
  name = $state(remembered('name') ?? '');
  /** The face that they chose; empty: one that follows from the name. */
  face = $state(remembered('face') ?? '');
  catalogue = $state.raw<Catalogue>({});
  shelf = $state.raw<Shelf | null>(null);
  readonly toasts = new Toasts();

  say = (message: Message, names?: readonly string[]): string => say(message, this.catalogue, this.language, names);

  pieces = (message: Message, names?: readonly string[]): Piece[] => pieces(message, this.catalogue, this.language, names);

  /** A text of the page itself. */
  page = (key: string, values: Record<string, Argument> = {}): string =>
    this.say({ key: `server.page.${key}`, arguments: values });

  /** A text by its full key, or null if there is none. */
  word = (key: string): string | null => (this.catalogue[key] ? this.say({ key, arguments: {} }) : null);

  /** What the shelf says of a game, once it has come. */
  game = (name: string | undefined): GameInfo | undefined => this.shelf?.games.find((each) => each.name === name);

  isTogether = (game: string): boolean => this.game(game)?.together ?? false;

  cover = (game: string): GameInfo['cover'] => this.game(game)?.cover ?? 'fan';

  title = (game: string): string => this.word(`${game}.title`) ?? capital(game);

  speak(language: Language): void {
    this.language = language;
    remember('language', language);
  }

  shine(light: Light): void {
    this.light = light;
    remember('light', light);
  }

  get pace(): Pace {
    return paceOf(this.chosenPace);
  }

  setPace(pace: Pace): void {
    this.chosenPace = pace;
    remember('pace', pace);
  }

  sound(is: boolean): void {
    this.notify(this.isNotified);
    this.hasSound = is;
    remember('sound', is ? 'on' : 'off');
  }

  setVolume(volume: number): void {
    this.volume = volume;
    remember('volume', String(volume));
  }

  notify(is: boolean): void {
    this.isNotified = is;
    remember('notify', is ? 'on' : 'off');
  }

  playForced(is: boolean): void {
    this.playsForced = is;
    remember('forced', is ? 'on' : 'off');
  }

  useKeys(is: boolean): void {
    this.hasKeys = is;
    remember('keys', is ? 'on' : 'off');
  }

  called(name: string): void {
    this.name = name;
    remember('name', name);
  }

  look(face: string): void {
    this.face = face;
    remember('face', face);
  }

  toast(text: string): void {
    this.toasts.add(text);
  }

  /** An error as a sentence. */
  reason = (error: unknown, names?: readonly string[]): string => {
    if (error instanceof Refused) return capital(this.say(error.spoken, names));
    return this.page(error instanceof Broken ? 'broken' : 'failed');
  };

  complain = (error: unknown, names?: readonly string[]): void => this.toast(this.reason(error, names));
}

export const reader = new Reader();
