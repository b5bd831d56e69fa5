import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket, move, person, state, view } from '../testing';

// The page's state reads the browser's languages when it is loaded, and looks for cards with every new state.
vi.hoisted(() => {
  vi.stubGlobal('navigator', { languages: ['en'] });
  vi.stubGlobal('location', { protocol: 'http:', host: 'here' });
  vi.stubGlobal('document', { querySelectorAll: () => [], querySelector: () => null });
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
});

import type { State } from '../protocol';
import { Table } from './table.svelte';

vi.stubGlobal('WebSocket', FakeSocket);

const PLAYS = [move('3>a', ['3'], 'a'), move('pass')];
let table: Table;
const hear = (more: Partial<State> = {}): void => FakeSocket.last.hear(state(more));
const sent = () => FakeSocket.last.sent.at(-1);

beforeEach(() => {
  table = new Table('t');
  table.open();
  FakeSocket.last.onopen?.();
});

describe('a device that holds several seats', () => {
  const shared = (to_move: number[], eyes: number, more: Partial<State> = {}): void =>
    hear({ yours: [0, 1], eyes, view: view({ to_move, moves: PLAYS }), ...more });

  it('shows no cards before a player has confirmed that they hold it', () => {
    shared([0], 0);
    expect([table.isShared, table.nextHands, table.isMyTurn]).toEqual([true, [0], false]);
    table.look(0);
    expect(sent()).toEqual({ type: 'look', seat: 0 });
    expect([table.nextHands, table.isMyTurn]).toEqual([[], true]);
  });

  it('asks who has it while a bot begins, and then goes to the player who is due', () => {
    shared([2], 0);
    expect([table.nextHands, table.isMyTurn]).toEqual([[0, 1], false]);
    shared([1], 0);
    expect(table.nextHands).toEqual([1]);
    table.look(1);
    shared([1], 1);
    expect([table.nextHands, table.isMyTurn]).toEqual([[], true]);
  });

  it('shows the table while a bot begins to the player who takes it', () => {
    shared([2], 0);
    table.look(1);
    shared([2], 1);
    expect(table.nextHands).toEqual([]);
    shared([0], 1);
    expect(table.nextHands).toEqual([0]);
  });

  it('is handed to the player to move', () => {
    shared([0], 0);
    table.look(0);
    shared([1], 0);
    expect(table.nextHands).toEqual([1]);
    table.look(1);
    expect(table.nextHands).toEqual([1]);
    shared([1], 1);
    expect(table.nextHands).toEqual([]);
  });

  it('stays where it is while a bot or another device plays, and if both may act', () => {
    shared([0], 0);
    table.look(0);
    shared([2], 0);
    expect(table.nextHands).toEqual([]);
    shared([0, 1], 0);
    expect(table.nextHands).toEqual([]);
    shared([1], 0, { seats: [person('Ana'), person('Bo', { kind: 'bot' })] });
    expect(table.nextHands).toEqual([]);
  });

  it('is handed to nobody when it is over, or if it holds one seat', () => {
    shared([], 0, { view: view({ to_move: [], over: true }) });
    expect(table.nextHands).toEqual([]);
    hear({ view: view({ to_move: [1] }) });
    expect([table.isShared, table.nextHands]).toEqual([false, []]);
  });
});
