import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message, State } from './protocol';
import { Broken, Refused, TableSocket, waitBefore, type Wire } from './socket';
import { FakeWire } from './testing';

let wires: FakeWire[];
let states: State[];
let refusals: Message[];
let connected: boolean[];
let socket: TableSocket;
const last = (): FakeWire => wires.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  [wires, states, refusals, connected] = [[], [], [], []];
  const connect = (): Wire => {
    wires.push(new FakeWire());
    return last();
  };
  const heard = {
    state: (state: State) => states.push(state),
    refused: (message: Message) => refusals.push(message),
    isConnected: (is: boolean) => connected.push(is),
  };
  socket = new TableSocket(connect, heard, ['secret']);
  socket.open();
  last().onopen?.();
});
afterEach(() => vi.useRealTimers());

describe('a socket', () => {
  it('sends hello first, without a known number', () => {
    expect(last().sent).toEqual([{ type: 'hello', after: -1, tokens: ['secret'], eyes: null, reads: true }]);
  });

  it('reconnects with the last number it has and the same viewpoint', () => {
    last().hear({ type: 'state', number: 7, eyes: 2 });
    last().onclose?.();
    expect(connected).toEqual([true, false]);
    vi.advanceTimersByTime(waitBefore(0));
    last().onopen?.();
    expect(wires).toHaveLength(2);
    expect(last().sent).toEqual([{ type: 'hello', after: 7, tokens: ['secret'], eyes: 2, reads: true }]);
  });

  it('waits longer each time, and starts over after a message arrives', () => {
    expect(waitBefore(1)).toBeGreaterThan(waitBefore(0));
    expect(waitBefore(50)).toBe(waitBefore(51));
    last().onclose?.();
    vi.advanceTimersByTime(waitBefore(0));
    last().onclose?.();
    vi.advanceTimersByTime(waitBefore(1) - 1);
    expect(wires).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(wires).toHaveLength(3);
    last().hear({ type: 'state', number: 8 });
    last().onclose?.();
    vi.advanceTimersByTime(waitBefore(0));
    expect(wires).toHaveLength(4);
  });

  it('does not reconnect after it was closed', () => {
    socket.close();
    vi.advanceTimersByTime(waitBefore(60));
    expect(wires).toHaveLength(1);
  });

  it('delivers each answer to its request', async () => {
    const first = socket.ask({ type: 'undo', seat: 0 });
    const second = socket.ask({ type: 'hint', seat: 0 });
    last().hear({ type: 'hints', id: 1, hints: [], measure: null });
    last().hear({ type: 'done', id: 0, number: 3 });
    await expect(first).resolves.toEqual({ type: 'done', id: 0, number: 3 });
    await expect(second).resolves.toEqual({ type: 'hints', id: 1, hints: [], measure: null });
  });

  it('rejects a refused request with the reason', async () => {
    const asked = socket.ask({ type: 'undo', seat: 0 });
    const message = { key: 'server.nothing-to-undo', arguments: {} };
    last().hear({ type: 'refused', id: 0, message, reason: null });
    await expect(asked).rejects.toEqual(new Refused(message));
    expect(refusals).toEqual([]);
    last().hear({ type: 'refused', id: null, message, reason: null });
    expect(refusals).toEqual([message]);
  });

  it('rejects a refused move with its reason only', async () => {
    const asked = socket.ask({ type: 'move', seat: 0, move: 'refuse', at: 0 });
    const reason = { key: 'no-token', arguments: {} };
    last().hear({ type: 'refused', id: 0, message: { key: 'refuse is not legal', arguments: { reason } }, reason });
    await expect(asked).rejects.toEqual(new Refused(reason));
  });

  it('fails pending requests when the connection breaks, and sends none without one', async () => {
    const under = socket.ask({ type: 'undo', seat: 0 });
    last().onclose?.();
    await expect(under).rejects.toBeInstanceOf(Broken);
    await expect(socket.ask({ type: 'undo', seat: 0 })).rejects.toBeInstanceOf(Broken);
  });

  it('reconnects at once when the device wakes up', () => {
    last().hear({ type: 'state', number: 7, eyes: 2 });
    for (let attempt = 0; attempt < 6; attempt++) {
      last().onclose?.();
      vi.advanceTimersByTime(waitBefore(attempt));
    }
    last().onclose?.();
    const tried = wires.length;
    socket.wake();
    expect(wires).toHaveLength(tried + 1);
    socket.wake();
    vi.advanceTimersByTime(60_000);
    expect(wires).toHaveLength(tried + 1);
  });

  it('drops a connection that no longer answers', async () => {
    last().hear({ type: 'state', number: 7, eyes: 2 });
    const move = expect(socket.ask({ type: 'move', seat: 2, move: 'take', at: 7 })).rejects.toBeInstanceOf(Broken);
    socket.wake();
    vi.advanceTimersByTime(5000);
    await move;
    expect(connected).toEqual([true, false]);
    vi.advanceTimersByTime(waitBefore(0));
    expect(wires).toHaveLength(2);
  });

  it('keeps a connection that answers', async () => {
    socket.wake();
    last().hear({ type: 'pong', id: 0 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(wires).toHaveLength(1);
  });
});
