import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket, line, move, person, settle, state, view, zone } from '../testing';

// The page's state reads the browser's languages when it is loaded, and looks for cards with every new state.
vi.hoisted(() => {
  vi.stubGlobal('navigator', { languages: ['en'] });
  vi.stubGlobal('location', { protocol: 'http:', host: 'here' });
  vi.stubGlobal('document', { querySelectorAll: () => [], querySelector: () => null });
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
});

import type { State, Zone } from '../protocol';
import { reader } from '../reader.svelte';
import { Table } from './table.svelte';

vi.stubGlobal('WebSocket', FakeSocket);

const PLAYS = [move('3>a', ['3'], 'a'), move('3>b', ['3'], 'b'), move('5>a', ['5'], 'a'), move('pass')];
const NOBODY_HERE = { is_here: false, replaceable_in: 30 };
let table: Table;
const hear = (more: Partial<State> = {}): void => FakeSocket.last.hear(state(more));
const sent = () => FakeSocket.last.sent.at(-1);

beforeEach(() => {
  reader.toasts.clear();
  reader.catalogue = { 'server.page.says': { en: '{name}: {text}' } };
  table = new Table('t');
  table.open();
  FakeSocket.last.onopen?.();
});

describe('a state', () => {
  it('has the viewpoint, the seats and the legal moves', () => {
    expect([table.eyes, table.isMyTurn, table.isFull]).toEqual([-1, false, false]);
    hear({ eyes: 0, view: view({ moves: PLAYS }) });
    expect([table.eyes, table.isMyTurn, table.isFull, table.isConnected]).toEqual([0, true, true, true]);
    expect(table.names).toEqual(['Ana', 'Bo']);
    expect([...table.usable]).toEqual(['3', '5']);
  });

  it('says what is to be done, or what everybody waits for', () => {
    const prompts: string[] = [];
    const open = [person('Ana'), person('', { kind: 'open' })];
    for (const more of [{}, { seats: open }, { compiling: true }, {}]) {
      hear(more);
      prompts.push(table.prompt);
    }
    expect(prompts).toEqual(['a-game.prompt', 'server.page.waiting-for-players', 'server.page.compiling', 'a-game.prompt']);
  });

  it('clears hints and reasons when something has happened, and only then', () => {
    hear({ view: view({ moves: PLAYS }) });
    table.hints = [];
    table.notice = { reasons: [] };
    hear({ since: 0 });
    expect([table.hints, table.notice]).toEqual([[], { reasons: [] }]);
    hear({ since: 0, number: 1, lines: [line(1)] });
    expect([table.hints, table.notice]).toEqual([null, null]);
  });

  it('adds its lines, and highlights the cards of the last move', () => {
    hear({ lines: [line(1, 'moved', { move: PLAYS[0]! })] });
    hear({ since: 1, number: 3, lines: [line(2, 'moved', { move: PLAYS[2]! }), line(3, 'said', { text: 'Well!' })] });
    expect(table.lines.map((each) => each.number)).toEqual([1, 2, 3]);
    expect([...table.fresh]).toEqual(['5']);
    expect(table.announced).toBe('Ana: Well!');
  });

  it('shows a round that has just ended, but not the last one', () => {
    hear({ view: view({ rounds: 3 }) });
    hear({ view: view({ rounds: 3, finished_rounds: [[1, 2]] }) });
    expect(table.endedRound).toBe(0);
    table.endedRound = null;
    hear({ view: view({ rounds: 3, finished_rounds: [[1, 2], [0, 4], [1, 1]], over: true }) });
    expect(table.endedRound).toBeNull();
  });

  it('shows chat as a toast if the log is not in view', () => {
    hear();
    const said = [line(1, 'said', { seat: 1, text: 'Hello' })];
    hear({ since: 0, number: 1, lines: said });
    expect(reader.toasts.texts).toEqual([]);
    table.isTalkSeen = false;
    hear({ since: 0, number: 1, lines: said });
    expect(reader.toasts.texts).toEqual(['Bo: Hello']);
  });

  it('offers the rematch once, and not to the player who opened it', () => {
    hear();
    hear({ continued: 'next' });
    hear({ continued: 'next' });
    expect(reader.toasts.texts.length).toBe(1);
    const other = new Table('t');
    other.open();
    other.goesOn = true;
    hear();
    hear({ continued: 'next' });
    expect(reader.toasts.texts.length).toBe(1);
  });

  it('is lost if the server refuses the table', () => {
    FakeSocket.last.hear({ type: 'refused', id: null, message: { key: 'no-table', arguments: {} } });
    expect(table.lost?.key).toBe('no-table');
  });
});

