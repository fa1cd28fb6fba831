import { adminTenantId, defaultTenantId } from '@postern/contracts/wire';
import type { FastifyRequest } from 'fastify';
import { type Config, endpointOf, endpointPatterns, mtlsEndpointOf } from '#platform/config/config';
import { domainOf } from './custom-domains.ts';
import { NoTenantError } from './no-tenant-error.ts';

type Pattern = { endpoint: string; before: string; after: string };

function readPattern(endpoint: string): Pattern {
  const { host } = new URL(endpoint.replace('*', 'tenant-id'));
  const [before = '', after = ''] = host.split('tenant-id');
  return { endpoint, before, after };
}

function idIn({ before, after }: Pattern, host: string): string | undefined {
  if (!host.startsWith(before) || !host.endsWith(after)) {
    return undefined;
  }
  const id = host.slice(before.length, host.length - after.length);
  return /^[\da-z]{1,21}$/.test(id) && id !== adminTenantId ? id : undefined;
}

/**
 * The tenant of a request, from its host only. A tenant is only reachable under the hosts of its own region and its
 * active custom domains.
 */
export function tenantByHost(config: Config): (request: FastifyRequest) => string {
  if (config.edition === 'oss') {
    return () => defaultTenantId;
  }
  const patterns = endpointPatterns(config).map(readPattern);
  const withCertificates = config.mtls?.endpoint === undefined ? undefined : readPattern(config.mtls.endpoint);
  return (request) => {
    const domain = domainOf(request);
    if (domain) {
      return domain.tenantId;
    }
    const host = request.host.toLowerCase();
    for (const pattern of patterns) {
      const id = idIn(pattern, host);
      if (id !== undefined && endpointOf(config, id) === pattern.endpoint.replace('*', id)) {
        return id;
      }
    }
    const id = withCertificates && idIn(withCertificates, host);
    if (id !== undefined && mtlsEndpointOf(config, id) !== undefined) {
      return id;
    }
    throw new NoTenantError();
  };
}
