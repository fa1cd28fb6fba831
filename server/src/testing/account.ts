import { createHash } from 'node:crypto';
import { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import { type AccountFields, accountCenterApi, accountFields } from '@postern/contracts/experience/account-center';
import { type CreateUser, usersApi } from '@postern/contracts/people/users';
import { verificationIdHeader } from '@postern/contracts/wire';
import type { Person } from './flows.ts';
import { lastMessage, visitor } from './sign-in.ts';
import type { TestApp } from './test-app.ts';

const verifier = 'v'.repeat(43);

/** A token for the account API, requested as an application does: sign-in, code, no resource. */
export async function accountToken(
  app: TestApp,
  { username, password }: Person,
  scope = 'openid profile email phone address custom_data identities',
  tenantId = 'default',
  client = { id: 'demo-app', path: '/demo-app' },
): Promise<string> {
  const browser = visitor(app, tenantId);
  const endpoint = app.app.endpointOf(tenantId);
  const redirectUri = `${endpoint}${client.path}`;
  await browser.arrive({
    client_id: client.id,
    scope,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  });
  await browser.start('SignIn');
  const identifier = { type: 'username', value: username };
  const proof = await browser.step('POST', '/verification/password', { identifier, password });
  await browser.identify(proof.body.verificationId);
  const { body } = await browser.submit();
  const code = new URL(await browser.follow(body.redirectTo)).searchParams.get('code') ?? '';
  const answer = await app.inject(tenantId === 'admin' ? app.admin : app.core, {
    method: 'POST',
    url: '/oidc/token',
    headers: { host: new URL(endpoint).host, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: client.id,
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
    }).toString(),
  });
  if (answer.status !== 200) {
    throw new Error(`no token: ${JSON.stringify(answer.body)}`);
  }
  return (answer.body as { access_token: string }).access_token;
}

export const allEditable: AccountFields = Object.fromEntries(accountFields.map((field) => [field, 'Edit']));

export type Owner = Person & {
  id: string;
  token: string;
  /** Verifies the password and returns the header for a sensitive change. */
  permit(): Promise<Record<string, string>>;
  /** Sends a code, reads it from the mailbox and verifies it. Returns the id of the record. */
  proveAddress(type: 'email' | 'phone', value: string): Promise<string>;
};

let count = 0;

/** A new signed-in user, in a tenant whose account center allows all changes. */
export async function newOwner(app: TestApp, manager: string, more: CreateUser = {}, scope?: string): Promise<Owner> {
  count += 1;
  const person = { username: `person${count}`, password: `a long phrase ${count} of words` };
  const { body } = await app.call(usersApi.create, { token: manager, body: { ...person, ...more } });
  const token = await accountToken(app, person, scope);
  return {
    ...person,
    id: body.id,
    token,
    async permit() {
      const proof = await app.call(accountVerificationsApi.password, { token, body: { password: person.password } });
      return { [verificationIdHeader]: proof.body.verificationRecordId };
    },
    async proveAddress(type, value) {
      const identifier = { type, value };
      const sent = await app.call(accountVerificationsApi.sendCode, { token, body: { identifier } });
      const { verificationRecordId: verificationId } = sent.body;
      const { code } = await lastMessage(app, value);
      const shown = await app.call(accountVerificationsApi.verifyCode, {
        token,
        body: { identifier, verificationId, code },
      });
      if (shown.status !== 200) {
        throw new Error(`showing the code of ${value}: ${JSON.stringify(shown.body)}`);
      }
      return verificationId;
    },
  };
}

export async function openAccountCenter(app: TestApp, manager: string, fields = allEditable): Promise<void> {
  await app.call(accountCenterApi.update, { token: manager, body: { enabled: true, fields } });
}
