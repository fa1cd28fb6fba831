import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { statusOf } from '@postern/contracts/endpoint';
import { errors } from '@postern/contracts/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newOwner, openAccountCenter } from './testing/account.ts';
import { type TestApp, testApp } from './testing/test-app.ts';
import { contractOf as findContract, sendWire, type WireInput } from './testing/wire-calls.ts';
import { type WireOperation, wireIndex } from './testing/wire-index.ts';

/**
 * Checks the running product against the wire index, status by status. Successful calls are in `wire-journeys.test.ts`.
 */
let app: TestApp;
let tokens: Record<'management' | 'account', string>;

beforeAll(async () => {
  app = await testApp();
  const management = await app.managementToken();
  await openAccountCenter(app, management);
  tokens = { management, account: (await newOwner(app, management)).token };
});
afterAll(() => app.close());

const contractOf = (operation: WireOperation) => findContract(app, operation);

const served = () =>
  wireIndex
    .filter(({ isWaiting }) => !isWaiting)
    .flatMap((operation) => {
      const contract = contractOf(operation);
      return contract ? [{ operation, contract }] : [];
    });
const kind = ({ contract }: { contract: AnyEndpoint }) => contract.auth.kind;
const guarded = () => served().filter((one) => ['management', 'account'].includes(kind(one)));
const tokenFor = (contract: AnyEndpoint) => tokens[contract.auth.kind as keyof typeof tokens];

const send = (operation: WireOperation, input: WireInput) => sendWire(app, operation, input);

test('the index is complete', () => {
  expect(wireIndex).toHaveLength(390);
  expect(new Set(wireIndex.map(({ label }) => label)).size).toBe(390);
});

test('serves every operation whose feature is implemented', () => {
  const missing = wireIndex.filter((one) => !one.isWaiting && !contractOf(one)).map(({ label }) => label);
  expect(missing).toEqual([]);
});

test('no operation marked as waiting is served already', async () => {
  for (const operation of wireIndex.filter(({ isWaiting }) => isWaiting)) {
    const { status } = await send(operation, {
      token: tokens.management,
      ...(operation.method === 'GET' ? {} : { body: {} }),
    });
    expect([operation.label, status, contractOf(operation)]).toEqual([operation.label, 404, undefined]);
  }
});

test('a success has a status of the index', () => {
  for (const { operation, contract } of served()) {
    // The default status is in the index; others may be errors with their own body.
    expect([operation.label, operation.success]).toEqual([
      operation.label,
      expect.arrayContaining([statusOf(contract)]),
    ]);
  }
});

/** Codes of the index that no feature returns. The test fails as soon as one of them is in the error table. */
const unansweredCodes = [
  // Every application has one of the name formats.
  'application.saml.name_id_format_required',
  'application.saml.unsupported_name_id_format',
  // A new sender replaces the old one, and factories have unique ids.
  'connector.more_than_one_connector_factory',
  'connector.more_than_one_email',
  'connector.more_than_one_sms',
  // Custom domains need no Cloudflare.
  'domain.cloudflare_data_missing',
  'domain.cloudflare_response_error',
  // The tenant is resolved before a handler runs.
  'guard.can_not_get_tenant_id',
  // The list of disposable addresses is built in.
  'session.email_blocklist.disposable_email_validation_failed',
  // A body without an address is malformed.
  'verification_code.phone_email_empty',
];

test('the error table has every code that a served operation may return', () => {
  const named = served().flatMap(({ operation }) => [...operation.errors.values()].flat());
  expect([...new Set(named)].filter((code) => !Object.hasOwn(errors, code)).sort()).toEqual(unansweredCodes);
});

describe('an invalid request', () => {
  test('without a token returns 401', async () => {
    const all = served().filter((one) => ['management', 'account', 'me'].includes(kind(one)));
    expect(all.length).toBeGreaterThan(170);
    for (const { operation } of all) {
      const { status, body } = await send(operation, operation.method === 'GET' ? {} : { body: {} });
      expect([operation.label, status, body.code]).toEqual([operation.label, 401, 'auth.authorization_header_missing']);
    }
  });

  test('without the sign-in cookie returns 400 session.not_found', async () => {
    const all = served().filter((one) => kind(one) === 'interaction');
    expect(all.length).toBeGreaterThan(30);
    for (const { operation, contract } of all) {
      const { status, body } = await send(operation, operation.method === 'GET' ? {} : { body: {} });
      // The query and the body are validated first.
      const isRefused = [contract.query, contract.body].some((schema) => schema && !schema.safeParse({}).success);
      expect([operation.label, status, body.code]).toEqual([
        operation.label,
        400,
        isRefused ? 'guard.invalid_input' : 'session.not_found',
      ]);
    }
  });

  test('with a body of the wrong type returns 400 guard.invalid_input', async () => {
    const all = guarded().filter(({ contract }) => contract.body && !contract.upload);
    expect(all.length).toBeGreaterThan(75);
    for (const { operation, contract } of all) {
      for (const body of ['text', 7, { unknown: { key: true } }]) {
        const answer = await send(operation, { token: tokenFor(contract), body, params: knownParams(operation) });
        // Objects with free keys, such as custom data, accept any content.
        const isFree = typeof body === 'object' && contract.body.safeParse(body).success;
        const isDocumented = [404, 422].includes(answer.status) && operation.errors.has(answer.status);
        if (!isFree) {
          expect([operation.label, body, answer.status, isDocumented ? '' : answer.body.code]).toEqual([
            operation.label,
            body,
            isDocumented ? answer.status : 400,
            isDocumented ? '' : 'guard.invalid_input',
          ]);
        }
      }
    }
  });

  test('with text instead of a file returns 400', async () => {
    for (const { operation, contract } of guarded().filter((one) => one.contract.upload)) {
      const { status } = await send(operation, { token: tokenFor(contract), body: {} });
      expect([operation.label, status]).toEqual([operation.label, 400]);
    }
  });
});

/** Valid values of path parameters that are not ids. */
const words: Record<string, string> = {
  keyType: 'private-keys',
  tokenTypePath: 'access-token',
  actionType: 'postSignIn',
  languageTag: 'de',
  scopeType: 'user-scopes',
};

const knownParams = ({ path }: WireOperation) =>
  Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)].flatMap(([, name = '']) => (words[name] ? [[name, words[name]]] : [])),
  );
