import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Block, parseInline, parseReadme } from './parse-readme.ts';

const lines = (...text: string[]) => text.join('\n');

test('headings, paragraphs over several lines, fences and tables', () => {
  const text = lines('# A', 'one', 'two', '', '```js', 'a | b', '```', '', '| x | y |', '|---|---|', '| 1 | 2 |');
  expect(parseReadme(text)).toEqual([
    { kind: 'heading', level: 1, text: 'A' },
    { kind: 'paragraph', text: 'one two' },
    { kind: 'code', text: 'a | b' },
    { kind: 'table', head: ['x', 'y'], rows: [['1', '2']] },
  ]);
});

test('items of a list hold lines, code and lists of their own', () => {
  const text = lines(
    '1. first',
    '   goes on',
    '2. code:',
    '',
    '       { "a": 1 }',
    '',
    '   after',
    '   - inner',
    '3. last',
  );
  expect(parseReadme(text)).toEqual([
    {
      kind: 'list',
      isOrdered: true,
      items: [
        [{ kind: 'paragraph', text: 'first goes on' }],
        [
          { kind: 'paragraph', text: 'code:' },
          { kind: 'code', text: '{ "a": 1 }' },
          { kind: 'paragraph', text: 'after' },
          { kind: 'list', isOrdered: false, items: [[{ kind: 'paragraph', text: 'inner' }]] },
        ],
        [{ kind: 'paragraph', text: 'last' }],
      ],
    },
  ]);
});

test('an open fence ends with the text', () => {
  expect(parseReadme(lines('```', 'a'))).toEqual([{ kind: 'code', text: 'a' }]);
});

test('inline marks, and links only to where a guide may lead', () => {
  expect(parseInline('a **b** `c*d*` [e](https://f.test/g) <https://h.test> *i* end')).toEqual([
    { kind: 'text', text: 'a ' },
    { kind: 'strong', text: 'b' },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'c*d*' },
    { kind: 'text', text: ' ' },
    { kind: 'link', text: 'e', href: 'https://f.test/g' },
    { kind: 'text', text: ' ' },
    { kind: 'link', text: 'https://h.test', href: 'https://h.test' },
    { kind: 'text', text: ' ' },
    { kind: 'emphasis', text: 'i' },
    { kind: 'text', text: ' end' },
  ]);
  expect(
    parseInline('[x](javascript:alert(1)) ![logo](./logo.svg) <b>y</b>').every(({ kind }) => kind === 'text'),
  ).toBe(true);
});

test('no word of our own guides is lost', () => {
  const folders = ['mail', 'sms', 'social'].map((kind) => new URL(`../../../../connectors/${kind}/`, import.meta.url));
  const guides = folders.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => readFileSync(new URL(`${name}/README.md`, folder), 'utf8')),
  );
  expect(guides.length).toBeGreaterThan(10);
  const textIn = (blocks: Block[]): string =>
    blocks
      .map((block) => {
        if (block.kind === 'list') {
          return block.items.map(textIn).join(' ');
        }
        return block.kind === 'table' ? [block.head, ...block.rows].flat().join(' ') : block.text;
      })
      .join(' ');
  const words = (text: string) => text.match(/[\p{L}\d]{2,}/gu)?.filter((word) => !/^\d+$/.test(word));
  for (const guide of guides) {
    expect(words(textIn(parseReadme(guide)))).toEqual(words(guide));
  }
});
