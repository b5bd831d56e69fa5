// What travels between the page and the server: the twin of server/messages.py, desk.py and core/table.py.

export type Language = 'fr' | 'en';

export interface Message {
  key: string;
  arguments: Record<string, Argument>;
}
export type Argument = string | number | boolean | Message;

export type Form = string | { one: string; other: string };
export type Catalogue = Record<string, Partial<Record<Language, Form>>>;

// The shelf.

export interface Variant {
  name: string;
  title: Message;
  players: number[];
}
export interface Option {
  title: Message;
  default: boolean | number;
  low?: number;
  high?: number;
}
export interface GameInfo {
  name: string;
  title: Message;
  about: Message;
  players: number[];
  together: boolean;
  variants: Variant[];
  options: Record<string, Option>;
  can_be_solved: boolean;
  difficulties: string[];
}
export interface Shelf {
  games: GameInfo[];
  levels: string[];
  languages: Language[];
  daily: { game: string; day: string };
}
export type Options = Record<string, boolean | number>;

export interface Plan {
  kind: 'me' | 'bot' | 'open';
  name?: string;
  level?: string;
}
export interface OpenTable {
  game: string;
  seats: Plan[];
  variant?: string | null;
  options?: Options;
  daily?: boolean;
  difficulty?: string | null;
}
export interface Opened {
  table: string;
  code: string;
  seats: Record<string, string>;
}
export interface Joined {
  table: string;
  seat: number;
  token: string;
}
export interface Summary {
  table: string;
  code: string;
  game: string;
  variant: string | null;
  over: boolean;
  seats: number[];
  to_move: number[];
  names: string[];
  kinds: SeatKind[];
}

// What a seat sees.

export interface Move {
  name: string;
  number: number;
  message: Message;
  cards: string[];
  target: string | null;
}
export interface Zone {
  id: string;
  name: string;
  seat: number | null;
  cards: string[];
  size: number;
}
export interface Counter {
  name: string;
  seat: number | null;
  value: number | string;
}
export interface View {
  game: string;
  rules: string;
  variant: string | null;
  options: Options;
  players: number;
  seat: number;
  round: number;
  rounds: number;
  dealer: number;
  over: boolean;
  ending: string | null;
  finished_rounds: number[][];
  totals: number[];
  scores: number[] | null;
  places: number[] | null;
  to_move: number[];
  moves: Move[];
  signals: Move[];
  table: { prompt: Message; zones: Zone[]; counters: Counter[] };
}

export type SeatKind = 'person' | 'bot' | 'open';
export interface SeatInfo {
  kind: SeatKind;
  name: string;
  level: string | null;
  is_here: boolean;
}
export interface TableInfo {
  id: string;
  code: string;
  game: string;
  variant: string | null;
  options: Options;
  players: number;
  commitment: string;
  daily: string | null;
}
export interface Line {
  number: number;
  kind: string;
  seat: number | null;
  message: Message | null;
  move: Move | null;
  text: string | null;
}
export interface Hint {
  move: Move;
  value: number;
  error: number;
  tries: number;
  why: Message | null;
}

// From the server.

export interface State {
  type: 'state';
  number: number;
  table: TableInfo;
  seats: SeatInfo[];
  yours: number[];
  eyes: number;
  view: View;
  lines: Line[];
  asked: number | null;
  continued: string | null;
}
export type Answer =
  | { type: 'done'; id: number; number: number }
  | { type: 'hints'; id: number; hints: Hint[] }
  | { type: 'is-winnable'; id: number; winnable: boolean }
  | { type: 'pong'; id: number };
export type Refusal = { type: 'refused'; id: number | null; message: Message };
export type FromServer = State | Answer | Refusal;

// From the page; what is answered gets its id from the socket.

export type Request =
  | { type: 'move'; seat: number; move: string; at: number }
  | { type: 'say'; seat: number; text?: string; phrase?: string }
  | { type: 'undo'; seat: number }
  | { type: 'answer-undo'; seat: number; agrees: boolean }
  | { type: 'hint'; seat: number }
  | { type: 'winnable'; seat: number }
  | { type: 'replace'; seat: number; level: string }
  | { type: 'come-back'; seat: number }
  | { type: 'ping' };
export type Hello = { type: 'hello'; after: number; tokens: string[] };
export type Look = { type: 'look'; seat: number };
export type FromPage = Hello | Look | (Request & { id: number });
