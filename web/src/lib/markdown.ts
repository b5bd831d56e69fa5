// The subset of Markdown that the rulebooks use, as data: text from a file never becomes HTML directly.

export type Inline = { kind: 'text' | 'strong' | 'em' | 'code'; text: string };
export type Item = { anchor: string | null; text: Inline[] };
export type Block =
  | { kind: 'heading'; level: number; text: Inline[] }
  | { kind: 'paragraph'; anchor: string | null; text: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Item[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

const INLINE = /\*\*(.+?)\*\*|(?<![\w*])[*_](?!\s)(.+?)[*_](?![\w*])|`([^`]+)`|\[([^\]]+)\]\([^)]*\)/g;
const PARAGRAPH_NUMBER = /^\*\*([A-Z][A-Z0-9]*-?\d+)\*\*/;
const HEADING = /^(#{1,6})\s+(.*)$/;
const BULLET = /^\s*(?:[-*]|(\d+)\.)\s+(.*)$/;

export function inline(source: string): Inline[] {
  const found: Inline[] = [];
  let end = 0;
  for (const match of source.matchAll(INLINE)) {
    if (match.index > end) found.push({ kind: 'text', text: source.slice(end, match.index) });
    const [whole, strong, em, code, link] = match;
    if (strong !== undefined) found.push({ kind: 'strong', text: strong });
    else if (em !== undefined) found.push({ kind: 'em', text: em });
    else if (code !== undefined) found.push({ kind: 'code', text: code });
    else found.push({ kind: 'text', text: link ?? whole });
    end = match.index + whole.length;
  }
  if (end < source.length) found.push({ kind: 'text', text: source.slice(end) });
  return found;
}

/** The number of a rule paragraph, at which it can be opened. */
function anchor(text: string): string | null {
  return PARAGRAPH_NUMBER.exec(text)?.[1] ?? null;
}

function cells(row: string): Inline[][] {
  return row.replace(/^\s*\||\|\s*$/g, '').split('|').map((cell) => inline(cell.trim()));
}

function table(lines: string[]): Block {
  const [head = '', , ...rows] = lines;
  return { kind: 'table', head: cells(head), rows: rows.map(cells) };
}

function list(lines: string[]): Block {
  const items: string[] = [];
  for (const line of lines) {
    const bullet = BULLET.exec(line);
    if (bullet) items.push(bullet[2] ?? '');
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  const ordered = BULLET.exec(lines[0] ?? '')?.[1] !== undefined;
  return { kind: 'list', ordered, items: items.map((text) => ({ anchor: anchor(text), text: inline(text) })) };
}

function block(lines: string[]): Block {
  const first = lines[0] ?? '';
  if (first.trimStart().startsWith('|')) return table(lines);
  if (BULLET.test(first)) return list(lines);
  const text = lines.map((line) => line.trim()).join(' ');
  return { kind: 'paragraph', anchor: anchor(text), text: inline(text) };
}

export function read(source: string): Block[] {
  const blocks: Block[] = [];
  let open: string[] = [];
  const close = (): void => {
    if (open.length > 0) blocks.push(block(open));
    open = [];
  };
  for (const line of source.split(/\r?\n/)) {
    const heading = HEADING.exec(line);
    if (heading) {
      close();
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: inline(heading[2] ?? '') });
    } else if (line.trim() === '') close();
    else {
      // A list may follow a paragraph without an empty line.
      if (open.length > 0 && BULLET.test(line) && !BULLET.test(open[0] ?? '')) close();
      open.push(line);
    }
  }
  close();
  return blocks;
}
