import type { APIResponse, Browser } from '@playwright/test';
import { signInApi } from '@postern/contracts/sign-in/sign-in';
import { expect, type Product } from './product.ts';
import { demoClient, signInSteps } from './sign-in-steps.ts';

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
  const steps = signInSteps(request, endpoint, demoClient);
  const arrive = async () => (await steps.arrive()).pathname;
  const sendPassword = async (username: string, password: string) => {
    await steps.send(signInApi.start, { interactionEvent: 'SignIn' });
    return steps.sendPassword(username, password);
  };
  return {
    address: steps.address,
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
      expect((await steps.complete(verificationId)).pathname).toBe('/demo-app');
    },
  };
}
