// Views, moves and lines for tests: complete, but with only the fields that a test is about given.

import type { Counter, Line, Move, SeatInfo, State, View, Zone } from './protocol';
import type { Wire } from './socket';

export function move(name: string, cards: string[] = [], target: string | null = null, kind: Move['kind'] = 'move'): Move {
  return { name, number: 0, message: { key: name, arguments: {} }, cards, target, kind };
}

export function line(number: number, kind: Line['kind'] = 'moved', more: Partial<Line> = {}): Line {
  return { number, kind, seat: 0, message: null, move: null, text: null, fell: [], moments: [], ...more };
}

export function zone(name: string, more: Partial<Zone> = {}): Zone {
  const seat = more.seat ?? null;
  const cards = more.cards ?? [];
  const owners = seat === null ? [] : [seat];
  const title = { key: `a-game.zone.${name}`, arguments: {} };
  return {
    id: seat === null ? name : `${name}@${seat}`, name, title, seat, owners, cards, groups: [], size: cards.length, role: 'laid', suit: null,
    section: null, ...more,
  };
}

export function counter(name: string, more: Partial<Counter> = {}): Counter {
  const title = { key: `a-game.counter.${name}`, arguments: {} };
  return { name, title, seat: null, owners: [], value: 0, sign: null, kind: 'count', beside: null, ...more };
}

export function person(name: string, more: Partial<SeatInfo> = {}): SeatInfo {
  return { kind: 'person', name, level: null, is_here: true, replaceable_in: null, was_replaced: false, face: '', ...more };
}

export function view(more: Partial<View> = {}): View {
  return {
    game: 'a-game', rules: 'a-game', layout: 'zones', cards: 'number', order: [], variant: null, options: {}, players: 2, seat: 0, round: 0, rounds: 1, dealer: 0, begins: null,
    over: false, ending: null, finished_rounds: [], strikes: [], dealt_rounds: [], totals: [0, 0], counts_places: false, scores: null, places: null,
    teams: [], team_places: null, headline: null, decided: null, harder: null, to_move: [0], moves: [], signals: [],
    table: { prompt: { key: 'a-game.prompt', arguments: {} }, zones: [], sections: [], counters: [] },
    ...more,
  };
}

export function state(more: Partial<State> = {}): State {
  return {
    type: 'state', number: 0, since: -1, seats: [person('Ana'), person('Bo')], yours: [0], eyes: 0, view: view(), lines: [], asked: null,
    awaited: [], continued: null, pause: null,
    table: { id: 't', code: 'c', game: 'a-game', variant: null, options: {}, players: 2, commitment: 'promise', daily: null },
    ...more,
  };
}

/** A connection that keeps what was sent, and hears what a test says. */
export class FakeWire implements Wire {
  sent: { type: string; id: number; [field: string]: unknown }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.onclose?.();
  }
  hear(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

/** A wire that can be taken for a WebSocket. */
export class FakeSocket extends FakeWire {
  static last: FakeSocket;
  constructor(readonly address: string) {
    super();
    FakeSocket.last = this;
  }
  /** Answer the last request. */
  answer(message: object): void {
    this.hear({ ...message, id: this.sent.at(-1)?.id });
  }
}

/** Wait until everything that awaits an answer has received it. */
export const settle = (): Promise<void> => new Promise((done) => setTimeout(done));
