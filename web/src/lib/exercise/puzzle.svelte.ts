// A puzzle: one move to find, and then what every move is worth.

import type { Guessed, Hint, Measure, Move, PuzzleInfo } from '../protocol';
import { guessAt, puzzleAt, puzzleOfTheDay, puzzlesOf } from '../requests';
import { play } from '../sound/play';
import { Exercise } from './exercise.svelte';
import { nextPuzzle } from './titles';

export class PuzzleScene extends Exercise {
  puzzle = $state.raw<PuzzleInfo | null>(null);
  /** The day, if it is the puzzle of the day. */
  day = $state<string | null>(null);
  guessed = $state.raw<Guessed | null>(null);
  /** The move that was chosen. */
  chosen = $state.raw<Move | null>(null);

  /** The number of the next puzzle of the game, once this one was answered; null if all were tried. */
  next = $state<number | null>(null);

  /** What every move is worth, once a move was chosen. */
  hints = $derived<Hint[] | null>(this.guessed?.hints ?? null);
  measure = $derived<Measure | null>(this.guessed?.measure ?? null);

  async open(game: string, number: string): Promise<void> {
    const found = await this.asking(() => (game === 'daily' ? puzzleOfTheDay() : puzzleAt(game, number)));
    if (!found) return;
    this.puzzle = found.puzzle;
    this.day = found.day;
    this.showStep(found.step);
  }

  override async make(move: Move): Promise<void> {
    const { puzzle } = this;
    if (!puzzle || this.guessed) return;
    const answer = await this.asking(() => guessAt(puzzle.game, puzzle.number, move.name));
    if (!answer) return;
    play(answer.is_right ? 'win' : 'refuse');
    this.guessed = answer;
    this.chosen = move;
    this.puzzle = answer.puzzle;
    this.isOpen = false;
    this.selected = [];
    if (this.day === null) await this.lookAhead(answer.puzzle);
  }

  /** Without the list, the way back to all puzzles is still there. */
  private async lookAhead({ game, number }: PuzzleInfo): Promise<void> {
    await puzzlesOf(game).then(({ puzzles }) => (this.next = nextPuzzle(puzzles, number)), () => undefined);
  }
}
