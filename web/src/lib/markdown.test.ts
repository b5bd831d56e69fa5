import { describe, expect, it } from 'vitest';
import { inline, read } from './markdown';

describe('read', () => {
  it('finds headings, paragraphs and lists', () => {
    const blocks = read('# No Merci\n\nFor 3 to 5\nplayers.\n\n- **NM1** Deal.\n- **NM2** Begin,\n  then go on.\n');
    expect(blocks.map((block) => block.kind)).toEqual(['heading', 'paragraph', 'list']);
    expect(blocks[1]).toMatchObject({ anchor: null, text: [{ kind: 'text', text: 'For 3 to 5 players.' }] });
    expect(blocks[2]).toMatchObject({ ordered: false, items: [{ anchor: 'NM1' }, { anchor: 'NM2' }] });
  });

  it('gives paragraphs of every box an anchor', () => {
    const anchors = ['K6-19', 'XX21', 'TG4', 'DA12'];
    const found = read(anchors.map((name) => `**${name}** Text.`).join('\n\n'));
    expect(found.map((block) => (block.kind === 'paragraph' ? block.anchor : ''))).toEqual(anchors);
  });

  it('ends a paragraph before a list, and recognises numbered lists', () => {
    expect(read('So:\n1. one\n2. two').map((block) => block.kind)).toEqual(['paragraph', 'list']);
    expect(read('1. one')[0]).toMatchObject({ ordered: true });
  });

  it('reads tables', () => {
    const [table] = read('| a | b |\n|---|---|\n| 1 | **2** |');
    expect(table).toMatchObject({ kind: 'table', head: [[{ text: 'a' }], [{ text: 'b' }]] });
    expect(table).toMatchObject({ rows: [[[{ text: '1' }], [{ kind: 'strong', text: '2' }]]] });
  });
});

describe('inline', () => {
  it('recognises strong, emphasised and code', () => {
    expect(inline('a **b** *c* `d`').map((part) => part.kind)).toEqual(['text', 'strong', 'text', 'em', 'text', 'code']);
  });

  it('leaves arithmetic and names unchanged', () => {
    expect(inline('4 * 5 * 6')).toEqual([{ kind: 'text', text: '4 * 5 * 6' }]);
    expect(inline('open_tokens_here')).toEqual([{ kind: 'text', text: 'open_tokens_here' }]);
  });

  it('keeps the text of a link', () => {
    expect(inline('see [the box](../RULES.md)')).toEqual([{ kind: 'text', text: 'see ' }, { kind: 'text', text: 'the box' }]);
  });

  it('produces no HTML', () => {
    expect(inline('<b>x</b>')).toEqual([{ kind: 'text', text: '<b>x</b>' }]);
  });
});
