import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '#platform/app';
import type { Db } from '#platform/db/db';
import { repeatAfterDeadlock } from '#platform/db/repeat-after-deadlock';
import { onBehalfOf } from '#platform/http/actor';
import { requireActiveTenant } from '#platform/http/authenticate';
import { AppError } from '#platform/http/errors';
import { parseJson } from '#platform/http/parse-json';
import { etagOf, showGroup, showUser } from './answer.ts';
import { runBulk } from './bulk.ts';
import { groupMissing } from './change-group.ts';
import { listOf, resourceTypes, schemas, scimLimits, serviceProviderConfig } from './discovery.ts';
import { explain } from './explain.ts';
import { findGroup } from './groups.store.ts';
import { countRequest } from './limit-requests.ts';
import { baseOf, isVersion, type Kind, type Method, type Operation, operate, schemaOf } from './operate.ts';
import { type Directory, userMissing } from './provision-user.ts';
import { isObject } from './read-resource.ts';
import { search, searchAll } from './search.ts';
import { isSelected, readSelection, type Selection, select } from './show.ts';
import { insertRequests } from './store.ts';
import { findTokenOwner, touchToken } from './tokens.store.ts';
import { findDirectoryUser } from './users.store.ts';

const mediaType = 'application/scim+json';
const unauthorized = () => new AppError('scim.unauthorized');
const maxToken = 256;
const maxUserAgent = 512;

type Params = { connectorId: string; id?: string };

/** The directory whose token the request has. A token works for its connector only. */
async function authenticate({ app, tenantOf }: Scope, request: FastifyRequest): Promise<Directory> {
  const tenantId = tenantOf(request);
  // All routes here have this parameter.
  const { connectorId } = request.params as Params;
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (!token || token.length > maxToken) {
    throw unauthorized();
  }
  const owner = await app.tenancy.read(tenantId, (db) => findTokenOwner(db, connectorId, token));
  if (!owner) {
    throw unauthorized();
  }
  await requireActiveTenant(app, tenantId);
  await countRequest(app, tenantId, owner.tokenId);
  if (owner.isStale) {
    await app.tenancy.write(tenantId, (db) => touchToken(db, owner.tokenId));
  }
  return { app, tenantId, connectorId, tokenId: owner.tokenId, domains: owner.domains };
}

function send(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  reply.code(status).header('cache-control', 'no-store');
  return body === undefined ? reply.send() : reply.type(`${mediaType}; charset=utf-8`).send(JSON.stringify(body));
}

function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const { status, body, isKnown, retryAfter } = explain(error);
  if (!isKnown) {
    request.log.error({ err: error }, 'request failed');
  }
  if (status === 401) {
    reply.header('www-authenticate', 'Bearer realm="scim"');
  }
  if (retryAfter !== undefined) {
    reply.header('retry-after', retryAfter);
  }
  return send(reply, status, body);
}

const pathIn = (request: FastifyRequest) =>
  (request.url.split('?')[0] ?? '').replace(/^(?:\/m\/[^/]+)?\/scim\/v2\/[^/]+/, '');

type Handler = (directory: Directory, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Failed requests are shown to administrators; without a token they are not recorded. */
const withDirectory =
  (scope: Scope, handler: Handler) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const directory = await authenticate(scope, request);
    const actor = {
      type: 'directory' as const,
      id: directory.connectorId,
      ip: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, maxUserAgent) ?? '',
    };
    try {
      return await onBehalfOf(actor, () => handler(directory, request, reply));
    } catch (error) {
      const { status, detail } = explain(error);
      const failed = { method: request.method, path: pathIn(request), status, detail };
      await directory.app.tenancy.write(directory.tenantId, (db) =>
        insertRequests(db, directory.connectorId, [failed]),
      );
      return sendError(request, reply, error);
    }
  };

const write = <T>({ app, tenantId }: Directory, work: (db: Db) => Promise<T>): Promise<T> =>
  repeatAfterDeadlock(() => app.tenancy.write(tenantId, work));

const queryOf = (request: FastifyRequest) => request.query as Record<string, unknown>;

const selectionOf = (request: FastifyRequest): Selection => {
  const { attributes, excludedAttributes } = queryOf(request);
  return readSelection(attributes, excludedAttributes);
};

const change =
  (kind: Kind, method: Method): Handler =>
  async (directory, request, reply) => {
    const selection = selectionOf(request);
    const { id } = request.params as Params;
    const work: Operation = {
      kind,
      method,
      ...(id === undefined ? {} : { id }),
      body: request.body,
      version: request.headers['if-match'],
      withMembers: isSelected(schemaOf[kind], selection, 'members'),
    };
    const done = await write(directory, async (db) => {
      const result = await operate(db, directory, work);
      const success = { method, path: `/${kind}/${result.id}`, status: result.status, detail: null };
      await insertRequests(db, directory.connectorId, [success]);
      return result;
    });
    if (!done.resource) {
      return send(reply, done.status, undefined);
    }
    reply.header('etag', done.version);
    if (done.status === 201) {
      reply.header('location', `${baseOf(directory)}/${kind}/${done.id}`);
    }
    return send(reply, done.status, select(schemaOf[kind], done.resource, selection));
  };

