import { lookup as dnsLookup } from 'node:dns/promises';
import { fillSentence } from '@postern/contracts/field-issues';
import ipaddr from 'ipaddr.js';
import type { Agent, RequestInit, Response } from 'undici';
import type { RuleSentence } from '#platform/i18n/known-sentences';
import { currentRecorder } from '#platform/observe/trace';

/** A sentence with `{{name}}` and its values. */
export type Refusal = { sentence: RuleSentence; values: Record<string, string> };

export class EgressError extends Error {
  /** The hostname does not resolve now, but may do so later. */
  readonly isUnknownHost: boolean;
  readonly refusal: Refusal;

  constructor(sentence: RuleSentence, values: Refusal['values'] = {}, isUnknownHost = false) {
    super(fillSentence(sentence, values));
    this.refusal = { sentence, values };
    this.isUnknownHost = isUnknownHost;
  }
}

export type Egress = {
  /** Rejects a URL that can never be called, so that the error appears on save and not on use. */
  check(url: string): Promise<void>;
  /** Resolves a host for protocols other than HTTP. The caller must connect to exactly this address. */
  resolve(host: string): Promise<Address>;
  fetch(url: string, init?: RequestInit): Promise<Response>;
  /** Connections that are kept open, for a proxy. Each new connection resolves and checks its host again. */
  openAgent(options: { connectTimeoutMs: number }): Promise<Agent>;
};

type Address = { address: string; family: number };

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns false for all but public unicast addresses: loopback, private, link-local (cloud metadata), carrier NAT, …
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) {
    return false;
  }
  // process() converts IPv4-mapped IPv6 to IPv4, so ::ffff:127.0.0.1 is recognized.
  const parsed = ipaddr.process(address);
  // Only 2000::/3 is global (RFC 4291 §2.4). Other ranges can contain an IPv4 address, such as ::7f00:1.
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast)) {
    return false;
  }
  return parsed.range() === 'unicast';
}

type Resolve = (host: string) => Promise<Address[]>;

const resolveAll: Resolve = (host) => dnsLookup(host, { all: true });

type FetchNow = (url: string, init: RequestInit) => Promise<Response>;

/** The path of an address may contain a secret, so a span contains only the host. */
function traceFetch(fetchNow: FetchNow, url: string, init: RequestInit): Promise<Response> {
  const recorder = currentRecorder();
  if (!recorder) {
    return fetchNow(url, init);
  }
  const method = init.method ?? 'GET';
  const host = URL.canParse(url) ? new URL(url).hostname : undefined;
  return recorder.run(method, 'client', { 'http.request.method': method, 'server.address': host }, async () => {
    const traceparent = recorder.traceparent();
    // `RequestInit` of undici and of the platform differ in types only.
    const headers = [...new Headers(init.headers as ConstructorParameters<typeof Headers>[0])];
    const response = await fetchNow(url, {
      ...init,
      headers: traceparent
        ? [...headers.filter(([name]) => name !== 'traceparent'), ['traceparent', traceparent]]
        : headers,
    });
    recorder.annotate({ 'http.response.status_code': response.status });
    return response;
  });
}

/**
 * All outgoing calls use this. It resolves the host once, rejects private addresses unless the operator allows them
 * and hosts that are not on the operator's list, and connects to exactly the checked address, so that a second DNS
 * answer cannot redirect the call.
 */
export function createEgress(options: {
  allowPrivate: boolean;
  /** The only hosts that may be called; `*.example.com` is every name below example.com. All public ones if unset. */
  allowedHosts?: readonly string[] | undefined;
  resolve?: Resolve;
  timeoutMs?: number;
}): Egress {
  const resolve = options.resolve ?? resolveAll;

  /** A dot at the end is the same host. */
  function isAllowed(host: string): boolean {
    const name = host.toLowerCase().replace(/\.$/, '');
    return (
      options.allowedHosts?.some((allowed) =>
        allowed.startsWith('*.') ? name.endsWith(allowed.slice(1)) : name === allowed,
      ) ?? true
    );
  }

  async function pinHost(host: string): Promise<Address> {
    if (!isAllowed(host)) {
      throw new EgressError('The host {{host}} is not on the list of allowed hosts.', { host });
    }
    // Written in full: not everything that connects reads forms such as 0177.1 in the same way.
    const literal = ipaddr.isValid(host) ? ipaddr.parse(host) : undefined;
    const addresses = literal
      ? [{ address: literal.toString(), family: literal.kind() === 'ipv6' ? 6 : 4 }]
      : await resolve(host).catch(() => {
          throw new EgressError('The host {{host}} could not be found.', { host }, true);
        });
    // A private address among public ones is a rebinding attempt: reject all of them.
    if (!options.allowPrivate && !addresses.every(({ address }) => isPublicAddress(address))) {
      throw new EgressError(
        'The host {{host}} is not a public address. Requests into private networks are refused unless ALLOW_PRIVATE_EGRESS is set.',
        { host },
      );
    }
    const first = addresses[0];
    if (!first) {
      throw new EgressError('The host {{host}} could not be found.', { host }, true);
    }
    return first;
  }

  async function pin(url: string): Promise<Address> {
    const parsed = URL.canParse(url) ? new URL(url) : undefined;
    if (!parsed || !['http:', 'https:'].includes(parsed.protocol)) {
      throw new EgressError('Only http and https addresses can be called.');
    }
    if (parsed.username || parsed.password) {
      throw new EgressError('The address must not contain a username or password.');
    }
    return pinHost(parsed.hostname.replace(/^\[|\]$/g, ''));
  }

  return {
    async check(url) {
      await pin(url);
    },
    resolve: pinHost,
    async openAgent({ connectTimeoutMs }) {
      const { Agent, buildConnector } = await import('undici');
      return new Agent({
        connect: (target, callback) => {
          // The connection goes to the checked address: a second DNS answer cannot redirect it. Node does not look up
          // IP addresses, so they are checked here as well.
          pinHost(target.hostname.replace(/^\[|\]$/g, '')).then(
            ({ address, family }) =>
              buildConnector({
                timeout: connectTimeoutMs,
                lookup: (_host, options, found) =>
                  options.all ? found(null, [{ address, family }]) : found(null, address, family),
              })(target, callback),
            (error: Error) => callback(error, null),
          );
        },
        // A renamed host is followed within this time.
        keepAliveMaxTimeout: 60_000,
        keepAliveTimeout: 10_000,
      });
    },
    fetch: (url, init = {}) => traceFetch(fetchNow, url, init),
  };

  async function fetchNow(url: string, init: RequestInit): Promise<Response> {
    const { address, family } = await pin(url);
    // Imported lazily: undici is a quarter of the packed server, and many servers make no outgoing calls.
    const { Agent, fetch } = await import('undici');
    const dispatcher = new Agent({
      connect: {
        lookup: (_host, lookupOptions, callback) =>
          lookupOptions.all ? callback(null, [{ address, family }]) : callback(null, address, family),
      },
      connections: 1,
      pipelining: 0,
      // One connection per call: no connection is reused for an address that was checked for another call.
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
  }
}

const nameServerMs = 3000;

/**
 * Why a URL can never be called, for the user who saves it. Unknown hosts and slow name servers are accepted here: the
 * call itself checks again and pins the address.
 */
export async function refusalOf(check: () => Promise<unknown>): Promise<Refusal | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, nameServerMs);
  });
  try {
    await Promise.race([check(), patience]);
    return undefined;
  } catch (error) {
    if (error instanceof EgressError) {
      return error.isUnknownHost ? undefined : error.refusal;
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
