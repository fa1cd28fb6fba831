import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { signatureHeaders } from './sign.ts';

const given = {
  deliveryId: 'd1',
  body: '{"event":"User.Created"}',
  signingKey: 'abcdefghijklmnopqrstuvwxyz012345',
  at: 1_700_000_000_999,
};

test('the hex signature of the body can be computed by another program', () => {
  const printed = execFileSync('openssl', ['dgst', '-sha256', '-hmac', given.signingKey], { input: given.body });
  expect(signatureHeaders(given)['logto-signature-sha-256']).toBe(printed.toString().trim().split(' ').at(-1));
});

test('the second signature covers id, time and body and follows Standard Webhooks', () => {
  const headers = signatureHeaders(given);
  const expected = createHmac('sha256', Buffer.from(given.signingKey, 'base64'))
    .update('d1.1700000000.{"event":"User.Created"}')
    .digest('base64');
  expect(headers).toMatchObject({
    'webhook-id': 'd1',
    'webhook-timestamp': '1700000000',
    'webhook-signature': `v1,${expected}`,
  });
  expect(signatureHeaders({ ...given, at: given.at + 1000 })['webhook-signature']).not.toBe(
    headers['webhook-signature'],
  );
  expect(signatureHeaders({ ...given, deliveryId: 'd2' })['webhook-signature']).not.toBe(headers['webhook-signature']);
});

test('signs with the previous key too while it is valid', () => {
  const previousKey = '543210zyxwvutsrqponmlkjihgfedcba';
  const [mine, old] = [given.signingKey, previousKey].map((signingKey) => signatureHeaders({ ...given, signingKey }));
  const both = signatureHeaders({ ...given, previousKey });
  expect(both['webhook-signature']).toBe(`${mine?.['webhook-signature']} ${old?.['webhook-signature']}`);
  expect(both['logto-signature-sha-256']).toBe(mine?.['logto-signature-sha-256']);
});
