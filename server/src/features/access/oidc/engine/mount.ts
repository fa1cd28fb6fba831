import type { IncomingMessage } from 'node:http';
import { requestIdHeader } from '@postern/contracts/wire';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Provider } from 'oidc-provider';
import { offersRegistration } from '#features/access/dynamic-clients';
import { sessionPolicyOf } from '#features/experience/sign-in-protection';
import type { App } from '#platform/app';
import { mtlsEndpointOf } from '#platform/config/config';
import { AppError } from '#platform/http/errors';
import { errorBody, languagesOf } from '#platform/http/http';
import type { Scope } from '#platform/http/route';
import { detailsTypes } from '../clients/authorization-details.ts';
import { keysOf, keysValidUntil } from '../keys/keys.ts';
import { checkSessionPath, sendCheckSession } from '../pages/check-session.ts';
import { digest, lookingUpTogether } from './adapter.ts';
import { chooseInteraction } from './choose-interaction.ts';
import { convertToForm, readFields } from './convert-to-form.ts';
import { dispatcherOf } from './dispatch.ts';
import { documentAddresses, printDocument, type StaticDocument, sendDocument } from './documents.ts';
import { endpointIn } from './endpoint-in.ts';
import { supportedPrompts } from './prompts.ts';
import { createProvider } from './provider.ts';
import { inUnit, openBearerUnit, type Unit } from './unit.ts';

type Mounted = {
  provider: Provider;
  dispatch: ReturnType<typeof dispatcherOf>;
  /** The origin of the tenant's engine, regardless of the request. */
  origin: URL;
  fingerprint: string;
  documents: Map<string, Promise<StaticDocument>>;
};

const maxProviders = 1000;
/** Versions of a tenant's documents: their number grows when its settings change. */
const maxDocuments = 32;

/** One engine per origin of a tenant, created on first use and kept as long as the tenant's keys stay the same. */
export function createProviders(app: App) {
  const mounted = new LRUCache<string, Mounted>({ max: maxProviders });

  return async function providerOf(tenantId: string): Promise<Mounted> {
    const keys = await keysOf(app, tenantId);
    if (!keys) {
      throw new AppError('request.not_found');
    }
    const origin = app.endpointOf(tenantId);
    const known = mounted.get(`${tenantId} ${origin}`);
    if (known?.fingerprint === keys.fingerprint) {
      return known;
    }
    const provider = createProvider(app, tenantId, keys);
    const entry: Mounted = {
      provider,
      dispatch: dispatcherOf(provider),
      origin: new URL(origin),
      fingerprint: keys.fingerprint,
      documents: new Map(),
    };
    mounted.set(`${tenantId} ${origin}`, entry);
    return entry;
  };
}

export type Providers = ReturnType<typeof createProviders>;

/** `resource` may be a comma-separated list in the query of an authorization request. */
function splitResources(url: string): string {
  const at = url.indexOf('?');
  // A value may contain another question mark (RFC 3986 §3.4).
  const [path, query] = [url.slice(0, at), url.slice(at + 1)];
  if (at < 0 || !query.includes('resource=')) {
    return url;
  }
  const params = new URLSearchParams(query);
  const resources = params.getAll('resource').flatMap((value) => value.split(','));
  params.delete('resource');
  for (const resource of resources) {
    params.append('resource', resource);
  }
  return `${path}?${params}`;
}

/** The engine creates links and cookies for the configured origin; the caller's Host header is ignored. */
function useConfiguredOrigin(raw: IncomingMessage, { host, protocol }: URL, ip: string): void {
  raw.headers.host = host;
  raw.headers['x-forwarded-host'] = host;
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  raw.headers['x-forwarded-for'] = ip;
}

/** Userinfo needs a token, its grant and its user: one statement instead of three. */
function userinfoUnit(app: App, tenantId: string, request: FastifyRequest): Promise<Unit> | undefined {
  const [, token] = /^Bearer +([\w-]{1,128})$/i.exec(request.headers.authorization ?? '') ?? [];
  return token && request.url === '/oidc/me' ? openBearerUnit(app.tenancy, tenantId, digest(token)) : undefined;
}

/**
 * A few pages of the engine submit a form with an inline script: `response_mode=form_post`, and a sign-out without a
 * session. The engine adds the script's hash to the policy, but only if the policy has script-src; 'report-sample'
 * allows no script.
 */
const enginePolicy = "default-src 'none'; script-src 'report-sample'; frame-ancestors 'none'";

/** The address must fit in the headers that the server accepts. */
const maxAuthorizationQuery = 8 * 1024;

/** What is wrong with the fields of a form that becomes an address. Only a resource may be repeated (RFC 8707 §2). */
function problemOf(fields: URLSearchParams): string | undefined {
  const names = [...fields.keys()].filter((name) => name !== 'resource');
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    return 'a field must not be given twice';
  }
  if (fields.toString().length > maxAuthorizationQuery) {
    return 'the request is too long, push it first';
  }
  return [...fields].flat().some((text) => text.includes('\0')) ? 'NUL characters are not allowed' : undefined;
}

/**
 * An authorization request may be a form (OpenID Connect Core §3.1.2.1), and a sign-out too (RP-Initiated Logout 1.0 §2).
 * Browsers send no SameSite=Lax cookies with a form of another site, so the form becomes an address, which they visit with
 * their cookies.
 */
