import { lookup as dnsLookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { Agent, fetch, type RequestInit, type Response } from 'undici';

export class EgressError extends Error {
  /** The name has no address now; it may get one later. */
  readonly isUnknownHost: boolean;

  constructor(message: string, isUnknownHost = false) {
    super(message);
    this.isUnknownHost = isUnknownHost;
  }
}

export type Egress = {
  /** Refuses an address that could never be called, so that it is told when it is saved and not when it is used. */
  check(url: string): Promise<void>;
  fetch(url: string, init?: RequestInit): Promise<Response>;
};

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Everything that is not a public unicast address: loopback, private, link-local (cloud metadata), carrier NAT, … */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) {
    return false;
  }
  // process() turns IPv4-mapped IPv6 back into IPv4, so ::ffff:127.0.0.1 is seen for what it is.
  const parsed = ipaddr.process(address);
  // Outside 2000::/3 nothing is global (RFC 4291 §2.4), and some of it is an IPv4 address in disguise: ::7f00:1.
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast)) {
    return false;
  }
  return parsed.range() === 'unicast';
}

type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

const resolveAll: Resolve = (host) => dnsLookup(host, { all: true });

/**
 * The only way out. Resolves the host once, refuses private addresses unless the operator allows them, and connects
 * to exactly the address that was checked, so that a second DNS answer cannot redirect the call.
 */
export function createEgress(options: { allowPrivate: boolean; resolve?: Resolve; timeoutMs?: number }): Egress {
  const resolve = options.resolve ?? resolveAll;

  async function pin(url: string): Promise<{ address: string; family: number }> {
    const parsed = URL.canParse(url) ? new URL(url) : undefined;
    if (!parsed || !['http:', 'https:'].includes(parsed.protocol)) {
      throw new EgressError('Only http and https addresses can be called.');
    }
    if (parsed.username || parsed.password) {
      throw new EgressError('The address must not hold a user name or password.');
    }
    const host = parsed.hostname.replace(/^\[|\]$/g, '');
    const addresses = ipaddr.isValid(host)
      ? [{ address: host, family: ipaddr.parse(host).kind() === 'ipv6' ? 6 : 4 }]
      : await resolve(host).catch(() => {
          throw new EgressError(`The host ${host} could not be found.`, true);
        });
    // One private answer among public ones is a rebinding attempt, not a choice.
    if (!options.allowPrivate && !addresses.every(({ address }) => isPublicAddress(address))) {
      throw new EgressError(`The host ${host} is not a public address.`);
    }
    const first = addresses[0];
    if (!first) {
      throw new EgressError(`The host ${host} could not be found.`, true);
    }
    return first;
  }

  return {
    async check(url) {
      await pin(url);
    },
    async fetch(url, init = {}) {
      const { address, family } = await pin(url);
      const dispatcher = new Agent({
        connect: {
          lookup: (_host, lookupOptions, callback) =>
            lookupOptions.all ? callback(null, [{ address, family }]) : callback(null, address, family),
        },
        connections: 1,
        pipelining: 0,
        // One call, one connection: nothing is pooled under an address that was checked for another call.
        keepAliveTimeout: 1,
        keepAliveMaxTimeout: 1,
      });
      const response = await fetch(url, {
        ...init,
        dispatcher,
        redirect: 'manual',
        signal: init.signal ?? AbortSignal.timeout(options.timeoutMs ?? 10_000),
      });
      return response;
    },
  };
}
