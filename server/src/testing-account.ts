import { createHash } from 'node:crypto';
import type { TestApp } from './testing.ts';
import type { Person } from './testing-flows.ts';
import { visitor } from './testing-sign-in.ts';

const verifier = 'v'.repeat(43);

/** A token for the account API, got the way an application gets it: sign-in, code, no resource. */
export async function accountToken(
  app: TestApp,
  { username, password }: Person,
  scope = 'openid profile email phone address custom_data identities',
  tenantId = 'default',
): Promise<string> {
  const browser = visitor(app, tenantId);
  const endpoint = app.app.endpointOf(tenantId);
  const redirectUri = `${endpoint}/demo-app`;
  await browser.arrive({
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
      client_id: 'demo-app',
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