const redirectForm = (address: string) => async (request: FastifyRequest, reply: FastifyReply) => {
  const fields = await readFields(request.raw);
  const reason = fields ? problemOf(fields) : 'the request must be a short form';
  if (!fields || reason !== undefined) {
    const refusal = new AppError('oidc.invalid_request', { status: 400 });
    const oauth = { error: 'invalid_request', error_description: reason };
    return reply.code(400).send({ ...errorBody(refusal, languagesOf(request)), ...oauth });
  }
  return reply.redirect(`${address}?${fields}`, 303);
};

/** Programs get the error code; browsers are sent to the error page. */
function refuseSuspended({ method, headers, id }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const code = 'subscription.tenant_suspended';
  if (method !== 'GET' || !headers.accept?.startsWith('text/html')) {
    throw new AppError(code);
  }
  return reply.redirect(`/error?${new URLSearchParams({ code, request_id: id })}`, 303);
}

export function mountProvider(scope: Scope, providerOf: Providers): void {
  const { app } = scope;
  scope.server.register(async (server) => {
    server.removeAllContentTypeParsers();
    // The engine reads the request itself.
    server.addContentTypeParser('*', (_request, _payload, done) => done(null));
    // An invalid content type never reaches the engine, whose error bodies differ from ours.
    server.setErrorHandler(async (error: FastifyError, request, reply) => {
      if (error.code !== 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
        throw error;
      }
      const refusal = new AppError('oidc.invalid_request', { status: 400 });
      const oauth = { error: 'invalid_request', error_description: 'the content type of the body is not valid' };
      return reply.code(400).send({ ...errorBody(refusal, languagesOf(request)), ...oauth });
    });
    for (const [address, path] of documentAddresses(scope.prefix)) {
      app.prepared.allow(address);
      server.get(address, async (request, reply) => {
        const tenantId = scope.tenantOf(request);
        // Before the keys are read: a key may start to sign in between.
        const until = await keysValidUntil(app, tenantId);
        const { provider, documents } = await providerOf(tenantId);
        const prompts = await supportedPrompts(app, tenantId);
        const mtls = app.config.mtls !== undefined && { endpoint: mtlsEndpointOf(app.config, tenantId) };
        const types = [...(await detailsTypes(app, tenantId)).keys()];
        const { offersSessionChecks } = await sessionPolicyOf(app, tenantId);
        const registers = await offersRegistration(app, tenantId);
        const key = `${path} ${prompts.join(' ')} ${types.join(' ')} ${offersSessionChecks} ${registers}`;
        const described = { prompts, mtls, detailsTypes: types, offersSessionChecks, registers };
        const document = documents.get(key) ?? printDocument(provider, path, described);
        if (documents.size >= maxDocuments) {
          documents.clear();
        }
        documents.set(key, document);
        return sendDocument(app, request, reply, { ...(await document), tenantId, until });
      });
    }
    for (const address of ['/oidc/auth', '/oidc/session/end']) {
      server.post(address, redirectForm(address));
    }
    // Short enough to type. Nothing but a code is passed on.
    server.get<{ Querystring: { user_code?: string | string[] } }>('/device', async ({ query }, reply) => {
      const [code] = [query.user_code ?? []].flat();
      return reply.redirect(`/oidc/device${code ? `?${new URLSearchParams({ user_code: code })}` : ''}`, 302);
    });
    server.get('/device/success', (_request, reply) => reply.redirect('/oidc/device/success', 302));
    server.get(`/oidc${checkSessionPath}`, async (request, reply) => {
      if (!(await sendCheckSession(app, scope.tenantOf(request), reply))) {
        const refusal = new AppError('oidc.invalid_request', { status: 404 });
        const oauth = { error: 'invalid_request', error_description: 'session checks are turned off' };
        reply.code(404).send({ ...errorBody(refusal, languagesOf(request)), ...oauth });
      }
      return reply;
    });
    server.all('/oidc/*', async (request: FastifyRequest, reply: FastifyReply) => {
      request.operation = endpointIn(request.url);
      const tenantId = scope.tenantOf(request);
      if ((await app.tenants.find(tenantId))?.isSuspended) {
        return refuseSuspended(request, reply);
      }
      if (request.url.startsWith('/oidc/token') && (await app.quota?.mayIssueTokens(tenantId)) === false) {
        throw new AppError('auth.exceed_token_limit');
      }
      const { dispatch, origin } = await providerOf(tenantId);
      // Before the engine's url replaces that of the request.
      const unit = await userinfoUnit(app, tenantId, request);
      const isIntrospection = request.url === '/oidc/token/introspection';
      const raw = await convertToForm(request.raw);
      // The address after a sign-in names the request that it answers.
      const [, resumed] = /^\/oidc\/(?:auth|device)\/([\w-]{1,64})$/.exec(request.url.split('?')[0] ?? '') ?? [];
      if (resumed) {
        await chooseInteraction(app, tenantId, raw, 'resume', (id) => id === resumed);
      }
      const { raw: response } = reply;
      reply.hijack();
      response.setHeader(requestIdHeader, request.id);
      response.setHeader('x-content-type-options', 'nosniff');
      response.setHeader('referrer-policy', 'no-referrer');
      response.setHeader('x-frame-options', 'DENY');
      response.setHeader('content-security-policy', enginePolicy);
      useConfiguredOrigin(raw, origin, request.ip);
      const url = splitResources(request.raw.url ?? '/');
      raw.url = url.slice('/oidc'.length);
      const work = () => dispatch(raw, response);
      if (unit) {
        await inUnit(unit, work);
      } else {
        await (isIntrospection ? lookingUpTogether(work) : work());
      }
    });
  });
}
