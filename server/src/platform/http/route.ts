import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { AnyEndpoint, BodyOf, ParamsOf, QueryOf } from '@postern/contracts/endpoint';
import { statusOf } from '@postern/contracts/endpoint';
import { totalCappedHeader, totalNumberHeader } from '@postern/contracts/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { App, Scope } from '#platform/app';
import type { Db } from '#platform/db/db';
import { linkHeader, type Page, readPage } from '#platform/db/paging';
import { repeatAfterDeadlock } from '#platform/db/repeat-after-deadlock';
import type { WriteOptions } from '#platform/tenancy/tenancy';
import { actorOf, managementCallOf, onBehalfOf } from './actor.ts';
import { authenticate, calledEndpoint } from './authenticate.ts';
import { type Caller, termsOf } from './caller.ts';
import { invalidInput } from './errors.ts';
import { languagesOf } from './http.ts';
import { ignoreEntityKeys } from './ignore-entity-keys.ts';
import { withoutSecrets } from './withhold.ts';

export type { Scope } from '#platform/app';

type Call<E extends AnyEndpoint> = {
  app: App;
  request: FastifyRequest;
  reply: FastifyReply;
  tenantId: string;
  /** The caller as identified by a verified token, never by other parts of the request. */
  caller: Caller;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  page: Page | undefined;
  languages: string[];
  /** Sets the total of a paged list. A capped one is only a lower limit: then no last page is known. */
  total(count: number, isCapped?: boolean): void;
  /** Sends another success status of the contract. */
  status(code: number): void;
};

/** The return value of a handler; void if the contract has no response. */
type Answer<E> = E extends { response?: infer R extends z.ZodType } ? z.input<R> | NothingFor<R> : undefined;
// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a return is allowed where nothing is answered
type NothingFor<R> = R extends z.ZodUndefined ? void : never;

type Handler<E extends AnyEndpoint, Prepared> = {
  /** Slow work without the database, such as hashing, so that no connection is held. */
  prepare?: (call: Call<E>) => Promise<Prepared>;
  handle: (call: Call<E> & { db: Db; prepared: Prepared }) => Promise<Answer<E>>;
  /** A large read that may run on a standby of the database, see `standby.ts`. */
  readsStandby?: true;
} & WriteOptions;

/** A handler that opens its own units of work, such as a sign-in step, so that it holds no connection in between. */
type Responder<E extends AnyEndpoint> = { respond: (call: Call<E>) => Promise<Answer<E>> };

/**
 * A file that is generated while it is sent: later errors close the connection. Without a name it is a stream for a
 * page, such as server-sent events, and must not be buffered.
 */
type SentFile = { type: string; name?: string; content: AsyncIterable<string | Uint8Array> };

type Sender<E extends AnyEndpoint> = { send: (call: Call<E>) => Promise<SentFile> };

const sendFile = (reply: FastifyReply, { type, name, content }: SentFile): FastifyReply =>
  reply
    .type(type === 'application/pdf' ? type : `${type}; charset=utf-8`)
    .headers({
      ...(name === undefined
        ? { 'x-accel-buffering': 'no' }
        : { 'content-disposition': `attachment; filename="${name}"` }),
      'cache-control': 'no-store',
    })
    .send(content instanceof Readable ? content : Readable.from(content));

function parse<T>(schema: z.ZodType<T> | undefined, value: unknown, type: 'params' | 'query' | 'body'): T {
  if (!schema) {
    // Without a schema the part is not read, and its type is undefined.
    return undefined as T;
  }
  const parsed = schema.safeParse(value ?? {}, { reportInput: true });
  if (parsed.success) {
    return parsed.data;
  }
  throw invalidInput(type, parsed.error.issues);
}

/** Public settings of a tenant. Anything else may be personal or secret and is stored nowhere, not even by browsers. */
const mayBeStored = ({ path }: AnyEndpoint) => path.startsWith('/api/.well-known/');

/** Reads have an ETag, so that clients can ask whether their copy in memory is current. */
function sendJson(contract: AnyEndpoint, request: FastifyRequest, reply: FastifyReply, value: unknown): FastifyReply {
  const body = JSON.stringify(value);
  reply.type('application/json; charset=utf-8');
  if (request.method !== 'GET') {
    return reply.header('cache-control', 'no-store').send(body);
  }
  const etag = `"${createHash('sha1').update(body).digest('base64url')}"`;
  reply.headers({ etag, 'cache-control': mayBeStored(contract) ? 'private, no-cache' : 'no-store' });
  const known = request.headers['if-none-match'];
  return known?.split(',').some((one) => [etag, `W/${etag}`].includes(one.trim()))
    ? reply.code(304).send()
    : reply.send(body);
}

/** Every registered endpoint, for OpenAPI and for the sweep test. */
export const registeredEndpoints = (app: App): readonly AnyEndpoint[] => [...app.endpoints];

