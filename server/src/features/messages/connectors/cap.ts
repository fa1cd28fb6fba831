import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { App } from '#platform/app';
import { AppError } from '#platform/errors';
import { phoneKey } from '#platform/phone-numbers';
import { releaseMessage, reserveMessage } from './caps.store.ts';

/**
 * How many messages an hour, so that nobody can flood a person or run up a bill (attack 31). For one purpose a recipient
 * gets at most five in half a minute; `reserve_message` holds that limit.
 */
export const messageCaps = {
  Email: { recipient: 20, address: 200, tenant: 20_000 },
  Sms: { recipient: 10, address: 50, tenant: 2000 },
} as const;

type Capped = {
  kind: 'Email' | 'Sms';
  to: string;
  type: string;
  /** Network address of whoever asked for the message. */
  ip?: string | undefined;
};

const digest = (...parts: string[]) => createHash('sha256').update(parts.join('\0')).digest('hex');
/** Every way to write a phone number is the same recipient. */
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
  /** Whether the limit of half a minute applies. */
  isBurstLimited: boolean;
  /** Nothing leaves the server, so nothing is to be limited. */
  isFree: boolean;
};

/** Takes a message off what is left; a limit that is reached is an error. */
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
  // Whose cap it is would tell an attacker what to change.
  app.log.warn({ tenantId, kind, cap: outcome }, 'message limit reached');
  app.metrics.count('postern_messages_total', { kind, result: 'capped' });
  throw new AppError('connector.rate_limit_exceeded');
}

/** The message did not go out, so it does not count for the limit of half a minute. */
export async function refundMessage(app: App, tenantId: string, message: Capped): Promise<void> {
  await app.tenancy.run(tenantId, releaseMessage, [purposeOf(message)]);
}
