// One socket to one table: it sends hello with the last number it has, and reconnects by itself.

import type { Answer, FromPage, FromServer, Message, Request, State } from './protocol';

export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export interface Heard {
  state(state: State): void;
  /** A refusal that answers no request: there is no such table, or a message was not understood. */
  refused(message: Message): void;
  isConnected(is: boolean): void;
}

export class Refused extends Error {
  constructor(readonly spoken: Message) {
    super(spoken.key);
  }
}

/** The connection broke while the request was pending: the next state shows whether it was carried out. */
export class Broken extends Error {}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
/** A server that is running answers a ping within this time. */
const PING_PATIENCE = 5000;

export function waitBefore(attempt: number): number {
  return Math.min(FIRST_WAIT * 2 ** attempt, LONGEST_WAIT);
}

interface Waiting {
  done(answer: Answer): void;
  failed(error: Error): void;
}

export class TableSocket {
  after = -1;
  /** The viewpoint when the connection broke. */
  private eyes: number | null = null;
  private wire: Wire | null = null;
  private isOpen = false;
  private isClosed = false;
  private attempt = 0;
  private nextId = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly waiting = new Map<number, Waiting>();

  constructor(
    private readonly connect: () => Wire,
    private readonly heard: Heard,
    private readonly tokens: string[] = [],
  ) {}

  open(): void {
    const wire = this.connect();
    this.wire = wire;
    wire.onopen = () => {
      this.isOpen = true;
      this.write({ type: 'hello', after: this.after, tokens: this.tokens, eyes: this.eyes, reads: true });
    };
    wire.onmessage = (event) => this.read(JSON.parse(String(event.data)) as FromServer);
    wire.onclose = () => this.broke();
  }

  /** The device was asleep, or the network is back: reconnect at once, and do not trust a connection that may be dead. */
  wake(): void {
    if (this.isClosed) return;
    if (this.isOpen) {
      this.checkPulse();
    } else if (this.timer !== undefined) {
      clearTimeout(this.timer);
      this.timer = undefined;
      this.attempt = 0;
      this.open();
    }
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.wire?.close();
  }

  look(seat: number): void {
    this.write({ type: 'look', seat });
  }

  ask(request: Request): Promise<Answer> {
    const id = this.nextId++;
    return new Promise((done, failed) => {
      if (!this.isOpen) {
        failed(new Broken());
        return;
      }
      this.waiting.set(id, { done, failed });
      this.write({ ...request, id });
    });
  }

  private checkPulse(): void {
    const { wire } = this;
    const timer = setTimeout(() => {
      if (wire === null || wire !== this.wire) return;
      // The close of a dead connection is reported late, so it is dropped at once.
      wire.onclose = wire.onmessage = null;
      wire.close();
      this.broke();
    }, PING_PATIENCE);
    const stop = (): void => clearTimeout(timer);
    this.ask({ type: 'ping' }).then(stop, stop);
  }

  private write(message: FromPage): void {
    if (this.isOpen) this.wire?.send(JSON.stringify(message));
  }

  private read(message: FromServer): void {
    if (message.type === 'state') {
      this.attempt = 0;
      this.after = message.number;
      this.eyes = message.eyes;
      this.heard.isConnected(true);
      this.heard.state(message);
    } else if (message.type === 'refused') {
      this.refuse(message.id, message.reason ?? message.message);
    } else {
      this.settle(message.id)?.done(message);
    }
  }

  private refuse(id: number | null, message: Message): void {
    if (id === null) this.heard.refused(message);
    else this.settle(id)?.failed(new Refused(message));
  }

  private settle(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }

  private broke(): void {
    this.isOpen = false;
    for (const { failed } of this.waiting.values()) failed(new Broken());
    this.waiting.clear();
    if (this.isClosed) return;
    this.heard.isConnected(false);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.open();
    }, waitBefore(this.attempt++));
  }
}
