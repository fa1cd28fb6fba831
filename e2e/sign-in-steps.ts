import { createHash, randomBytes } from 'node:crypto';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { signInApi } from '@postern/contracts/sign-in/sign-in';
import { expect } from './product.ts';

type Step = { method: string; path: string };
export type Client = { id: string; callback: string; scope: string; prompt?: string; resources?: readonly string[] };

export async function read<Answer>(answer: APIResponse): Promise<Answer> {
  expect(answer.ok(), `${answer.status()} of ${answer.url()}`).toBe(true);
  return JSON.parse((await answer.text()) || 'null');
}

/** A sign-in to a client in the same steps as the pages, without loading them. */
export function signInSteps(
  request: APIRequestContext,
  endpoint: string,
  { id, callback, scope, prompt, resources = [] }: Client,
) {
  const verifier = randomBytes(32).toString('base64url');
  const client = { client_id: id, redirect_uri: endpoint + callback };
  const query = new URLSearchParams({
    ...client,
    response_type: 'code',
    scope,
    ...(prompt ? { prompt } : {}),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  for (const resource of resources) {
    query.append('resource', resource);
  }
  const address = `${endpoint}/oidc/auth?${query}`;
  const open = async (url: string) => new URL((await request.get(url, { headers: { accept: 'text/html' } })).url());
  const send = ({ method, path }: Step, data?: object) =>
    request.fetch(endpoint + path, { method, headers: { origin: endpoint }, data });
  const exchange = async <Tokens>(form: Record<string, string>) =>
    read<Tokens>(await request.post(`${endpoint}/oidc/token`, { form: { ...client, ...form } }));
  return {
    /** Starts a sign-in in a browser. */
    address,
    /** Sends the authorization request. Returns where it ends. */
    arrive: () => open(address),
    send,
    sendPassword: (username: string, password: string) =>
      send(signInApi.verifyPassword, { identifier: { type: 'username', value: username }, password }),
    /** Completes the sign-in. Returns where it ends. */
    async complete(verificationId: string) {
      await read(await send(signInApi.identify, { verificationId }));
      return open((await read<{ redirectTo: string }>(await send(signInApi.submit))).redirectTo);
    },
    exchange,
    redeem: <Tokens>(callbackUrl: URL) =>
      exchange<Tokens>({
        grant_type: 'authorization_code',
        code: callbackUrl.searchParams.get('code') ?? '',
        code_verifier: verifier,
      }),
  };
}

type Steps = ReturnType<typeof signInSteps>;

/** From the authorization request to the application. Returns where it ends. */
export async function signInWithPassword(steps: Steps, username: string, password: string): Promise<URL> {
  await steps.arrive();
  await read(await steps.send(signInApi.start, { interactionEvent: 'SignIn' }));
  const proof = await read<{ verificationId: string }>(await steps.sendPassword(username, password));
  return steps.complete(proof.verificationId);
}

export const demoClient: Client = { id: 'demo-app', callback: '/demo-app', scope: 'openid profile' };
