import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { isDomainName } from '@postern/contracts/access/domains';
import { type Config, endpointOf } from '#platform/config/config';
import { AppError } from '#platform/http/errors';
import { ownHosts } from '#platform/tenancy/custom-domains';

/** Names that no DNS server of the internet resolves (RFC 6761, RFC 8375). */
const reserved = /(?:^|\.)(?:localhost|local|invalid|onion|home\.arpa|in-addr\.arpa|ip6\.arpa)$/;

const isProtectedHost = ({ protectedApps }: Config, domain: string) =>
  protectedApps !== undefined && `.${domain}`.endsWith(`.${protectedApps.domain.replace(/:\d+$/, '')}`);

/** Names of the operator: the console, and every default host of a tenant or of a protected application. */
const isOperators = (config: Config, domain: string) =>
  domain === new URL(config.adminEndpoint).hostname || ownHosts(config)(domain) || isProtectedHost(config, domain);

/** Returns the name in ASCII and lower case. Throws if a tenant may not use it. */
export function allowDomain(config: Config, given: string): string {
  const name = given.trim();
  // The conversion would cut off the rest of an address.
  const domain = /[/\\?#@:%]/.test(name) ? '' : domainToASCII(name).toLowerCase().replace(/\.$/, '');
  if (!isDomainName(domain) || reserved.test(domain) || isOperators(config, domain)) {
    throw new AppError('domain.domain_is_not_allowed');
  }
  return domain;
}

/**
 * The host that the CNAME record of a domain must point to: the default endpoint of the tenant. No other tenant has
 * it, so the record proves that the tenant may use the domain.
 */
export function targetOf(config: Config, tenantId: string): string {
  const { hostname } = new URL(endpointOf(config, tenantId));
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) {
    throw new AppError('domain.not_configured');
  }
  return hostname;
}
