import { expect, test } from 'vitest';
import { z } from 'zod';
import { schemaResolver } from './resolver.ts';

const Badge = z.strictObject({ name: z.string().min(1), email: z.email().max(128).nullish() });
const options = { fields: {}, shouldUseNativeValidation: false };

test('an optional field with a rule is valid when it is empty, and sent as null', async () => {
  const resolve = schemaResolver(Badge, { emptyIsNull: true });
  expect(await resolve({ name: 'First', email: '' }, undefined, options)).toEqual({
    values: { name: 'First', email: null },
    errors: {},
  });
  expect((await resolve({ name: '', email: 'nobody' }, undefined, options)).errors).toMatchObject({
    name: { type: 'too_small' },
    email: { type: 'invalid_format' },
  });
});
