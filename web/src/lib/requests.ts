// The HTTP requests of the page.

import type {
  AddWay,
  Attempt,
  Board,
  BoardEntry,
  Carry,
  Catalogue,
  DailyInfo,
  Deal,
  DuplicateInfo,
  Export,
  Guessed,
  Joined,
  Lessons,
  Line,
  LogPart,
  Me,
  Message,
  OpenDuplicate,
  Opened,
  OpenTable,
  PingInfo,
  PuzzleList,
  PuzzleOverview,
  PuzzleTable,
  ReviewProgress,
  Sheet,
  Sheets,
  Shelf,
  Statistics,
  Step,
  Summary,
  Try,
} from './protocol';
import { Refused } from './socket';

/** The most moves that the server puts into words for one request. */
const LINES_AT_ONCE = 200;

const at = (table: string): string => `/api/tables/${encodeURIComponent(table)}`;
const puzzle = (game: string, number: string | number): string => `/api/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(number)}`;

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const init: RequestInit =
    body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return answerOf(path, init);
}

async function answerOf<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(path, { credentials: 'same-origin', ...init });
  const answer = (await response.json()) as T | { error: Message };
  if (!response.ok) throw new Refused((answer as { error: Message }).error);
  return answer as T;
}

export const shelf = (): Promise<Shelf> => ask('/api/shelf');
export const words = (): Promise<Catalogue> => ask('/api/words');
export const mine = (): Promise<Summary[]> => ask('/api/mine');
export const statistics = (): Promise<Statistics> => ask('/api/mine/statistics');
export const openTable = (table: OpenTable): Promise<Opened> => ask('/api/tables', { ...table, contributes: true });
export const join = (code: string, name: string, face: string): Promise<Joined> => ask('/api/join', { code, name, face, contributes: true });
export const claim = (token: string): Promise<{ table: string; seat: number }> => ask('/api/claim', { token });
export const invitation = (code: string): Promise<Summary> => ask(`/api/invitation/${encodeURIComponent(code)}`);
export const rematch = (table: string, variant: string | null): Promise<{ table: string }> => ask(`${at(table)}/rematch`, { variant });
export const dealOf = (table: string): Promise<Deal> => ask(`${at(table)}/deal`);
export const stepOf = (table: string, step: number, eyes: number | 'all'): Promise<Step> =>
  ask(`${at(table)}/steps/${step}?eyes=${eyes}`);
/** How the scores of each round come about: now, or after some moves. */
export async function sheetsOf(table: string, eyes: number | 'all', step: number | null = null): Promise<Sheet[]> {
  const { rounds } = await ask<Sheets>(`${at(table)}/sheets?eyes=${eyes}${step === null ? '' : `&step=${step}`}`);
  return rounds;
}
/** The lines of the log, for each move: the server sends them in parts. */
export async function linesOf(table: string, eyes: number | 'all'): Promise<Line[][]> {
  const lines: Line[][] = [];
  for (;;) {
    const part = await ask<Line[][]>(`${at(table)}/lines?eyes=${eyes}&from=${lines.length}&limit=${LINES_AT_ONCE}`);
    lines.push(...part);
    if (part.length < LINES_AT_ONCE) return lines;
  }
}

/** What happened at a table before an event, with chat. */
export const logBefore = (table: string, eyes: number, before: number): Promise<LogPart> =>
  ask(`${at(table)}/log?eyes=${eyes}&before=${before}&limit=${LINES_AT_ONCE}`);

export async function rulebook(game: string, language: string): Promise<string> {
  const response = await fetch(`/api/rules/${encodeURIComponent(game)}?lang=${language}`);
  if (!response.ok) throw new Refused(((await response.json()) as { error: Message }).error);
  return response.text();
}

/** The lessons of a game: the guided first game, and what shows each paragraph of its rulebook. */
export const lessonsOf = (game: string): Promise<Lessons> => ask(`/api/lessons/${encodeURIComponent(game)}`);
/** A lesson after the learner's moves. */
export const tryLesson = (game: string, lesson: string, attempt: Try): Promise<Attempt> =>
  ask(`/api/lessons/${encodeURIComponent(game)}/${encodeURIComponent(lesson)}`, attempt);

