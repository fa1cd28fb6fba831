import { managementToken, send } from './calls.ts';
import type { BenchServer } from './server.ts';
import { browse, type Jar } from './sign-in.ts';

export const person = { username: 'visitor', password: 'a long enough secret' };

/** Calls of the management API with a JSON body. */
export async function managementOf(server: BenchServer) {
  const headers = { authorization: `Bearer ${await managementToken(server)}`, 'content-type': 'application/json' };
  return async (method: 'POST' | 'PATCH', path: string, body: unknown, status = 200) =>
    JSON.parse((await send(`${server.endpoint}${path}`, { method, headers, body: JSON.stringify(body), status })).text);
}

/** Follows redirects from an address until `isThere`, and signs the person in on the way. Returns the last address. */
export async function visit(server: BenchServer, jar: Jar, start: string, isThere: (url: string) => boolean) {
  let next = start;
  for (let hops = 0; hops < 20 && !isThere(next); hops += 1) {
    if (new URL(next).pathname === '/sign-in') {
      const step = async (method: 'PUT' | 'POST', path: string, body?: unknown) =>
        (await browse(jar, `${server.endpoint}/api/experience${path}`, method, body ? JSON.stringify(body) : undefined))
          .text;
      await step('PUT', '', { interactionEvent: 'SignIn' });
      const identifier = { type: 'username', value: person.username };
      const proof = await step('POST', '/verification/password', { identifier, password: person.password });
      await step('POST', '/identification', { verificationId: JSON.parse(proof).verificationId });
      next = JSON.parse(await step('POST', '/submit')).redirectTo;
    } else {
      next = new URL((await browse(jar, next)).location, next).href;
    }
  }
  return next;
}