/** Validates the response, so that a new column cannot leak through an old route. */
function check({ method, path, response }: AnyEndpoint, result: unknown): unknown {
  if (!response) {
    return undefined;
  }
  const answer = response.safeParse(result);
  if (!answer.success) {
    throw new Error(`${method} ${path} answers against its contract: ${answer.error.message}`);
  }
  return answer.data;
}

/** Handles a call and returns the validated response. */
type Answerer<E extends AnyEndpoint> = { answer: (call: Call<E>) => Promise<unknown> };

function inUnitOfWork<E extends AnyEndpoint, Prepared>(
  contract: AnyEndpoint,
  handler: Handler<E, Prepared> | Handler<E, Prepared>['handle'],
): Answerer<E>['answer'] {
  const { method, quota, auth } = contract;
  const { prepare, handle, changesSettings, readsStandby } =
    typeof handler === 'function' ? { handle: handler } : handler;
  return async (call) => {
    // Without a prepare step `prepared` is not read, and its type is undefined.
    const prepared = (await prepare?.(call)) as Prepared;
    const { tenantId, params, app } = call;
    // Whoever created a set-up link agreed to the costs.
    const agreedBefore = auth.kind === 'setup' ? { agreed: Number.POSITIVE_INFINITY } : {};
    const terms = { ...termsOf(call.caller, call.request.headers), ...agreedBefore };
    const limits = (quota && (await app.quota?.limitsOf(tenantId, quota, terms))) ?? [];
    const work = (db: Db) => {
      const run = () => handle({ ...call, db, prepared });
      return app.quota && limits.length > 0
        ? app.quota.within({ db, tenantId, limits, terms, params: { ...params }, run })
        : run();
    };
    if (method === 'GET') {
      const { read, readStandby } = app.tenancy;
      return check(contract, await (readsStandby ? readStandby : read)(tenantId, work));
    }
    // Before the commit, so that an invalid response rolls the work back.
    const checked = async (db: Db) => check(contract, await work(db));
    return repeatAfterDeadlock(() => app.tenancy.write(tenantId, checked, { changesSettings }));
  };
}

type AnyHandler<E extends AnyEndpoint, Prepared> =
  | Handler<E, Prepared>
  | Handler<E, Prepared>['handle']
  | Responder<E>
  | Sender<E>;

function answererOf<E extends AnyEndpoint, Prepared>(
  contract: E,
  handler: AnyHandler<E, Prepared>,
): Answerer<E> | Sender<E> {
  if (typeof handler === 'function' || !('respond' in handler || 'send' in handler)) {
    return { answer: inUnitOfWork(contract, handler) };
  }
  if (contract.quota) {
    // Its writes could not be rolled back here.
    throw new Error(`${contract.path} has a quota, so its handler must run in the unit of work of route().`);
  }
  return 'send' in handler ? handler : { answer: async (call) => check(contract, await handler.respond(call)) };
}

/**
 * Mounts a contract: resolve tenant → authenticate → authorize → validate → unit of work (quota → handler → validate
 * the response).
 */
export function route<E extends AnyEndpoint, Prepared = undefined>(
  scope: Scope,
  contract: E,
  handler: AnyHandler<E, Prepared>,
): void {
  const { app } = scope;
  const answerer = answererOf(contract, handler);
  app.endpoints.add(contract);
  const withoutEntityKeys = ignoreEntityKeys(contract, () => registeredEndpoints(app));

  scope.server.route({
    method: contract.method,
    url: contract.path,
    handler: async (request, reply) => {
      const tenantId = scope.tenantOf(request);
      const caller = await authenticate(app, contract, request, tenantId);
      const params = parse<ParamsOf<E>>(contract.params, request.params, 'params');
      const query = parse<QueryOf<E>>(contract.query, request.query, 'query');
      const body = parse<BodyOf<E>>(contract.body, withoutEntityKeys(request.body), 'body');
      const page = contract.paged ? readPage(contract.paged, request.query as Record<string, unknown>) : undefined;
      let total: number | undefined;
      let isTotalCapped = false;
      let status = statusOf(contract);
      const call: Call<E> = {
        app,
        request,
        reply,
        tenantId,
        caller,
        params,
        query,
        body,
        page,
        languages: languagesOf(request),
        total: (count, isCapped = false) => {
          total = count;
          isTotalCapped = isCapped;
        },
        status: (code) => {
          status = code;
        },
      };
      const actor = actorOf(contract, request, caller);
      if ('send' in answerer) {
        return sendFile(reply, await onBehalfOf(actor, () => answerer.send(call)));
      }
      const answer = await onBehalfOf(actor, () => answerer.answer(call), managementCallOf(contract, request), {
        tenantId,
        request: request.raw,
      });
      reply.code(status);
      if (page && total !== undefined) {
        const origin = calledEndpoint({ app, request, tenantId });
        reply
          .header(totalNumberHeader, total)
          .header('link', linkHeader(`${origin}${request.originalUrl}`, page, total, isTotalCapped));
        if (isTotalCapped) {
          reply.header(totalCappedHeader, 'true');
        }
      }
      return answer === undefined
        ? reply.send()
        : sendJson(contract, request, reply, withoutSecrets(contract, caller, answer));
    },
  });
}
