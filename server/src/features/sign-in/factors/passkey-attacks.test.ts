import { accountCenterApi } from '@postern/contracts/experience/account-center';
import type { WebAuthnAssertion } from '@postern/contracts/people/webauthn';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appWithFactors, createPerson } from '#testing/factors';
import { createAuthenticator } from '#testing/passkeys';
import { changeSettings, visitor } from '#testing/sign-in';
import type { TestApp } from '#testing/test-app';
import { readNewPasskey, verifyPasskeyUse } from '../../people/users/passkeys.ts';

/** Passkeys that changed, moved or belong to somebody else (attack 50). */
let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await appWithFactors({ factors: ['WebAuthn'], policy: 'NoPrompt' });
  token = await app.managementToken();
  await changeSettings(app, { passkeySignIn: { enabled: true } });
});
afterAll(() => app.close());

type Authenticator = ReturnType<typeof createAuthenticator>;
const here = { rpId: 'core.test', origin: 'http://core.test' };
const challenge = 'Y2hhbGxlbmdl';

const read = (authenticator: Authenticator, { flags = 0, rpId, origin } = { ...here, flags: 0 }) =>
  readNewPasskey(
    authenticator.register(challenge, { flags, rpId, origin }),
    { challenge, rpId, origins: [origin] },
    undefined,
  );

/** Stores a passkey as if it had been registered at a place. */
async function store(userId: string, authenticator: Authenticator, place = here): Promise<void> {
  const passkey = await read(authenticator, { ...place, flags: 0 });
  const factor = { ...passkey, id: authenticator.credentialId, type: 'WebAuthn', createdAt: new Date().toISOString() };
  await app.write('default', (db) =>
    sql`update users set mfa_verifications = mfa_verifications || ${JSON.stringify([factor])}::jsonb
      where id = ${userId}`.execute(db),
  );
}

/** Tries to sign in with an answer to the challenge. Returns the id of the person. */
async function signIn(answer: (challenge: string) => WebAuthnAssertion): Promise<string | undefined> {
  const browser = visitor(app);
  await browser.arrive();
  await browser.start('SignIn');
  const { body } = await browser.step('POST', '/verification/sign-in-passkey/authentication');
  const { verificationId, authenticationOptions } = body;
  const payload = answer(authenticationOptions.challenge);
  const shown = { verificationId, payload };
  const verified = await browser.step('POST', '/verification/sign-in-passkey/authentication/verify', shown);
  expect([200, 400]).toContain(verified.status);
  const identified = await browser.identify(verificationId);
  expect(identified.status === 204).toBe(verified.status === 200);
  return (await browser.step('GET', '/interaction')).body.userId;
}

test('a passkey stays of the kind that was registered, and one that cannot be backed up is not', async () => {
  const [shareable, backedUp, impossible] = [0x08, 0x18, 0x10];
  await expect(read(createAuthenticator(), { ...here, flags: impossible })).rejects.toThrow();
  for (const [registered, right, wrong] of [
    [0, [0], [shareable, backedUp, impossible]],
    [shareable, [shareable, backedUp], [0, impossible]],
  ] as const) {
    const authenticator = createAuthenticator();
    const passkey = await read(authenticator, { ...here, flags: registered });
    const use = (flags: number) =>
      verifyPasskeyUse(authenticator.authenticate(challenge, 'someone', { flags }), passkey, {
        challenge,
        rpId: here.rpId,
        origins: [here.origin],
      });
    for (const flags of right) {
      expect(await use(flags)).toBeGreaterThan(0);
    }
    for (const flags of wrong) {
      await expect(use(flags)).rejects.toThrow();
    }
  }
});

test('a copy whose counter is behind does not sign in, also not at the same moment', async () => {
  const { id } = await createPerson(app);
  const authenticator = createAuthenticator();
  await store(id, authenticator);
  expect(await signIn((asked) => authenticator.authenticate(asked, id, { count: 7 }))).toBe(id);
  for (const count of [7, 6, 0]) {
    expect(await signIn((asked) => authenticator.authenticate(asked, id, { count }))).toBeUndefined();
  }
  const both = await Promise.all(
    [8, 8].map((count) => signIn((asked) => authenticator.authenticate(asked, id, { count }))),
  );
  expect(both.filter((found) => found === id)).toHaveLength(1);
});

test('a passkey of a domain that the tenant has no more signs nobody in, wherever it is used', async () => {
  const { id } = await createPerson(app);
  const gone = { rpId: 'login.gone.example', origin: 'https://login.gone.example' };
  const authenticator = createAuthenticator();
  await store(id, authenticator, gone);
  for (const place of [gone, here, { ...gone, origin: here.origin }, { ...here, origin: gone.origin }]) {
    expect(await signIn((asked) => authenticator.authenticate(asked, id, place))).toBeUndefined();
  }
});

test('an origin that is not related any more is refused', async () => {
  const { id } = await createPerson(app);
  const authenticator = createAuthenticator();
  await store(id, authenticator);
  const origin = 'https://shop.example';
  const relate = (webauthnRelatedOrigins: string[]) =>
    app.call(accountCenterApi.update, { token, body: { webauthnRelatedOrigins } });
  const use = () => signIn((asked) => authenticator.authenticate(asked, id, { origin }));
  expect(await use()).toBeUndefined();
  expect((await relate([origin])).status).toBe(200);
  expect(await use()).toBe(id);
  await relate([]);
  expect(await use()).toBeUndefined();
});

test('the handle of another person opens neither account', async () => {
  const [person, victim] = [await createPerson(app), await createPerson(app)];
  const [own, theirs] = [createAuthenticator(), createAuthenticator()];
  await store(person.id, own);
  await store(victim.id, theirs);
  expect(await signIn((asked) => own.authenticate(asked, victim.id))).toBeUndefined();
  // The id of the credential of the victim, signed with the own key.
  const forged = (asked: string) => ({
    ...own.authenticate(asked, victim.id),
    id: theirs.credentialId,
    rawId: theirs.credentialId,
  });
  expect(await signIn(forged)).toBeUndefined();
  expect(await signIn((asked) => own.authenticate(asked, person.id))).toBe(person.id);
});
