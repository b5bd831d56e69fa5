// The names of lessons in the table of contents, the order of puzzles, and the one that comes next.

import type { LessonInfo, PuzzleInfo } from '../protocol';

/** The paragraph that each example shows, with a number if several show the same one: "NM9" and "NM9 (2)". */
export function paragraphTitles(examples: readonly Pick<LessonInfo, 'id' | 'paragraphs'>[]): string[] {
  const seen = new Map<string, number>();
  return examples.map(({ id, paragraphs }) => {
    const paragraph = paragraphs[0] ?? id;
    const count = (seen.get(paragraph) ?? 0) + 1;
    seen.set(paragraph, count);
    return count === 1 ? paragraph : `${paragraph} (${count})`;
  });
}

/** Puzzles that most people solve come first, then by number those that too few have tried. */
export function easiestFirst<Puzzle extends Pick<PuzzleInfo, 'number' | 'share'>>(puzzles: readonly Puzzle[]): Puzzle[] {
  return [...puzzles].sort((one, other) => (other.share ?? -1) - (one.share ?? -1) || one.number - other.number);
}

/** The number of the next puzzle that was not tried yet, after this one or else from the first on. */
export function nextPuzzle(puzzles: readonly Pick<PuzzleInfo, 'number' | 'yours'>[], number: number): number | null {
  const left = puzzles.filter((puzzle) => puzzle.yours === null && puzzle.number !== number).map((puzzle) => puzzle.number);
  return left.find((each) => each > number) ?? left[0] ?? null;
}