/** The puzzle of the day without its cards, and how many puzzles each game has. */
export const allPuzzles = (): Promise<PuzzleOverview> => ask('/api/puzzles');
export const puzzlesOf = (game: string): Promise<PuzzleList> => ask(`/api/puzzles/${encodeURIComponent(game)}`);
export const puzzleAt = (game: string, number: string | number): Promise<PuzzleTable> => ask(puzzle(game, number));
export const puzzleOfTheDay = (): Promise<PuzzleTable> => ask('/api/puzzles/daily');
export const guessAt = (game: string, number: number, move: string): Promise<Guessed> => ask(puzzle(game, number), { move });

export const askForReview = (table: string): Promise<ReviewProgress> => ask(`${at(table)}/review`, {});
export const reviewOf = (table: string): Promise<ReviewProgress> => ask(`${at(table)}/review`);
export const reviewRecord = (record: string): Promise<ReviewProgress> => ask('/api/review', { record });
export const reviewOfRecord = (key: string): Promise<ReviewProgress> => ask(`/api/review/${encodeURIComponent(key)}`);
/** Open a table that goes on from a step of a finished match. */
export const tryAgain = (table: string, step: number, seat: number): Promise<Opened> => ask(`${at(table)}/again`, { step, seat });
/** The same from a step of a record that was reviewed. */
export const tryRecordAgain = (key: string, step: number, seat: number, name: string, face: string): Promise<Opened> =>
  ask(`/api/review/${encodeURIComponent(key)}/again`, { step, seat, name, face });

export const dailies = (): Promise<DailyInfo[]> => ask('/api/dailies');
export const openDaily = (game: string, name: string, face: string): Promise<Opened> =>
  ask(`/api/dailies/${encodeURIComponent(game)}`, { name, face });
export const boardOf = (game: string, day: string): Promise<Board> =>
  ask(`/api/dailies/${encodeURIComponent(game)}/${encodeURIComponent(day)}`);
export const duplicateOf = (code: string): Promise<DuplicateInfo> => ask(`/api/duplicates/${encodeURIComponent(code)}`);
export const openDuplicate = (asked: OpenDuplicate): Promise<DuplicateInfo> => ask('/api/duplicates', asked);
export const openDeal = (code: string, deal: number, name: string, face: string): Promise<Opened> =>
  ask(`/api/duplicates/${encodeURIComponent(code)}/deals/${deal}`, { name, face });
/** Send a record that was played elsewhere to a board, which replays it. */
export const sendToBoard = (game: string, day: string, record: string, name: string): Promise<BoardEntry> =>
  ask(`/api/dailies/${encodeURIComponent(game)}/${encodeURIComponent(day)}/entries`, { record, name });
export const sendToDuplicate = (code: string, record: string, name: string): Promise<BoardEntry> =>
  ask(`/api/duplicates/${encodeURIComponent(code)}/entries`, { record, name });

/** The ways in which the server pings this player on their turn. */
export const pings = (): Promise<PingInfo> => ask('/api/me/pings');
export const addWay = (way: AddWay): Promise<PingInfo> => ask('/api/me/pings', way);
export const removeWay = (way: string): Promise<PingInfo> => answerOf(`/api/me/pings/${encodeURIComponent(way)}`, { method: 'DELETE' });
/** Answer by the link of a mail. */
export const answerPing = (answer: 'confirm' | 'stop', token: string): Promise<{ is_confirmed: boolean }> => ask(`/api/pings/${answer}`, { token });

export const me = (): Promise<Me> => ask('/api/me');
/** A link that makes another device the same player. */
export const carry = (): Promise<Carry> => ask('/api/me/carry', {});
export const adopt = (token: string): Promise<Me> => ask('/api/me/adopt', { token });
export const exportMe = (): Promise<Export> => ask('/api/me/export', {});
export const deleteMe = (): Promise<{ tables: number }> => answerOf('/api/me', { method: 'DELETE' });
