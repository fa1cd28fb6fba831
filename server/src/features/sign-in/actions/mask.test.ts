import { expect, test } from 'vitest';
import { maskSecrets } from './mask.ts';

test.each([
  ['the password is hunter22!', ['hunter22!'], 'the password is ******'],
  ['a "quo\\"ted" one', ['quo"ted'], 'a "******" one'],
  ['GET /?key=a%20b%2Fc failed', ['a b/c'], 'GET /?key=****** failed'],
  ['both: long-secret and long', ['long', 'long-secret'], 'both: ****** and ******'],
  // The message was cut within the secret.
  ['wrong: correct hor', ['correct horse battery'], 'wrong: ******'],
  ['nothing to hide', ['', 'other'], 'nothing to hide'],
])('%s', (text, secrets, masked) => expect(maskSecrets(text, secrets)).toBe(masked));

test('a lone surrogate is no reason to fail', () => {
  expect(maskSecrets('is \ud800 here', ['\ud800'])).toBe('is ****** here');
});