async function findOne(directory: Directory, kind: Kind, id: string, selection: Selection) {
  const { app, tenantId, connectorId } = directory;
  return app.tenancy.read(tenantId, async (db) => {
    if (kind === 'Users') {
      const user = await findDirectoryUser(db, connectorId, id);
      return user && { row: user, resource: showUser(baseOf(directory), user) };
    }
    const group = await findGroup(db, connectorId, id, isSelected(schemaOf.Groups, selection, 'members'));
    return group && { row: group, resource: showGroup(baseOf(directory), group) };
  });
}

const readOne =
  (kind: Kind): Handler =>
  async (directory, request, reply) => {
    const { id = '' } = request.params as Params;
    const selection = selectionOf(request);
    const found = await findOne(directory, kind, id, selection);
    if (!found) {
      throw kind === 'Users' ? userMissing(id) : groupMissing(id);
    }
    reply.header('etag', etagOf(found.row));
    const known = request.headers['if-none-match'];
    return known !== undefined && isVersion(known, found.row)
      ? send(reply, 304, undefined)
      : send(reply, 200, select(schemaOf[kind], found.resource, selection));
  };

const list =
  (kind: Kind): Handler =>
  async (directory, request, reply) =>
    send(reply, 200, await search(directory, kind, queryOf(request)));

/** The same with the parameters in the body (RFC 7644 §3.4.3). */
const searchByPost =
  (kind: Kind): Handler =>
  async (directory, request, reply) =>
    send(reply, 200, await search(directory, kind, isObject(request.body) ? request.body : {}));

const listAll: Handler = async (directory, request, reply) =>
  send(reply, 200, await searchAll(directory, queryOf(request)));

const searchAllByPost: Handler = async (directory, request, reply) =>
  send(reply, 200, await searchAll(directory, isObject(request.body) ? request.body : {}));

const bulk: Handler = async (directory, request, reply) => {
  if (Number(request.headers['content-length'] ?? 0) > scimLimits.maxPayloadSize) {
    throw new AppError('scim.too_large', { values: { max: scimLimits.maxPayloadSize } });
  }
  const onDefect = (error: unknown) => request.log.error({ err: error }, 'bulk operation failed');
  return send(reply, 200, await runBulk(directory, request.body, onDefect));
};

/** Lists that are the same for all directories. `id` picks one. */
const describing =
  (all: (base: string) => readonly { id: string }[]): Handler =>
  async (directory, request, reply) => {
    const { id } = request.params as Params;
    const known = all(baseOf(directory));
    const one = known.find((each) => each.id.toLowerCase() === id?.toLowerCase());
    if (id !== undefined && !one) {
      throw new AppError('scim.not_found', { values: { type: 'description', id: id.slice(0, 100) } });
    }
    return send(reply, 200, one ?? listOf(known));
  };

/** The SCIM endpoints of each SSO connector. They have their own format of errors, so they do not use `route()`. */
export function scimRoutes(scope: Scope): void {
  scope.server.register(
    async (server) => {
      server.addContentTypeParser(
        mediaType,
        { parseAs: 'string', bodyLimit: scimLimits.maxPayloadSize },
        (_request, body, done) => {
          try {
            done(null, parseJson(String(body)));
          } catch (error) {
            done(error as Error);
          }
        },
      );
      server.setErrorHandler(async (error, request, reply) => sendError(request, reply, error));
      const on = (handler: Handler) => withDirectory(scope, handler);
      /** Other methods of a known address get 405, and not 404. */
      const at = (url: string, handlers: Partial<Record<'GET' | Method, Handler>>) => {
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
          const refuse: Handler = async (_directory, _request, reply) => {
            reply.header('allow', Object.keys(handlers).join(', '));
            throw new AppError('request.method_not_allowed');
          };
          server.route({ method, url, handler: on(handlers[method] ?? refuse) });
        }
      };
      at('/ServiceProviderConfig', {
        GET: async (directory, _request, reply) => send(reply, 200, serviceProviderConfig(baseOf(directory))),
      });
      at('/ResourceTypes', { GET: describing(resourceTypes) });
      at('/ResourceTypes/:id', { GET: describing(resourceTypes) });
      at('/Schemas', { GET: describing(schemas) });
      at('/Schemas/:id', { GET: describing(schemas) });
      at('/Bulk', { POST: bulk });
      at('/', { GET: listAll });
      at('/.search', { POST: searchAllByPost });
      for (const kind of ['Users', 'Groups'] as const) {
        at(`/${kind}`, { GET: list(kind), POST: change(kind, 'POST') });
        at(`/${kind}/.search`, { POST: searchByPost(kind) });
        at(`/${kind}/:id`, {
          GET: readOne(kind),
          PUT: change(kind, 'PUT'),
          PATCH: change(kind, 'PATCH'),
          DELETE: change(kind, 'DELETE'),
        });
      }
      server.all('/*', async () => {
        throw new AppError('request.not_found');
      });
    },
    { prefix: '/scim/v2/:connectorId' },
  );
}
