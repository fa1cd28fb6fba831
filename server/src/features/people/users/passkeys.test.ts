import { expect, test } from 'vitest';
import { createAuthenticator } from '#testing/passkeys';
import { readNewPasskey, verifyPasskeyUse } from './passkeys.ts';

const expected = { challenge: 'Y2hhbGxlbmdl', rpId: 'core.test', origins: ['http://core.test'] };

test('a passkey is neither created nor used inside of a page of another site', async () => {
  const device = createAuthenticator();
  const framed = { crossOrigin: true };
  await expect(readNewPasskey(device.register(expected.challenge, framed), expected, undefined)).rejects.toThrow(
    'inside of a page of another site',
  );
  const passkey = await readNewPasskey(device.register(expected.challenge), expected, undefined);
  const use = (situation = {}) => device.authenticate(expected.challenge, 'user', situation);
  await expect(verifyPasskeyUse(use(framed), passkey, expected)).rejects.toThrow('inside of a page of another site');
  expect(await verifyPasskeyUse(use(), passkey, expected)).toBeGreaterThan(0);
});
