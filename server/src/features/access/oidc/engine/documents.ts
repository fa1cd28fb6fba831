import { createHash } from 'node:crypto';
import { jwksMaxAgeSeconds } from '@postern/contracts/access/signing-keys';
import { supportedLanguages } from '@postern/contracts/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import inject from 'light-my-request';
import type { Provider } from 'oidc-provider';
import type { App } from '#platform/app';
import { metadataOf } from '#platform/config/share-port';
import { checkSessionPath } from '../pages/check-session.ts';
import { dispatcherOf } from './dispatch.ts';

export type StaticDocument = { body: string; type: string; etag: string };

const discoveryPaths = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'] as const;

/**
 * Documents that change only with the tenant's keys and settings. The engine renders them once, then they are served
 * from memory.
 */
const documentPaths = [...discoveryPaths, '/jwks'] as const;
type DocumentPath = (typeof documentPaths)[number];

/**
 * The paths of each document. RFC 8414 §3.1 puts the path of the issuer after the well-known part; custom domains have
 * no prefix.
 */
export const documentAddresses = (prefix: string): [string, DocumentPath][] => [
  ...documentPaths.map((path): [string, DocumentPath] => [`/oidc${path}`, path]),
  ...[...new Set(['', prefix])].map((one): [string, DocumentPath] => [metadataOf(one), discoveryPaths[1]]),
];

const isDiscovery = (path: DocumentPath) => discoveryPaths.some((one) => one === path);

/** Metadata that the engine does not include. */
const describeMore = (issuer: string, body: string, { prompts, mtls, ...more }: Described): string =>
  JSON.stringify({
    ...describeCertificates(JSON.parse(body), mtls),
    // Undefined values are left out.
    ...(more.registers ? {} : { registration_endpoint: undefined }),
    ...(more.offersSessionChecks ? { check_session_iframe: `${issuer}${checkSessionPath}` } : {}),
    backchannel_user_code_parameter_supported: false,
    frontchannel_logout_supported: true,
    frontchannel_logout_session_supported: true,
    // The engine's list contains only what it has seen.
    authorization_details_types_supported: more.detailsTypes.length > 0 ? more.detailsTypes : undefined,
    prompt_values_supported: prompts,
    ui_locales_supported: supportedLanguages,
  });

type Metadata = Record<string, unknown>;
/** What the engine does not know. `mtls`: false without client certificates, or an address for them if there is one. */
type Described = {
  prompts: string[];
  detailsTypes: string[];
  mtls: false | { endpoint: string | undefined };
  offersSessionChecks: boolean;
  registers: boolean;
};

const methodList = 'token_endpoint_auth_methods_supported';
/** The endpoints that clients call directly (RFC 8705 §5). */
const aliasedEndpoints = [
  'token_endpoint',
  'revocation_endpoint',
  'introspection_endpoint',
  'userinfo_endpoint',
  'device_authorization_endpoint',
  'pushed_authorization_request_endpoint',
  'backchannel_authentication_endpoint',
];

function describeCertificates(metadata: Metadata, mtls: Described['mtls']): Metadata {
  if (!mtls) {
    const { tls_client_certificate_bound_access_tokens: _bound, [methodList]: methods, ...rest } = metadata;
    return { ...rest, [methodList]: (methods as string[]).filter((method) => !method.includes('tls_client_auth')) };
  }
  const { endpoint } = mtls;
  const aliases = aliasedEndpoints.flatMap((name) => {
    const address = metadata[name];
    return endpoint && typeof address === 'string' ? [[name, endpoint + new URL(address).pathname]] : [];
  });
  return { ...metadata, ...(aliases.length > 0 ? { mtls_endpoint_aliases: Object.fromEntries(aliases) } : {}) };
}

export async function printDocument(
  provider: Provider,
  path: DocumentPath,
  described: Described,
): Promise<StaticDocument> {
  const { host, protocol } = new URL(provider.issuer);
  const answer = await inject(dispatcherOf(provider) as Parameters<typeof inject>[0], {
    method: 'GET',
    url: path,
    headers: { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1), accept: 'application/json' },
  });
  const body = isDiscovery(path) ? describeMore(provider.issuer, answer.payload, described) : answer.payload;
  return {
    body,
    type: String(answer.headers['content-type']),
    etag: `"${createHash('sha1').update(body).digest('base64url')}"`,
  };
}

/** `until`: when the document changes by itself, on the clock of `performance.now()`. */
type SentDocument = StaticDocument & { tenantId: string; until: number };

export function sendDocument(
  { prepared }: App,
  request: FastifyRequest,
  reply: FastifyReply,
  document: SentDocument,
): FastifyReply {
  const { body, type, etag, tenantId, until } = document;
  reply.headers({
    'content-type': type,
    etag,
    'access-control-allow-origin': '*',
    'cache-control': `public, max-age=${jwksMaxAgeSeconds}`,
  });
  prepared.keep(request, reply, { tenantId, etag, body, until });
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(body);
}
