import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { isDomainName } from '@postern/contracts/access/domains';
import type { FastifyServerFactory } from 'fastify';
import { isUnder } from '#platform/http/prefix';
import { readTarget } from '#platform/http/read-target';
import { originOf, prefixOf } from '#platform/tenancy/addresses';
import type { Config } from './config.ts';

/** Whether one port serves the tenants and the console. With port 0, the system chooses two. */
export const sharesPort = ({ port, adminPort }: Config): boolean => port === adminPort && port !== 0;

type Trusted = (address: string | undefined) => boolean;

/** Whether the other end of a connection is a proxy whose X-Forwarded-Host counts, as Fastify decides for requests. */
export function trustedPeers(proxies: Config['trustProxy']): Trusted {
  if (!Array.isArray(proxies)) {
    return () => proxies !== false;
  }
  const list = new BlockList();
  for (const network of proxies) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return (address = '') => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

function hostOf({ headers, socket }: IncomingMessage, isTrusted: Trusted): string {
  const forwarded = headers['x-forwarded-host'];
  const given = forwarded !== undefined && isTrusted(socket.remoteAddress) ? String(forwarded).split(',').at(-1) : '';
  return (given?.trim() || headers.host || '').toLowerCase();
}

/** Where RFC 8414 §3.1 puts the metadata of an issuer with a path. */
export const metadataOf = (prefix: string): string => `/.well-known/oauth-authorization-server${prefix}/oidc`;

/**
 * Whether a request on the shared port is for the console. Hosts decide if they differ, otherwise paths. All other
 * requests belong to the tenants, which may have custom domains.
 */
function createAdminMatcher(config: Config): (request: IncomingMessage) => boolean {
  const { endpoint, adminEndpoint, trustProxy } = config;
  const [own, admin] = [new URL(originOf(endpoint).replace('*', 'any-tenant')), new URL(originOf(adminEndpoint))];
  const [ownPrefix, adminPrefix] = [prefixOf(endpoint), prefixOf(adminEndpoint)];
  const isTrusted = trustedPeers(trustProxy);
  const hostnameOf = (request: IncomingMessage) => hostOf(request, isTrusted).replace(/\.?(?::\d*)?$/, '');
  if (own.hostname !== admin.hostname) {
    return (request) => hostnameOf(request) === admin.hostname;
  }
  if (ownPrefix === adminPrefix) {
    return (request) => hostOf(request, isTrusted) === admin.host;
  }
  const isOwnInside = ownPrefix.length > adminPrefix.length && isUnder(adminPrefix, ownPrefix);
  const isOf = (prefix: string, url: string) => isUnder(prefix, url) || isUnder(metadataOf(prefix), url);
  const isAdminPath = (url: string) => isOf(adminPrefix, url) && !(isOwnInside && isOf(ownPrefix, url));
  return (request) => {
    if (!isAdminPath(request.url ?? '/')) {
      return false;
    }
    // Custom domains of tenants do not serve the console.
    const hostname = hostnameOf(request);
    return hostname === admin.hostname || !isDomainName(hostname);
  };
}

/** A server that passes the requests for the console to its own server, and all others to the tenants' one. */
export function createSharedServer(config: Config, toAdmin: RequestListener): FastifyServerFactory {
  const isForAdmin = createAdminMatcher(config);
  return (handler, options): Server => {
    const server = createServer((request, response) => {
      readTarget(request);
      return isForAdmin(request) ? toAdmin(request, response) : handler(request, response);
    });
    // Fastify sets these only on servers that it creates.
    const { keepAliveTimeout, requestTimeout, connectionTimeout } = options as Record<string, number>;
    Object.assign(server, { keepAliveTimeout, requestTimeout });
    server.setTimeout(connectionTimeout);
    return server;
  };
}
