// The addresses of the page.

export type Place =
  | { page: 'shelf' }
  | { page: 'open'; game: string }
  | { page: 'join'; code: string }
  | { page: 'table'; table: string }
  | { page: 'replay'; table: string }
  | { page: 'review'; table: string }
  /** The review of a record that is dropped on the page. */
  | { page: 'record' }
  | { page: 'rules'; game: string }
  /** The guided first game from its first step, or one lesson. */
  | { page: 'learn'; game: string; lesson: string }
  /** The games that have puzzles, and the puzzle of the day. */
  | { page: 'all-puzzles' }
  /** The puzzles of a game, or one of them. */
  | { page: 'puzzles'; game: string; number: string | null }
  /** The puzzle of the day. */
  | { page: 'puzzle' }
  /** The deals of the day of all games, or the board of one. */
  | { page: 'dailies' }
  | { page: 'board'; game: string; day: string }
  | { page: 'duplicate'; code: string }
  /** The matches of the player of this browser. */
  | { page: 'me' }
  /** The link in a mail. */
  | { page: 'pings' }
  | { page: 'nothing' };

/** An address that was cut off within an encoded character is left as it is: nothing will be found there. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function placeOf(path: string): Place {
  const [page, name, part, ...more] = path.split('/').filter(Boolean).map(decoded);
  if (page === undefined) return { page: 'shelf' };
  if ((page === 'puzzle' || page === 'me' || page === 'pings') && name === undefined) return { page };
  if (page === 'puzzles' && name === undefined) return { page: 'all-puzzles' };
  if (page === 'daily' && name === undefined) return { page: 'dailies' };
  if (page === 'review' && name === undefined) return { page: 'record' };
  if (name === undefined || more.length > 0) return { page: 'nothing' };
  if (page === 'table' && (part === 'replay' || part === 'review')) return { page: part, table: name };
  if (page === 'learn') return { page, game: name, lesson: part ?? '1' };
  if (page === 'puzzles') return { page, game: name, number: part ?? null };
  if (page === 'daily' && part !== undefined) return { page: 'board', game: name, day: part };
  if (part !== undefined) return { page: 'nothing' };
  if (page === 'open' || page === 'rules') return { page, game: name };
  if (page === 'join' || page === 'duplicate') return { page, code: name };
  return page === 'table' ? { page, table: name } : { page: 'nothing' };
}

type Listener = () => void;
const listeners = new Set<Listener>();

export function onMove(listener: Listener): () => void {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
}

export function go(path: string): void {
  history.pushState(null, '', path);
  for (const listener of listeners) listener();
  scrollTo(0, 0);
}

/** Links within the page do not reload it. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/') || link.getAttribute('href')?.startsWith('#')) return;
  event.preventDefault();
  go(link.pathname + link.hash);
}
