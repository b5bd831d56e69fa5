import type { MyLuck } from '../protocol';

/** The reviewed matches of one game, in the order of time. */
export interface Course {
  game: string;
  unit: MyLuck['unit'];
  matches: MyLuck[];
  /** The average of luck and of one's own decisions for a match, and the margin of the latter: two standard errors. */
  luck: number;
  own: number;
  margin: number;
  /** The largest part, up or down: the bars are drawn to its scale. */
  scale: number;
}

const average = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Two standard errors of the average of one's own decisions: by how much they differ, and how well each is known. */
function margin(matches: MyLuck[], own: number): number {
  const known = average(matches.map((match) => match.error ** 2));
  const spread = matches.length > 1 ? average(matches.map((match) => (match.own - own) ** 2)) * (matches.length / (matches.length - 1)) : 0;
  return 2 * Math.sqrt(Math.max(known, spread) / matches.length);
}

export function coursesOf(luck: MyLuck[]): Course[] {
  return [...new Set(luck.map((match) => match.game))].map((game) => {
    const matches = luck.filter((match) => match.game === game);
    const own = average(matches.map((match) => match.own));
    return {
      game,
      unit: matches[0]?.unit ?? 'points',
      matches,
      luck: average(matches.map((match) => match.luck)),
      own,
      margin: margin(matches, own),
      scale: Math.max(...matches.flatMap((match) => [Math.abs(match.luck), Math.abs(match.own)]), 1e-6),
    };
  });
}
