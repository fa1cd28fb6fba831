import { setTimeout as sleep } from 'node:timers/promises';
import { doctorApi, doctorCookie } from '@postern/contracts/operations/doctor';
import type { FastifyRequest } from 'fastify';
import type { App, Feature } from '#platform/app';
import { version } from '#platform/config/version';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import type { Vault } from '#platform/secrets/vault';

export { readClock } from './store.ts';

const purpose = 'doctor';
const lifeMs = 60_000;
const eventGapMs = 1000;

/** Valid for a minute, for whoever has the key of the vault. */
export function doctorToken(vault: Vault, now = Date.now()): string {
  const expiresAt = String(now + lifeMs);
  return `${expiresAt}.${vault.mac(purpose, expiresAt)}`;
}

function requireDoctor({ vault }: App, request: FastifyRequest, inQuery: string | undefined): void {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? inQuery ?? '';
  const [expiresAt = '', code = ''] = token.split('.');
  if (!vault.isReady || !(Number(expiresAt) > Date.now()) || !vault.isMac(purpose, expiresAt, code)) {
    throw new AppError('auth.unauthorized');
  }
}

const cookieIn = ({ headers }: FastifyRequest) =>
  new RegExp(`(?:^|; )${doctorCookie}=([\\w-]{1,64})(?:;|$)`).exec(headers.cookie ?? '')?.[1] ?? null;

async function* twoEvents() {
  yield 'data: 1\n\n';
  await sleep(eventGapMs);
  yield 'data: 2\n\n';
}

function doctorRoutes(scope: Scope): void {
  route(scope, doctorApi.arrive, {
    respond: async ({ app, request, reply, query, tenantId }) => {
      requireDoctor(app, request, query.token);
      const isSecure = app.endpointOf(tenantId).startsWith('https:');
      reply.header(
        'set-cookie',
        `${doctorCookie}=${request.id}; Path=/api/doctor; Max-Age=60; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
      );
      return {
        ip: request.ip,
        protocol: request.protocol,
        host: request.host,
        isForwarded: request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined,
        cookie: cookieIn(request),
        now: Date.now(),
        version,
      };
    },
  });
  route(scope, doctorApi.stream, {
    send: async ({ app, request, query }) => {
      requireDoctor(app, request, query.token);
      return { type: 'text/event-stream', content: twoEvents() };
    },
  });
}

/** Lets `cli doctor` see its requests as the server sees them. */
export const doctor: Feature = { name: 'doctor', tenantRoutes: doctorRoutes };
