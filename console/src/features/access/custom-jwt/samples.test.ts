import { expect, test } from 'vitest';
import { inOrderOf } from './samples.ts';

const text = (model: object, stored?: Record<string, unknown>) => JSON.stringify(inOrderOf(model, stored));

test('a stored sample keeps its values in the key order of the model, at every level', () => {
  const model = { b: 1, a: { y: 1, x: 2 } };
  expect(text(model, { extra: 1, a: { x: 'x', z: 'z', y: 'y' }, b: null })).toBe(
    '{"b":null,"a":{"y":"y","x":"x","z":"z"},"extra":1}',
  );
});

test('uses the model when no sample is stored, and adds no missing keys', () => {
  expect(text({ b: 1, a: 2 })).toBe('{"b":1,"a":2}');
  expect(text({ b: 1, a: 2 }, {})).toBe('{}');
});
