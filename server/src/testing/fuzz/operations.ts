import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { adminTenantId, verificationIdHeader } from '@postern/contracts/wire';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { z } from 'zod';
import { registeredEndpoints } from '#platform/http/route';
import { makeZip } from '../../platform/testing/zip.ts';
import { expectAnswer, hostOf } from './answer.ts';
import { adminKinds, authorizer, creatorsOf } from './authorize.ts';
import { type FoundIds, foundIds } from './found-ids.ts';
import { bodiesOf } from './from-schema.ts';
import { type Json, mutatedBytes, mutatedJson, mutatedText } from './mutate.ts';
import type { Target } from './target.ts';

const labelOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`;

/** An operation that ends the owner's account with all tokens, and streams, which do not end. */
const excluded = (contract: AnyEndpoint) =>
  labelOf(contract) === 'DELETE /api/me' || contract.file?.includes('text/event-stream');

/** Operations after which the other tenant can be used no more. */
const endsTenant = ({ method, path }: AnyEndpoint) =>
  path.endsWith('/suspend') || (method === 'DELETE' && path === '/api/tenants/:id');

type Call = {
  operation: string;
  /** `real` is the id of an object that exists. */
  path: string;
  params?: Record<string, Json>;
  query?: string;
  headers?: [name: string, value: string][];
  body?: Json;
  /** A body that is no JSON. */
  raw?: string;
  /** An uploaded file, in base64. */
  file?: string;
};

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const files = mutatedBytes([
  png,
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  makeZip([{ name: 'index.html', content: '<p>hello</p>' }]),
  Buffer.from('username,primaryEmail\nada,ada@example.com\n'),
  Buffer.from('[{"username":"ada"}]'),
]);

const headers = fc.array(
  fc.tuple(
    fc.constantFrom(
      'accept',
      'accept-language',
      'content-type',
      'cookie',
      'if-none-match',
      'origin',
      'range',
      'user-agent',
      'x-forwarded-for',
      verificationIdHeader,
    ),
    mutatedText([
      'application/json',
      'text/html',
      'de, en;q=0.5',
      '*',
      'bytes=0-1',
      '"abc"',
      'http://core.test',
      'a=b',
    ]),
  ),
  { maxLength: 3 },
);

const isChoice = (schema: z.ZodType | undefined, name: string): boolean => {
  const part = (schema as { shape?: Record<string, z.ZodType> } | undefined)?.shape?.[name];
  return part instanceof z.ZodEnum || part instanceof z.ZodLiteral || part instanceof z.ZodUnion;
};

/** Bodies per operation, made once: the schemas are large. */
const bodies = new Map<string, fc.Arbitrary<Json>>();
function bodyOf(contract: AnyEndpoint): fc.Arbitrary<Json> {
  const label = labelOf(contract);
  const known = bodies.get(label) ?? mutatedJson(bodiesOf(contract.body));
  bodies.set(label, known);
  return known;
}

function callsOf(contract: AnyEndpoint): fc.Arbitrary<Json> {
  const names = contract.query ? Object.keys((contract.query as { shape?: object }).shape ?? {}) : [];
  const pair = fc.tuple(
    fc.constantFrom('page', 'page_size', 'search', ...names),
    fc.oneof(
      fc.constantFrom('1', '-1', '20', '%', 'true', 'a'),
      mutatedText(['1', 'abc', '%a%', '2026-01-01', '-30d']),
    ),
  );
  const path = fc.oneof(
    { weight: 4, arbitrary: fc.constant('real') },
    mutatedText(['aaaaaaaaaaaa', 'en', 'username', '..']),
  );
  return fc
    .record({
      operation: fc.constant(labelOf(contract)),
      path: contract.params ? path : fc.constant('real'),
      params: contract.params ? bodiesOf(contract.params) : fc.constant(undefined),
      query:
        contract.query || contract.paged
          ? fc.array(pair, { maxLength: 3 }).map((pairs) => new URLSearchParams(pairs).toString())
          : fc.constant(undefined),
      headers: fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, headers),
      body: contract.body ? fc.option(bodyOf(contract), { freq: 20, nil: undefined }) : fc.constant(undefined),
      raw: contract.body
        ? mutatedText(['{"name":"a"}', '[]', 'null', '"x"', '1e999', '{"a":'])
        : fc.constant(undefined),
      file: contract.upload || contract.rawBody ? files : fc.constant(undefined),
    })
    .map((call) => JSON.parse(JSON.stringify(call)) as Json);
}

function payloadOf(contract: AnyEndpoint, { body, raw, file }: Call, ids: FoundIds): Partial<InjectOptions> {
  if (file !== undefined && contract.upload) {
    const lines = ['--x', 'content-disposition: form-data; name="file"; filename="a.png"', 'content-type: image/png'];
    const content = [
      Buffer.from(`${lines.join('\r\n')}\r\n\r\n`),
      Buffer.from(file, 'base64'),
      Buffer.from('\r\n--x--\r\n'),
    ];
    return { headers: { 'content-type': 'multipart/form-data; boundary=x' }, payload: Buffer.concat(content) };
  }
  if (file !== undefined) {
    return { headers: { 'content-type': contract.rawBody?.[0] }, payload: Buffer.from(file, 'base64') };
  }
  if (body === undefined && raw === undefined) {
    return {};
  }
  const payload = body === undefined ? raw : JSON.stringify(ids.fill(body));
  return { headers: { 'content-type': 'application/json' }, payload: payload as string };
}

const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, '');

export const operations: Target = {
  name: 'operations',
  slice: 350,
  renewal: 5000,
  open: async (world) => {
    await world.renew();
    const { app, tenantId, tokens } = world;
    let { otherTenantId } = world;
    let isSpent = false;
    const ids = foundIds(creatorsOf(world), world.kept);
    await ids.createAll();
    const authOf = authorizer(world);
    const contracts = registeredEndpoints(app.app).filter((contract) => !excluded(contract));
    const byLabel = new Map(contracts.map((contract) => [labelOf(contract), contract]));
    const calls = contracts.map(callsOf);
    return {
      isSpent: () => isSpent,
      inputs: fc.nat(calls.length - 1).chain((index) => calls[index] ?? fc.constant(null)),
      run: async (input) => {
        const call = input as unknown as Call;
        const contract = byLabel.get(call.operation);
        if (!contract) {
          return;
        }
        const isAdmin = adminKinds.includes(contract.auth.kind);
        const { params = {} } = call;
        const url = ids.pathOf(contract.path, (name, kind) => {
          if (call.path !== 'real') {
            return call.path.toWellFormed();
          }
          if (isAdmin && name === 'id') {
            return otherTenantId;
          }
          const given = String(params[name] ?? 'aaaa').toWellFormed();
          return isChoice(contract.params, name) ? given : (ids.pick(kind) ?? given);
        });
        const onAdmin = isAdmin || contract.path.includes('/endpoints/');
        const { headers: own, payload } = payloadOf(contract, call, ids);
        const answer = await expectAnswer(
          world,
          call.operation,
          {
            method: contract.method,
            url: call.query ? `${url}?${call.query}` : url,
            headers: {
              host: hostOf(world, onAdmin ? adminTenantId : tenantId),
              ...(await authOf(contract)),
              ...own,
              ...Object.fromEntries((call.headers ?? []).map(([name, value]) => [name, printable(value)])),
            },
            ...(payload === undefined ? {} : { payload }),
          },
          onAdmin,
        );
        isSpent ||= answer.statusCode === 401 && contract.auth.kind === 'management';
        if (answer.statusCode >= 300) {
          return;
        }
        if (endsTenant(contract)) {
          const { id, token } = await world.replaceOther();
          otherTenantId = id;
          tokens.organization = token;
        }
        if (contract.method === 'DELETE') {
          await ids.noteDeletion(contract.path, url);
        } else if (String(answer.headers['content-type']).includes('json')) {
          ids.note(contract, answer.json());
        }
      },
    };
  },
};
