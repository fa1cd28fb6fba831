import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { App } from '#platform/app';
import { AppError } from '#platform/errors';
import { phoneKey } from '#platform/fold-identifiers';
import { releaseMessage, reserveMessage } from './store.ts';

/**
 * Messages per hour, so that nobody can flood a recipient or cause high costs (attack 31). For one purpose a recipient
 * gets at most five in half a minute; `reserve_message` enforces that limit.
 */
export const messageCaps = {
  Email: { recipient: 20, address: 200, tenant: 20_000 },
  Sms: { recipient: 10, address: 50, tenant: 2000 },
} as const;

type Capped = {
  kind: 'Email' | 'Sms';
  to: string;
  type: string;
  /** IP address of the requester. */
  ip?: string | undefined;
};

const digest = (...parts: string[]) => createHash('sha256').update(parts.join('\0')).digest('hex');
/** All spellings of a phone number are the same recipient. */
const recipientOf = ({ kind, to }: Capped) => (kind === 'Sms' ? phoneKey(to.replace(/^\+/, '')) : to.toLowerCase());
const purposeOf = (message: Capped) => `p:${digest(message.kind, recipientOf(message), message.type)}`;

/** A household or a company has one IPv4 address, but a whole /64 of IPv6. */
function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) {
    return ip;
  }
  const parsed = ipaddr.process(ip);
  return parsed instanceof ipaddr.IPv6
    ? parsed.toNormalizedString().split(':').slice(0, 4).join(':')
    : parsed.toString();
}

type Counting = {
  /** Whether the half-minute limit applies. */
  isBurstLimited: boolean;
  /** Nothing leaves the server, so no limit applies. */
  isFree: boolean;
};

/** Counts a message against the limits. Throws if a limit is reached. */
export async function takeMessage(
  app: App,
  tenantId: string,
  message: Capped,
  { isBurstLimited, isFree }: Counting,
): Promise<void> {
  const { kind, ip } = message;
  const caps = messageCaps[kind];
  const counted = isFree
    ? [null, null, null]
    : [`r:${digest(kind, recipientOf(message))}`, ip ? `a:${digest(kind, networkOf(ip))}` : null, `t:${kind}`];
  const [row] = await app.tenancy.run<{ outcome: string }>(tenantId, reserveMessage, [
    isBurstLimited ? purposeOf(message) : null,
    ...counted,
    caps.recipient,
    caps.address,
    caps.tenant,
  ]);
  const outcome = row?.outcome ?? 'sent';
  if (outcome === 'sent') {
    return;
  }
  // The response does not say which limit was reached, because that would help an attacker.
  app.log.warn({ tenantId, kind, cap: outcome }, 'message limit reached');
  app.metrics.count('postern_messages_total', { kind, result: 'capped' });
  throw new AppError('connector.rate_limit_exceeded');
}

/** The message was not sent, so it does not count toward the half-minute limit. */
export async function refundMessage(app: App, tenantId: string, message: Capped): Promise<void> {
  await app.tenancy.run(tenantId, releaseMessage, [purposeOf(message)]);
}
