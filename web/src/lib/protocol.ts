// The messages between page and server, under the names the page uses. The types are generated from the server's.

import type * as wire from './generated';

export type {
  AddWay,
  Attempt,
  Board,
  BoardEntry,
  BoxInfo,
  Carry,
  Clock,
  DailyInfo,
  Deal,
  DueInfo,
  DuplicateInfo,
  Export,
  GameInfo,
  Guessed,
  LessonId,
  LessonInfo,
  Lessons,
  Line,
  LogPart,
  Me,
  MyDay,
  MyGame,
  MyLuck,
  MyMatch,
  MyOpponents,
  MyRating,
  OpenDuplicate,
  OpenTable,
  OpenedTable as Opened,
  JoinedTable as Joined,
  OptionInfo as Option,
  PingInfo,
  Plan,
  PlainCounter as Counter,
  PlainEntry as Entry,
  PlainHint as Hint,
  PlainMeasure as Measure,
  PlainMessage as Message,
  PlainMoment as Moment,
  PlainMove as Move,
  PlainReview as Review,
  PlainRound as Round,
  PlainSheet as Sheet,
  PlainStrike as Strike,
  PlainTeam as Team,
  PlainZone as Zone,
  PuzzleCount,
  PuzzleInfo,
  PuzzleList,
  PuzzleOverview,
  PuzzleTable,
  PushKeys,
  Refusal,
  ReviewProgress,
  SeatInfo,
  Sheets,
  Shelf,
  State,
  Statistics,
  Step,
  Summary,
  TableInfo,
  Try,
  VariantInfo as Variant,
  View,
} from './generated';

export type Language = 'fr' | 'en';
export type Argument = wire.PlainMessage['arguments'][string];

/** A text, or its plural forms. */
export type Form = string | { zero?: string; one: string; other: string };
/** By key: a text in each language, and the paragraph of the rules it refers to, if any. */
export type Catalogue = Record<string, Partial<Record<Language, Form>> & { rule?: string }>;

/** What is agreed before a match. */
export type Agreed = Pick<wire.Board, 'game' | 'variant' | 'players' | 'options'>;
export type Options = wire.View['options'];
export type Role = wire.PlainZone['role'];
export type Layout = wire.View['layout'];
export type CoverKind = wire.GameInfo['cover'];
export type CardKind = wire.View['cards'];
export type WayKind = wire.WayInfo['kind'];
export type SeatKind = wire.SeatInfo['kind'];

export type FromPage = wire.FromClient;
export type FromServer = wire.FromServer;
/** The answer to a request that was not refused. */
export type Answer = Exclude<FromServer, wire.State | wire.Refusal>;

type WithoutId<T> = T extends { id: number } ? Omit<T, 'id'> : never;
/** The socket adds the id of a request that is answered. */
export type Request = WithoutId<FromPage>;
