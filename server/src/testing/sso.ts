import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { expect } from 'vitest';
import type { TestIdentityProvider } from './identity-provider.ts';
import type { Visitor } from './sign-in.ts';
import type { TestApp } from './test-app.ts';

let count = 0;

/** Creates a connector with a domain that no other test uses. */
export async function connectSso(app: TestApp, token: string, body: object) {
  count += 1;
  const domain = `company${count}.example`;
  const { status, body: created } = await app.call(ssoConnectorsApi.create, {
    token,
    body: { providerName: 'OIDC', connectorName: `Company ${count}`, domains: [domain], ...body } as never,
  });
  expect([status, created]).toMatchObject([200, {}]);
  return { id: created.id, domain };
}

/** Starts the redirect to the identity provider. */
export async function leaveForSso(person: Visitor, connectorId: string) {
  const left = await person.step('POST', `/verification/sso/${connectorId}/authorization-uri`, {
    state: 'st',
    redirectUri: `http://core.test/callback/${connectorId}`,
  });
  expect([left.status, left.body]).toMatchObject([200, {}]);
  return left.body as { authorizationUri: string; verificationId: string };
}

export const returnFromSso = (person: Visitor, connectorId: string, verificationId: string, connectorData: object) =>
  person.step('POST', `/verification/sso/${connectorId}/verify`, { verificationId, connectorData });

/** Goes to the identity provider and back. Returns the verification id. */
export async function proveSso(person: Visitor, connectorId: string, provider: TestIdentityProvider): Promise<string> {
  const { authorizationUri, verificationId } = await leaveForSso(person, connectorId);
  const back = await returnFromSso(person, connectorId, verificationId, await provider.visit(authorizationUri));
  expect([back.status, back.body]).toEqual([200, { verificationId }]);
  return verificationId;
}
