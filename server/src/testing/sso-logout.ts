import { expect } from 'vitest';
import type { Visitor } from './sign-in.ts';
import type { TestApp } from './test-app.ts';

/** Signs in with a proven account of a provider, or registers the first time. Returns the id of the user. */
export async function finishSso(person: Visitor, verificationId: string): Promise<string> {
  if ((await person.identify(verificationId)).status !== 204) {
    await person.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
    expect((await person.identify(verificationId)).status).toBe(201);
  }
  const { userId } = (await person.step('GET', '/interaction')).body;
  const end = await person.submit();
  expect([end.status, end.body]).toMatchObject([200, {}]);
  expect(await person.follow(end.body.redirectTo)).toContain('code=');
  return userId;
}

/** Whether the browser has a session here. */
export const isSignedIn = async (person: Visitor) => (await person.arrive({ prompt: 'none' })).includes('code=');

const headersOf = (person: Visitor) => ({
  host: 'core.test',
  accept: 'text/html',
  cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});

/** Opens an address of this server. Returns the status, where it leads, and the page. */
export async function open(app: TestApp, address: string, form?: Record<string, string>, person?: Visitor) {
  const { pathname, search } = new URL(address, 'http://core.test');
  const answer = await app.core.inject({
    method: form ? 'POST' : 'GET',
    url: pathname + search,
    headers: {
      ...(person ? headersOf(person) : { host: 'core.test' }),
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
  });
  return {
    status: answer.statusCode,
    to: answer.headers.location === undefined ? undefined : String(answer.headers.location),
    page: answer.payload,
    headers: answer.headers,
  };
}

/** Signs out with the page of the end-session endpoint. Returns where the browser is sent. */
export async function signOut(app: TestApp, person: Visitor, parameters: Record<string, string> = {}): Promise<string> {
  const { page } = await open(app, `/oidc/session/end?${new URLSearchParams(parameters)}`, undefined, person);
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const { status, to } = await open(app, '/oidc/session/end/confirm', { xsrf, logout: 'yes' }, person);
  expect(status).toBe(303);
  return to ?? '';
}
