import { expect, test } from 'vitest';
import { printMagicLink, readMagicLink } from './magic-link.ts';

test('encodes the target and the code in the fragment only', () => {
  const link = new URL(
    printMagicLink('https://auth.example.com', { verificationId: 'abc123', code: '004200' }, 'name'),
  );
  expect([link.origin, link.pathname, link.search]).toEqual(['https://auth.example.com', '/magic-link', '']);
  expect(readMagicLink(link.hash)).toEqual({ verificationId: 'abc123', code: '004200' });
});

test.each(['', '#', '#id=abc', '#id=abc&code=12345', '#id=abc&code=1234567', '#id=<b>&code=123456', '#code=123456'])(
  '%j is not a valid link',
  (hash) => expect(readMagicLink(hash)).toBeUndefined(),
);
