import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { signatureHeaders } from './sign.ts';

const given = {
  deliveryId: 'd1',
  body: '{"event":"User.Created"}',
  signingKey: 'abcdefghijklmnopqrstuvwxyz012345',
  at: 1_700_000_000_999,
};

test('the hex signature of the body can be computed with another library', async () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(given.signingKey), algorithm, false, ['sign']);
  const expected = Buffer.from(await crypto.subtle.sign('HMAC', key, bytes(given.body))).toString('hex');
  expect(signatureHeaders(given)['logto-signature-sha-256']).toBe(expected);
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
