import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { expect } from 'vitest';
import { registeredEndpoints } from './platform/route.ts';
import { fileForm } from './platform/testing/form.ts';
import type { TestApp } from './testing.ts';
import { type WireOperation, wireIndex } from './testing-wire-index.ts';

export type WireInput = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  file?: Parameters<typeof fileForm>[0];
  headers?: Record<string, string>;
  token?: string | undefined;
};

/** What tests read from answers whose shape they know. */
// biome-ignore lint/suspicious/noExplicitAny: the table has no types of answers
export type WireBody = any;

export const operation = (label: string): WireOperation => {
  const found = wireIndex.find((one) => one.label === label);
  if (!found) {
    throw new Error(`the index has no ${label}`);
  }
  return found;
};

/** Sends one operation to the product as a program would: no contract is involved. */
export async function sendWire(
  app: TestApp,
  { method, path }: WireOperation,
  { params = {}, query = {}, body, file, headers = {}, token }: WireInput,
): Promise<{ status: number; body: WireBody }> {
  const isAdmin = path === '/me' || path.startsWith('/me/') || path.includes('/endpoints/');
  const server = isAdmin ? app.admin : app.core;
  const form = file && fileForm(file);
  return app.inject(server, {
    method,
    url: path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? 'aaaaaaaaaaaa')),
    query,
    headers: {
      host: new URL(app.app.endpointOf(isAdmin ? 'admin' : 'default')).host,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(form ? form.headers : body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(form ? { payload: form.payload } : body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
}

const shape = (path: string) => path.replace(/:\w+/g, ':');

export const contractOf = (app: TestApp, { method, path }: WireOperation): AnyEndpoint | undefined =>
  registeredEndpoints(app.app).find((one) => one.method === method && shape(one.path) === shape(path));

/** OpenAPI is printed from the contracts, so a code that is answered must be there. */
export function expectDeclared(app: TestApp, known: WireOperation, code: string): void {
  expect({ of: known.label, declares: contractOf(app, known)?.errors ?? [] }).toEqual({
    of: known.label,
    declares: expect.arrayContaining([code]),
  });
}

/** Parts of paths that are no ids: an unknown one is malformed. */
const notIds = new Set(['keyType', 'tokenTypePath', 'languageTag', 'scopeType', 'tenantId']);

/** By the general rules of the wire, where an operation does not name a code of its own. */
const generalCodes: Record<WireOperation['method'], string[]> = {
  GET: ['entity.not_found', 'entity.not_exists_with_id'],
  DELETE: ['entity.not_found', 'entity.not_exists_with_id'],
  POST: ['entity.not_found', 'entity.not_exists_with_id', 'entity.relation_foreign_key_not_found'],
  PUT: ['entity.not_found', 'entity.not_exists_with_id', 'entity.not_exists'],
  PATCH: ['entity.not_found', 'entity.not_exists_with_id', 'entity.not_exists'],
};

/** The same call for something that does not exist: each id of the path in turn. */
async function expectUnknown(app: TestApp, known: WireOperation, input: WireInput, free: string[]): Promise<void> {
  // A list of something that does not exist is empty, unless the index says otherwise.
  const mayBeEmpty = known.method === 'GET' && !known.errors.has(404);
  for (const [, name = ''] of known.path.matchAll(/:(\w+)/g)) {
    if (!notIds.has(name) && !free.includes(name)) {
      const params = { ...input.params, [name]: 'aaaaaaaaaaaa' };
      const { status, body } = await sendWire(app, known, { ...input, params });
      const found = { of: known.label, unknown: name, status, code: body?.code };
      const refusals = [...known.errors.keys(), 404].filter((one) => one >= 400 && one < 500);
      if (mayBeEmpty && known.success.includes(status)) {
        expect({ ...found, body }).toEqual({ ...found, body: [] });
      } else {
        expect(found).toEqual({
          ...found,
          status: expect.toBeOneOf(refusals),
          code: expect.toBeOneOf([...(known.errors.get(status) ?? []), ...generalCodes[known.method]]),
        });
        expectDeclared(app, known, body.code);
      }
    }
  }
}

/**
 * Calls operations that must succeed with a status of the index, and remembers which ones did. Then it calls them for
 * ids that do not exist. Parts of the path that are `free` may have any value.
 */
export function wireCaller(app: TestApp, token: string, reached: Set<string>) {
  return async (label: string, input: WireInput & { free?: string[] } = {}): Promise<WireBody> => {
    const known = operation(label);
    const { status, body } = await sendWire(app, known, { token, ...input });
    expect({ label, status, body }).toEqual({ label, status: expect.toBeOneOf(known.success), body });
    reached.add(label);
    await expectUnknown(app, known, { token, ...input }, input.free ?? []);
    return body;
  };
}

/** An operation whose success needs more than the test has: it answers this refusal of the index instead. */
export async function refuseWire(
  app: TestApp,
  reached: Set<string>,
  [label, status, code]: readonly [string, number, string],
  input: WireInput,
): Promise<void> {
  const known = operation(label);
  const answer = await sendWire(app, known, input);
  expectRefusal(app, known, [status, code], [answer.status, answer.body?.code]);
  reached.add(label);
}

export function expectRefusal(
  app: TestApp,
  known: WireOperation,
  [status, code]: readonly [number, string],
  answer: readonly [number, string | undefined],
): void {
  expect([known.label, ...answer]).toEqual([known.label, status, code]);
  expect([known.label, known.errors.get(status)]).toEqual([known.label, expect.arrayContaining([code])]);
  expectDeclared(app, known, code);
}

/** No operation whose path has this form is left out, unless it waits for its feature. */
export function expectAllReached(reached: Set<string>, form: RegExp): void {
  const all = wireIndex.filter(({ path, isWaiting }) => !isWaiting && form.test(path)).map(({ label }) => label);
  expect(all.length).toBeGreaterThan(10);
  expect(all.filter((label) => !reached.has(label))).toEqual([]);
}
