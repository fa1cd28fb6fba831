import { expect, test } from 'vitest';
import { isFaint } from './faint-picture.ts';

const pixels = (...colors: [number, number, number, number][]) => colors.flat();
const black: [number, number, number, number] = [10, 10, 12, 255];
const white: [number, number, number, number] = [255, 255, 255, 255];
const clear: [number, number, number, number] = [0, 0, 0, 0];

test('a black logo is faint on a dark background, and not on a light one', () => {
  expect(isFaint(pixels(black, black, clear), 'dark')).toBe(true);
  expect(isFaint(pixels(black, black, clear), 'light')).toBe(false);
});

test('a white logo is faint on a light background', () => {
  expect(isFaint(pixels(white, clear, clear), 'light')).toBe(true);
  expect(isFaint(pixels(white, clear, clear), 'dark')).toBe(false);
});

test('a half-white logo is visible on both', () => {
  expect(isFaint(pixels(black, white), 'dark')).toBe(false);
  expect(isFaint(pixels(black, white), 'light')).toBe(false);
});

test('does not judge an empty picture', () => {
  expect(isFaint(pixels(clear, clear), 'dark')).toBe(false);
});
