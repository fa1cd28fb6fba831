import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { jwksMaxAgeSeconds } from '@postern/contracts/signing-keys';
import type { FastifyReply, FastifyRequest } from 'fastify';
import inject from 'light-my-request';
import type { Provider } from 'oidc-provider';

export type StaticDocument = { body: string; type: string; etag: string };

/** Documents that change only with the tenant's keys: the engine prints them once, then they are served from memory. */
export const documentPaths = ['/.well-known/openid-configuration', '/jwks'] as const;

export async function printDocument(provider: Provider, path: (typeof documentPaths)[number]): Promise<StaticDocument> {
  const { host, protocol } = new URL(provider.issuer);
  const callback = provider.callback();
  // The engine finds its mount by comparing originalUrl with url, as mount.ts hands them to it.
  const dispatch = (request: IncomingMessage, response: ServerResponse) =>
    callback(Object.assign(request, { originalUrl: `/oidc${path}` }), response);
  const answer = await inject(dispatch as Parameters<typeof inject>[0], {
    method: 'GET',
    url: path,
    headers: { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1), accept: 'application/json' },
  });
  return {
    body: answer.payload,
    type: String(answer.headers['content-type']),
    etag: `"${createHash('sha1').update(answer.payload).digest('base64url')}"`,
  };
}

export function sendDocument(request: FastifyRequest, reply: FastifyReply, document: StaticDocument): FastifyReply {
  reply.headers({
    'content-type': document.type,
    etag: document.etag,
    'access-control-allow-origin': '*',
    'cache-control': `public, max-age=${jwksMaxAgeSeconds}`,
  });
  return request.headers['if-none-match'] === document.etag ? reply.code(304).send() : reply.send(document.body);
}
