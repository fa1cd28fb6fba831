import { expect, test } from 'vitest';
import { decode } from './decode.ts';

const encode = (value: unknown) => btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))));

test('decodes header and claims of a JWT, in any script', () => {
  const token = `${encode({ alg: 'ES256' })}.${encode({ name: 'Zoë 愛' })}.sig`;
  expect(decode(token)).toEqual({ header: { alg: 'ES256' }, payload: { name: 'Zoë 愛' } });
});

test.each(['opaque', 'a.b', 'not.base64!.x', ''])('"%s" is opaque', (token) => {
  expect(decode(token)).toBeUndefined();
});
