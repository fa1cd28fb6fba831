import { expect, test } from 'vitest';
import { generatePassword } from './generate-password.ts';

const many = Array.from({ length: 2000 }, generatePassword);

test('a password has sixteen characters without lookalikes', () => {
  expect(many.filter((password) => !/^[a-hjkmnp-zA-HJKMNP-Z2-9]{16}$/.test(password))).toEqual([]);
});

test('passwords are unique, and all characters are equally likely', () => {
  expect(new Set(many).size).toBe(many.length);
  const counts = new Map<string, number>();
  for (const character of many.join('')) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  // 32,000 characters over 54: about 592 each, and never as few as half of that.
  expect(counts.size).toBe(54);
  expect(Math.min(...counts.values())).toBeGreaterThan(296);
});
