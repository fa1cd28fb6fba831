import { expect, test } from 'vitest';
import { isFaint } from './faint-picture.ts';

const pixels = (...colors: [number, number, number, number][]) => colors.flat();
const black: [number, number, number, number] = [10, 10, 12, 255];
const white: [number, number, number, number] = [255, 255, 255, 255];
const clear: [number, number, number, number] = [0, 0, 0, 0];

test('a black logo is lost on dark ground, and not on light ground', () => {
  expect(isFaint(pixels(black, black, clear), 'dark')).toBe(true);
  expect(isFaint(pixels(black, black, clear), 'light')).toBe(false);
});

test('a white logo is lost on light ground', () => {
  expect(isFaint(pixels(white, clear, clear), 'light')).toBe(true);
  expect(isFaint(pixels(white, clear, clear), 'dark')).toBe(false);
});

test('a logo that is half white is seen on both', () => {
  expect(isFaint(pixels(black, white), 'dark')).toBe(false);
  expect(isFaint(pixels(black, white), 'light')).toBe(false);
});

test('an empty picture is not judged', () => {
  expect(isFaint(pixels(clear, clear), 'dark')).toBe(false);
});