describe('the selection', () => {
  beforeEach(() => hear({ view: view({ moves: PLAYS }) }));

  it('is made by tapping cards of moves, and no others', () => {
    table.tap('3');
    expect([table.selected, [...table.targets]]).toEqual([['3'], ['a', 'b']]);
    table.tap('5');
    expect(table.selected).toEqual(['5']);
    table.tap('9');
    expect(table.selected).toEqual([]);
  });

  it('keeps the cards that can still be played in a new state', () => {
    table.tap('3');
    hear({ view: view({ moves: PLAYS.slice(0, 1) }) });
    expect(table.selected).toEqual(['3']);
    hear({ view: view({ moves: PLAYS.slice(2) }) });
    expect(table.selected).toEqual([]);
  });

  it('is sent by laying it in a zone, with the last number received, and is made once a state shows it', async () => {
    hear({ number: 7, view: view({ moves: PLAYS }) });
    table.tap('3');
    expect(table.lay('b')).toBe(true);
    expect(sent()).toMatchObject({ type: 'move', seat: 0, move: '3>b', at: 7 });
    expect(table.isBusy).toBe(true);
    FakeSocket.last.answer({ type: 'done', number: 8 });
    await settle();
    expect([table.isBusy, table.selected]).toEqual([true, []]);
    hear({ number: 8, since: 7 });
    expect(table.isBusy).toBe(false);
  });

  it('is not sent if a zone accepts it in no move, or in several', () => {
    const both = [move('3 low', ['3'], 'a'), move('3 high', ['3'], 'a')];
    hear({ view: view({ moves: both }) });
    table.tap('3');
    const before = FakeSocket.last.sent.length;
    expect([table.lay('a'), table.lay('z')]).toEqual([false, false]);
    expect(FakeSocket.last.sent.length).toBe(before);
  });

  it('makes one move only, however often it is tapped', () => {
    const before = FakeSocket.last.sent.length;
    void table.make(PLAYS[3]!);
    void table.make(PLAYS[3]!);
    expect(FakeSocket.last.sent.length).toBe(before + 1);
  });

  it('shows why a move was refused, until something else is tapped', async () => {
    void table.make(PLAYS[0]!);
    FakeSocket.last.answer({ type: 'refused', message: { key: 'too-high', arguments: {} } });
    await settle();
    expect(table.notice?.reasons.map((each) => each.message.key)).toEqual(['too-high']);
    table.tap('3');
    expect(table.notice).toBeNull();
  });

  it('asks why not only in its own turn, and falls back on the prompt', async () => {
    void table.whyNot(['9'], 'a');
    expect(sent()).toMatchObject({ type: 'why-not', seat: 0, cards: ['9'], target: 'a' });
    FakeSocket.last.answer({ type: 'reasons', reasons: [] });
    await settle();
    expect(table.notice?.reasons.map((each) => each.message.key)).toEqual(['server.page.no-move-with-card', 'a-game.prompt']);
    hear({ view: view({ moves: [] }) });
    const before = FakeSocket.last.sent.length;
    void table.whyNot(['9']);
    expect(FakeSocket.last.sent.length).toBe(before);
  });
});

