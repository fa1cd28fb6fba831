import { expect, test } from 'vitest';
import { locateJsonError } from './locate-json-error.ts';

const isValid = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const lines = (...text: string[]) => text.join('\n');

test.each([
  [lines('{', '  "a": 1', '  "b": 2', '}'), { line: 3, column: 3, problem: 'separator' }],
  [lines('{', '  "a": 1,', '}'), { line: 3, column: 1, problem: 'key' }],
  [lines('{', '  plan: "gold"', '}'), { line: 2, column: 3, problem: 'key' }],
  [lines('{', '  "plan" "gold"', '}'), { line: 2, column: 10, problem: 'colon' }],
  [lines('{', '  "plan": gold', '}'), { line: 2, column: 11, problem: 'value' }],
  [lines('{', '  "plan": "gold', '}'), { line: 2, column: 11, problem: 'string' }],
  [lines('{}', '{}'), { line: 2, column: 1, problem: 'end' }],
  [lines('{', '  "list": [1, 2'), { line: 2, column: 16, problem: 'separator' }],
])('%s is broken at its first wrong character', (text, error) => {
  expect(locateJsonError(text)).toEqual(error);
});

test('finds errors exactly where the browser finds them', () => {
  const texts = [
    '{}',
    ' [ ] ',
    '{"a":[1,-0.5,1e9,1E+2,true,false,null,"x\\u00e9\\n"]}',
    '01',
    '1.',
    '.5',
    '-',
    '+1',
    'True',
    'NULL',
    '1E5',
    'truest',
    '"a\nb"',
    '"\\x"',
    '[1,]',
    '[,1]',
    '{"a"}',
    "{'a':1}",
    '',
    '  ',
    '{"a":1}x',
    'NaN',
  ];
  for (const text of texts) {
    expect([text, locateJsonError(text) === undefined]).toEqual([text, isValid(text)]);
  }
});
