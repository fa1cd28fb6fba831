import { HexColor } from '@postern/contracts/fields';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { toOpenApiSchema } from './openapi-schema.ts';

const of = (schema: z.ZodType) => toOpenApiSchema(schema, 'output');

test('a list of values that may be null contains null', () => {
  expect(of(z.enum(['a', 'b']).nullable())).toEqual({ type: 'string', enum: ['a', 'b', null], nullable: true });
});

test('a choice that may be null says so beside a type', () => {
  expect(of(z.union([z.string(), z.int().min(0).max(9)]).nullable())).toEqual({
    anyOf: [
      { type: 'string', nullable: true },
      { type: 'integer', minimum: 0, maximum: 9 },
    ],
  });
});

test('a record with known keys lists them as properties', () => {
  expect(of(z.record(z.enum(['opened', 'completed']), z.boolean()))).toMatchObject({
    properties: { opened: { type: 'boolean' }, completed: { type: 'boolean' } },
    required: ['opened', 'completed'],
  });
});

test('a pattern that ignores case is left out, because schemas have no flags', () => {
  expect(of(z.string().regex(/^[a-f]+$/i))).toEqual({ type: 'string' });
});

test.each(['#6139F6', '#6139f6', '#fff'])('the pattern of colors accepts %s', (color) => {
  const { pattern } = of(HexColor) as { pattern: string };
  expect(color).toMatch(new RegExp(pattern));
});