describe('absent players', () => {
  const away = [person('Ana'), person('Bo', NOBODY_HERE)];

  it('are those to move who are not connected', () => {
    hear({ seats: away, view: view({ to_move: [1] }) });
    expect(table.absent).toEqual([1]);
    hear({ seats: away, view: view({ to_move: [0] }) });
    expect(table.absent).toEqual([]);
    hear({ seats: [person('Ana'), person('Bo', { ...NOBODY_HERE, kind: 'bot' })], view: view({ to_move: [1] }) });
    expect(table.absent).toEqual([]);
  });

  it('are ignored before all have joined, after the end, and by a spectator', () => {
    const waits = view({ to_move: [1] });
    hear({ seats: [...away, person('', { kind: 'open' })], view: waits });
    expect([table.isFull, table.absent]).toEqual([false, []]);
    hear({ seats: away, view: { ...waits, over: true } });
    expect(table.absent).toEqual([]);
    hear({ seats: away, view: waits, yours: [], eyes: -1 });
    expect(table.absent).toEqual([]);
  });

  it('cannot be played from a device while a bot plays for them', () => {
    hear({ seats: [person('Ana', { kind: 'bot' }), person('Bo')], view: view({ moves: PLAYS, signals: PLAYS }) });
    expect([table.isMine, table.moves, table.signals]).toEqual([false, [], []]);
  });
});

describe('a moment', () => {
  const trick = (seat: number, cards: string[] = []) => zone('trick', { seat, role: 'trick', cards });
  const taken = { message: { key: 'taken', arguments: {} }, seat: 1, zones: [trick(0, ['7']), trick(1, ['9'])], best: '9' };
  const played = line(2, 'moved', { seat: 0, move: move('7', ['7'], 'trick@0'), moments: [taken] });
  const lying = () => table.view!.table.zones.map(({ cards }) => cards);
  const withTrick = (...zones: Zone[]) => view({ moves: PLAYS, table: { ...view().table, zones } });

  beforeEach(() => {
    vi.useFakeTimers();
    hear({ number: 1, view: withTrick(trick(0), trick(1, ['9'])) });
    hear({ number: 2, since: 1, view: withTrick(trick(0), trick(1)), lines: [played] });
  });
  afterEach(() => vi.useRealTimers());

  it('is held before the next state, with nothing to be done', () => {
    expect([lying(), table.isMyTurn, table.moment?.best]).toEqual([[['7'], ['9']], false, '9']);
    expect(table.lines).toEqual([played]);
    vi.advanceTimersByTime(1100);
    expect(lying()).toEqual([['7'], ['9']]);
    vi.advanceTimersByTime(200);
    expect([lying(), table.isMyTurn, table.moment]).toEqual([[[], []], true, null]);
  });

  it('ends at once if somebody taps on', () => {
    table.tapOn();
    expect([lying(), table.moment]).toEqual([[[], []], null]);
    vi.advanceTimersByTime(2000);
    expect(table.state!.number).toBe(2);
  });

  it('lets later states wait', () => {
    hear({ number: 3, since: 2, view: withTrick(trick(0), trick(1, ['4'])), lines: [line(3, 'moved', { seat: 1 })] });
    expect(lying()).toEqual([['7'], ['9']]);
    vi.advanceTimersByTime(1300);
    expect([lying(), table.state!.number, table.lines.length]).toEqual([[[], ['4']], 3, 2]);
  });

  it('is not shown again after a reconnect', () => {
    table.tapOn();
    hear({ number: 2, since: -1, view: withTrick(trick(0), trick(1)), lines: [played] });
    expect([lying(), table.moment]).toEqual([[[], []], null]);
  });
});

