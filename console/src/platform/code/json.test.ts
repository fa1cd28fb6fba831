import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState, Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import { findMistake, json } from './json.ts';

const markedIn = (text: string) => findMistake(Text.of(text.split('\n'))).map(({ from, to }) => text.slice(from, to));

test.each([
  ['{"plan": "gold"}', []],
  ['', []],
  ['  \n', []],
  ['{\n  "plan": gold,\n  "seats": 3\n}', ['gold,']],
  ['{\n  "plan" "gold"\n}', ['"gold"']],
  ['{"plan": "gold"', ['']],
])('marks the rest of the line from the first error on: %j', (text, marked) => {
  expect(markedIn(text)).toEqual(marked);
});

test('distinguishes keys, strings and numbers', () => {
  const state = EditorState.create({ doc: '{"plan": "gold", "seats": -3.5}', extensions: [json] });
  const found: string[] = [];
  ensureSyntaxTree(state, state.doc.length)?.iterate({
    enter: ({ name, from, to, node }) => {
      if (!node.firstChild) {
        found.push(`${name} ${state.sliceDoc(from, to)}`);
      }
    },
  });
  expect(found).toEqual([
    'propertyName.function "plan"',
    'string "gold"',
    'propertyName.function "seats"',
    'number -3.5',
  ]);
});
