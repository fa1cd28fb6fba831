import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { expect } from 'vitest';
import { registeredEndpoints } from '#platform/http/route';
import { fileForm } from '#platform/testing/form';
import type { TestApp } from './test-app.ts';
import { type WireOperation, wireIndex } from './wire-index.ts';

export type WireInput = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  file?: Parameters<typeof fileForm>[0];
  headers?: Record<string, string>;
  token?: string | undefined;
};

/** Untyped, because tests know the shape of these responses. */
// biome-ignore lint/suspicious/noExplicitAny: the table has no types of answers
export type WireBody = any;

export const operation = (label: string): WireOperation => {
  const found = wireIndex.find((one) => one.label === label);
  if (!found) {
    throw new Error(`the index has no ${label}`);
  }
  return found;
};

/** Sends an operation to the product like an external program, without its contract. */
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

const declaredBy = ({ errors = [], otherStatuses = {} }: Pick<AnyEndpoint, 'errors' | 'otherStatuses'> = {}) => [
  ...errors,
  ...Object.values(otherStatuses).flat(),
];

/** OpenAPI is generated from the contracts, so they must declare every error code in use. */
export function expectDeclared(app: TestApp, known: WireOperation, code: string): void {
  expect({ of: known.label, declares: declaredBy(contractOf(app, known)) }).toEqual({
    of: known.label,
    declares: expect.arrayContaining([code]),
  });
}

/** Path parameters that are not ids: an unknown value is malformed. */
const notIds = new Set(['keyType', 'tokenTypePath', 'actionType', 'languageTag', 'scopeType', 'tenantId']);

/** The general error codes, for operations that do not list their own. */
const generalCodes: Record<WireOperation['method'], string[]> = {
  GET: ['entity.not_found', 'entity.not_exists_with_id'],
  DELETE: ['entity.not_found', 'entity.not_exists_with_id'],
  POST: ['entity.not_found', 'entity.not_exists_with_id', 'entity.relation_foreign_key_not_found'],
  PUT: ['entity.not_found', 'entity.not_exists_with_id', 'entity.not_exists'],
  PATCH: ['entity.not_found', 'entity.not_exists_with_id', 'entity.not_exists'],
};

/** Repeats the call with unknown ids, one path parameter at a time. */
async function expectUnknown(app: TestApp, known: WireOperation, input: WireInput, free: string[]): Promise<void> {
  // A list of an unknown entity is empty, unless the index says otherwise.
  const mayBeEmpty = known.method === 'GET' && !known.errors.has(404);
  for (const [, name = ''] of known.path.matchAll(/:(\w+)/g)) {
    if (!notIds.has(name) && !free.includes(name)) {
      const params = { ...input.params, [name]: 'aaaaaaaaaaaa' };
      const { status, body } = await sendWire(app, known, { ...input, params });
      const found = { of: known.label, unknown: name, status, code: body?.code };
      const refusals = [...known.errors.keys(), 404].filter((one) => one >= 400 && one < 500);
      if (mayBeEmpty && known.success.includes(status)) {
        // Some lists are a member of the body.
        expect({ ...found, body: Object.values(body).flat() }).toEqual({ ...found, body: [] });
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
 * Calls operations that must succeed with a status of the index and records them. Then repeats the calls with unknown
 * ids. Path parameters in `free` may have any value.
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

/** For an operation that cannot succeed in the test: expects this error of the index instead. */
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

/** Fails if an operation whose path matches was not called, unless its feature is not implemented yet. */
export function expectAllReached(reached: Set<string>, form: RegExp): void {
  const all = wireIndex.filter(({ path, isWaiting }) => !isWaiting && form.test(path)).map(({ label }) => label);
  expect(all.length).toBeGreaterThan(10);
  expect(all.filter((label) => !reached.has(label))).toEqual([]);
}
