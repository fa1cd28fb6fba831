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

/** What the documentation tells receivers to check. */
function accepts(headers: Record<string, string | undefined>, body: string, now: number): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  const expected = createHmac('sha256', Buffer.from(given.signingKey, 'base64'))
    .update(`${id}.${time}.${body}`)
    .digest('base64');
  return Math.abs(now / 1000 - Number(time)) <= 300 && signatures.split(' ').includes(`v1,${expected}`);
}

test('attack 39: a receiver recognizes forged, changed and repeated requests', () => {
  const headers: Record<string, string> = signatureHeaders(given);
  expect(accepts(headers, given.body, given.at)).toBe(true);
  expect(accepts(headers, given.body.replace('Created', 'Deleted'), given.at)).toBe(false);
  expect(accepts({ ...headers, 'webhook-id': 'd2' }, given.body, given.at)).toBe(false);
  const forged: Record<string, string> = signatureHeaders({ ...given, signingKey: 'k'.repeat(32) });
  expect(accepts(forged, given.body, given.at)).toBe(false);
  // Sent again an hour later: as it was, and with a new time.
  const later = given.at + 3_600_000;
  expect(accepts(headers, given.body, later)).toBe(false);
  expect(accepts({ ...headers, 'webhook-timestamp': String(Math.floor(later / 1000)) }, given.body, later)).toBe(false);
});

test('signs with the previous key too while it is valid', () => {
  const previousKey = '543210zyxwvutsrqponmlkjihgfedcba';
  const [mine, old] = [given.signingKey, previousKey].map((signingKey) => signatureHeaders({ ...given, signingKey }));
  const both = signatureHeaders({ ...given, previousKey });
  expect(both['webhook-signature']).toBe(`${mine?.['webhook-signature']} ${old?.['webhook-signature']}`);
  expect(both['logto-signature-sha-256']).toBe(mine?.['logto-signature-sha-256']);
});
