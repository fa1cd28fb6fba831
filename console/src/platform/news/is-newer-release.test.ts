import { expect, test } from 'vitest';
import { isNewerRelease } from './is-newer-release.ts';

test('versions are compared part by part, as numbers', () => {
  expect(isNewerRelease('v1.10.0', '1.9.3')).toBe(true);
  expect(isNewerRelease('v2.0', '1.99.99')).toBe(true);
  expect(isNewerRelease('v1.9.3', '1.9.3')).toBe(false);
  expect(isNewerRelease('v1.9.2', '1.9.3')).toBe(false);
});

test('text that is not a version is never newer', () => {
  expect(isNewerRelease('vnext', '0.1.0')).toBe(false);
});
