import { expect, test } from 'vitest';
import { pagesAround } from './pages-around.ts';

const shown = (page: number, last: number) =>
  pagesAround(page, last)
    .map((entry) => (entry.gap ? '…' : entry.page))
    .join(' ');

test('shows all pages if there are few', () => {
  expect(shown(1, 1)).toBe('1');
  expect(shown(3, 7)).toBe('1 2 3 4 5 6 7');
});

test('many pages show the ends and the neighbors', () => {
  expect(shown(1, 20)).toBe('1 2 3 4 5 … 20');
  expect(shown(10, 20)).toBe('1 … 9 10 11 … 20');
  expect(shown(20, 20)).toBe('1 … 16 17 18 19 20');
});

test('the row always has seven places', () => {
  for (let page = 1; page <= 50; page += 1) {
    expect(pagesAround(page, 50)).toHaveLength(7);
    expect(pagesAround(page, 50).some((entry) => entry.page === page)).toBe(true);
  }
});
