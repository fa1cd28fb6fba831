import type { APIRequestContext } from '@playwright/test';
import { signInApi } from '@postern/contracts/sign-in/sign-in';
import { expect, type Product } from './product.ts';

/** Sends the steps of a sign-in to the demo app as its pages do, without loading them. */
export async function startByRequests(
  request: APIRequestContext,
  { endpoint }: Product,
  interactionEvent: 'SignIn' | 'Register',
) {
  const query = new URLSearchParams({
    client_id: 'demo-app',
    redirect_uri: `${endpoint}/demo-app`,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  });
  await request.get(`${endpoint}/oidc/auth?${query}`, { headers: { accept: 'text/html' } });
  const send = async <Answer>({ method, path }: { method: string; path: string }, data?: object): Promise<Answer> => {
    const answer = await request.fetch(endpoint + path, { method, headers: { origin: endpoint }, data });
    expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true);
    return JSON.parse((await answer.text()) || 'null');
  };
  await send(signInApi.start, { interactionEvent });
  return send;
}

/** Signs in to the demo app with a password. */
export async function signInByRequests(
  request: APIRequestContext,
  product: Product,
  username: string,
  password: string,
): Promise<void> {
  const send = await startByRequests(request, product, 'SignIn');
  const identifier = { type: 'username', value: username };
  await send(signInApi.identify, await send<object>(signInApi.verifyPassword, { identifier, password }));
  const { redirectTo } = await send<{ redirectTo: string }>(signInApi.submit);
  await request.get(redirectTo, { headers: { accept: 'text/html' } });
}
