import { expect, test } from 'vitest';
import { cutExcerpt } from './cut-excerpt.ts';

const printed = (text: string, ...words: string[]) =>
  cutExcerpt(text, words)
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('');

test('marks whole words, in any case', () => {
  expect(printed('A connector connects. Connectors do not.', 'connector')).toBe(
    'A [connector] connects. Connectors do not.',
  );
  expect(printed('C++ (and c++x) stay text', 'c++')).toBe('[C++] (and c++x) stay text');
  expect(printed('Nothing here', 'x')).toBe('Nothing here');
  expect(printed('Nothing here')).toBe('Nothing here');
  expect(printed('', 'x')).toBe('');
});

test('begins with the sentence that has the most words, and ends between words', () => {
  const filler = 'Words without a meaning are here. '.repeat(20);
  const text = `One role. ${filler}An organization has a role. ${filler}`;
  const excerpt = printed(text, 'role', 'organization');
  expect(excerpt).toMatch(/^… An \[organization\] has a \[role\]\. Words/);
  expect(excerpt).toMatch(/ (?:Words|without|a|meaning|are|here\.) …$/);
  expect(excerpt.length).toBeLessThan(260);
});
