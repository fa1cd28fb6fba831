import { expect, test } from 'vitest';
import { referenceOf } from './reference.ts';
import { findEntry } from './shared/entries.ts';

const entries = referenceOf('access-token', ['API_KEY']);
const typeOf = (path: string) => findEntry(entries, path.split('.'))?.type;

test('resolves a path to its end', () => {
  expect(typeOf('context.user.roles')).toBe('object[]');
  expect(typeOf('api.denyAccess')).toBe('(message?: string) => never');
  expect(typeOf('environmentVariables.API_KEY')).toBe('string');
});

test('recognizes a property destructured from the context', () => {
  expect(typeOf('user.primaryEmail')).toBe('string | null');
});

test('returns no entry for unknown paths', () => {
  for (const path of ['nothing', 'context.nothing', 'token.clientId.more', 'environmentVariables.OTHER', '']) {
    expect(typeOf(path)).toBeUndefined();
  }
  expect(findEntry(referenceOf('client-credentials'), ['context', 'user'])).toBeUndefined();
  expect(findEntry(referenceOf('client-credentials'), ['context', 'application'])?.type).toBe('object | undefined');
});