describe('moves of others', () => {
  const seen = () => [table.state!.number, table.lines.map((each) => each.number)];
  const moved = (number: number, more: Partial<State> = {}): void =>
    hear({ number, since: number - 1, view: view({ to_move: [1] }), lines: [line(number, 'moved', { seat: 1 })], ...more });

  beforeEach(() => {
    vi.useFakeTimers();
    reader.chosenPace = 'calm';
    hear({ number: 1, view: view({ to_move: [1] }), lines: [line(1, 'moved', { seat: 1 })] });
    vi.advanceTimersByTime(700);
    moved(2);
    moved(3);
    moved(4, { view: view({ moves: PLAYS }) });
  });
  afterEach(() => {
    reader.chosenPace = null;
    vi.useRealTimers();
  });

  it('are shown one after the other, and nothing can be done before the last one', () => {
    expect([seen(), table.isMyTurn]).toEqual([[2, [1, 2]], false]);
    vi.advanceTimersByTime(690);
    expect(seen()[0]).toBe(2);
    vi.advanceTimersByTime(20);
    expect([seen(), table.isMyTurn]).toEqual([[3, [1, 2, 3]], false]);
    vi.advanceTimersByTime(700);
    expect([seen(), table.isMyTurn]).toEqual([[4, [1, 2, 3, 4]], true]);
    void table.make(PLAYS[3]!);
    expect(sent()).toMatchObject({ type: 'move', at: 4 });
  });

  it('are shown at once by a tap, each of them once', () => {
    table.tapOn();
    expect([seen(), table.isMyTurn]).toEqual([[4, [1, 2, 3, 4]], true]);
    vi.advanceTimersByTime(5000);
    expect(seen()).toEqual([4, [1, 2, 3, 4]]);
  });

  it('wait until the cards are dealt, which need not be a line', () => {
    const other = new Table('t');
    other.open();
    const dealt = view({ moves: PLAYS, table: { ...view().table, zones: [zone('stock', { role: 'stock', size: 9 })] } });
    hear({ view: view({ to_move: [] }) });
    hear({ number: 1, since: 0, view: dealt });
    expect(other.view).toEqual(dealt);
    moved(2, { view: dealt });
    vi.advanceTimersByTime(1190);
    expect(other.state!.number).toBe(1);
    vi.advanceTimersByTime(20);
    expect(other.state!.number).toBe(2);
    other.close();
  });

  it('do not wait for one another at an instant pace', () => {
    table.tapOn();
    reader.chosenPace = 'instant';
    moved(5);
    moved(6);
    expect(seen()[0]).toBe(6);
  });

  it('do not hold up one’s own move, nor are they lost before it', () => {
    moved(5, { lines: [line(5, 'moved', { seat: 0 })] });
    expect(seen()).toEqual([5, [1, 2, 3, 4, 5]]);
  });

  it('are shown at once in one’s own turn', () => {
    table.tapOn();
    moved(5, { view: view({ moves: PLAYS }) });
    moved(6, { view: view({ moves: PLAYS }) });
    expect([seen()[0], table.isMyTurn]).toEqual([6, true]);
  });

  it('are replaced when everything is sent again', () => {
    hear({ number: 4, since: -1, view: view({ moves: PLAYS }), lines: [line(3), line(4)] });
    expect([seen(), table.isMyTurn]).toEqual([[4, [3, 4]], true]);
    vi.advanceTimersByTime(5000);
    expect(seen()).toEqual([4, [3, 4]]);
  });

  it('are followed by those that were missed while the connection was lost', () => {
    hear({ number: 6, since: 4, view: view({ to_move: [1] }), lines: [line(5, 'moved', { seat: 1 }), line(6, 'moved', { seat: 1 })] });
    vi.advanceTimersByTime(5000);
    expect(seen()).toEqual([6, [1, 2, 3, 4, 5, 6]]);
  });

  it('let chat through if none of them waits', () => {
    table.tapOn();
    moved(5);
    hear({ number: 6, since: 5, lines: [line(6, 'said', { seat: 1, text: 'Hm' })] });
    expect(seen()[0]).toBe(6);
  });
});

describe('taps', () => {
  const removal = [move('6+7', ['6', '7']), move('6+8', ['6', '8']), move('5', ['5'])];

  it('play a selected card where only one thing can be meant', () => {
    hear({ view: view({ moves: PLAYS }) });
    table.tap('5');
    expect([table.selected, sent()?.type]).toEqual([['5'], 'hello']);
    table.tap('5');
    expect(sent()).toMatchObject({ type: 'move', move: '5>a' });
  });

  it('put a card back where several things can be meant', () => {
    hear({ view: view({ moves: PLAYS }) });
    table.tap('3');
    table.tap('3');
    expect([table.selected, sent()?.type]).toEqual([[], 'hello']);
  });

  it.each([[1, 'move'], [2, 'hello']] as const)('with %i players a complete selection is played at once or not', (players, last) => {
    hear({ view: view({ moves: removal, players }) });
    table.tap('6');
    table.tap('7');
    expect(sent()?.type).toBe(last);
  });
});
