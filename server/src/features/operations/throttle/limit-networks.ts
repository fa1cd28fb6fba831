import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { App } from '#platform/app';
import { emit } from '#platform/jobs/events';
import { countLimits } from './count-limits.ts';

/**
 * Someone who tries leaked passwords uses a few of them for each of many accounts, so no account is ever locked. Wrong
 * attempts are therefore also counted by address and by network, over all accounts of the tenant.
 */
const windowSeconds = 3600;
const limits = { address: 100, network: 300 };
/** After the limit, each node lets one attempt pass per minute. It is wrong again if the attack goes on. */
const pauseMs = 60_000;

/** The networks that are slowed down now, in this process. */
type SlowedNetworks = LRUCache<string, number>;
export const newSlowedNetworks = (): SlowedNetworks => new LRUCache({ max: 10_000, ttl: pauseMs });

export const attemptsFrom = (source: string) => `wrong attempts from ${source}`;

const prefixes = { ipv4: 24, ipv6: 48 };

/**
 * The network of a public address: /24, or /48 of IPv6. Private addresses are not limited: they mean a proxy in front of
 * the server, or a company network, and all people there share them.
 */
export function networkOf(address: string): string | undefined {
  if (!ipaddr.isValid(address)) {
    return undefined;
  }
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') {
    return undefined;
  }
  const bits = prefixes[parsed.kind()];
  const bytes = parsed.toByteArray().map((byte, index) => (index < bits / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}

/**
 * The form in which an address is counted: `::ffff:203.0.114.7` is 203.0.114.7, and a household or a company has one IPv4
 * address, but a whole /64 of IPv6.
 */
export function sourceOf(address: string): string {
  if (!ipaddr.isValid(address)) {
    return address;
  }
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
    : parsed.toString();
}

const slowedIn = (app: App) => app.stateOf<SlowedNetworks>('throttle');
const keyOf = (tenantId: string, source: string) => `${tenantId} ${source}`;

/** When attempts from this address are accepted again; undefined if they are not slowed down. */
export function slowedUntil(app: App, tenantId: string, address: string): number | undefined {
  const network = networkOf(address);
  const slowed = slowedIn(app);
  return network === undefined
    ? undefined
    : (slowed.get(keyOf(tenantId, network)) ?? slowed.get(keyOf(tenantId, sourceOf(address))));
}

/** Counts a wrong attempt. Beyond a limit, it slows down the address or its network, and reports it once an hour. */
export async function countWrongAttempt(app: App, tenantId: string, address: string): Promise<void> {
  const network = networkOf(address);
  if (network === undefined) {
    return;
  }
  const sources = [
    { source: network, most: limits.network },
    { source: sourceOf(address), most: limits.address },
  ].map(({ source, most }) => ({ source, what: attemptsFrom(source), amount: 1, most }));
  const exceeded = await app.tenancy.write(tenantId, async (db) => {
    const limit = await countLimits(db, sources, windowSeconds);
    const report = limit && { what: `report of ${limit.source}`, amount: 1, most: 1 };
    if (limit && report && !(await countLimits(db, [report], windowSeconds))) {
      await emit(db, {
        name: 'Network.Attempts.Limited',
        subjectId: limit.source,
        data: { source: limit.source, attempts: limit.most, seconds: windowSeconds },
      });
    }
    return limit;
  });
  if (exceeded) {
    slowedIn(app).set(keyOf(tenantId, exceeded.source), Date.now() + pauseMs);
    app.metrics.count('postern_slowed_networks_total');
  }
}
