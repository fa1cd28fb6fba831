import type { APIResponse, Browser } from '@playwright/test';
import { signInApi } from '@postern/contracts/sign-in/sign-in';
import { expect, type Product } from './product.ts';

/** A person who uses the demo app with a session of a browser, but by requests: its pages have their own tests. */
type DemoVisitor = {
  /** Starts a sign-in in a browser. */
  address: string;
  /** Starts a sign-in. Returns where it ends: `/demo-app` with a session, otherwise the first page of the sign-in. */
  arrive(): Promise<string>;
  /** Sends a password to the sign-in that was started. */
  sendPassword(username: string, password: string): Promise<APIResponse>;
  /** Starts a sign-in and completes it with the last of these passwords; the others are wrong. */
  signIn(username: string, ...passwords: string[]): Promise<void>;
};

export async function newDemoVisitor(
  browser: Browser,
  { endpoint }: Pick<Product, 'endpoint'>,
  userAgent?: string,
): Promise<DemoVisitor> {
  const { request } = await browser.newContext(userAgent ? { userAgent } : {});
  const query = new URLSearchParams({
    client_id: 'demo-app',
    redirect_uri: `${endpoint}/demo-app`,
    response_type: 'code',
    scope: 'openid profile',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const open = async (url: string) => {
    const answer = await request.get(url, { headers: { accept: 'text/html' } });
    return new URL(answer.url()).pathname;
  };
  const send = ({ method, path }: { method: string; path: string }, data?: object) =>
    request.fetch(endpoint + path, { method, headers: { origin: endpoint }, data });
  const address = `${endpoint}/oidc/auth?${query}`;
  const arrive = () => open(address);
  const sendPassword = async (username: string, password: string) => {
    await send(signInApi.start, { interactionEvent: 'SignIn' });
    return send(signInApi.verifyPassword, { identifier: { type: 'username', value: username }, password });
  };
  return {
    address,
    arrive,
    sendPassword,
    async signIn(username, ...passwords) {
      expect(await arrive()).toBe('/sign-in');
      const answers: APIResponse[] = [];
      for (const password of passwords) {
        answers.push(await sendPassword(username, password));
      }
      const last = answers.pop();
      expect([answers.some((answer) => answer.ok()), last?.ok()]).toEqual([false, true]);
      const { verificationId } = JSON.parse((await last?.text()) ?? '{}');
      await send(signInApi.identify, { verificationId });
      const { redirectTo } = await (await send(signInApi.submit)).json();
      expect(await open(redirectTo)).toBe('/demo-app');
    },
  };
}
