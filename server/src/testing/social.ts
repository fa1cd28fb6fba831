import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { expect } from 'vitest';
import { type Visitor, visitor } from './sign-in.ts';
import type { TestApp } from './test-app.ts';

/** An OAuth 2.0 provider whose codes are access tokens; `people` maps them to users. */
export async function socialProvider() {
  const people = new Map<string, object>();
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) {
      text += chunk;
    }
    const code = new URLSearchParams(text).get('code') ?? request.headers.authorization?.slice('Bearer '.length) ?? '';
    const person = people.get(code);
    response.writeHead(person ? 200 : 400, { 'content-type': 'application/json' });
    const token = request.url === '/token' && person ? { access_token: code } : undefined;
    response.end(JSON.stringify(token ?? person ?? { error: 'invalid_grant' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    people,
    close: () => server.close(),
    /** Creates a generic OAuth connector for this provider. Returns its id. */
    async connect(
      app: TestApp,
      token: string,
      target: string,
      more: object = {},
      config: object = {},
    ): Promise<string> {
      const { status, body } = await app.call(connectorsApi.create, {
        token,
        body: {
          connectorId: 'oauth2',
          metadata: { target, name: { en: target } },
          config: {
            authorizationEndpoint: 'https://acme.example/authorize',
            tokenEndpoint: `http://127.0.0.1:${port}/token`,
            userInfoEndpoint: `http://127.0.0.1:${port}/me`,
            clientId: 'postern',
            clientSecret: 'secret of the connector',
            tokenEndpointResponseType: 'json',
            ...config,
          },
          ...more,
        },
      });
      expect([status, body]).toMatchObject([200, { target }]);
      return body.id;
    },
  };
}

export async function arrived(app: TestApp, event: 'SignIn' | 'Register' | 'ForgotPassword' = 'SignIn') {
  const person = visitor(app);
  await person.arrive();
  await person.start(event);
  return person;
}

/** Starts the redirect to the provider. Returns the id of the verification record. */
export async function leaveFor(person: Visitor, connectorId: string): Promise<string> {
  const left = await person.step('POST', `/verification/social/${connectorId}/authorization-uri`, {
    state: 'st',
    redirectUri: `http://core.test/callback/${connectorId}`,
  });
  expect(left.status).toBe(200);
  return left.body.verificationId;
}

export const comeBack = (person: Visitor, connectorId: string, verificationId: string, data: object) =>
  person.step('POST', `/verification/social/${connectorId}/verify`, { verificationId, connectorData: data });

/** Goes to the provider and back. Returns the verification id. */
export async function proveSocial(person: Visitor, connectorId: string, code: string): Promise<string> {
  const verificationId = await leaveFor(person, connectorId);
  const back = await comeBack(person, connectorId, verificationId, { code, state: 'st' });
  expect([back.status, back.body]).toEqual([200, { verificationId }]);
  return verificationId;
}
