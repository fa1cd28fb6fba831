import { createHash } from 'node:crypto';
import { defaultMessageLimits } from '@postern/contracts/messages/message-limits';
import { networkOf, sourceOf } from '#features/operations/throttle';
import type { App } from '#platform/app';
import { phoneKey } from '#platform/db/fold-identifiers';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { countMessage, releaseMessage, reserveMessage } from './store.ts';

/**
 * Messages per hour, so that nobody can flood a recipient or cause high costs (attack 31). For one purpose a recipient
 * gets at most five in half a minute; `reserve_send` enforces that limit, and those of the tenant.
 */
export const messageCaps = {
  Email: { recipient: 20, address: 200, network: 600 },
  Sms: { recipient: 10, address: 50, network: 150 },
} as const;

type Capped = {
  kind: 'Email' | 'Sms';
  to: string;
  type: string;
  /** What a recipient gets at most ten of in ten minutes, counted apart. */
  limit?: 'VerificationCodeSend' | 'MessageSend' | undefined;
  /** IP address of the requester. */
  ip?: string | undefined;
};

const digest = (...parts: string[]) => createHash('sha256').update(parts.join('\0')).digest('hex');
/** All spellings of a phone number are the same recipient. */
const recipientOf = ({ kind, to }: Capped) => (kind === 'Sms' ? phoneKey(to.replace(/^\+/, '')) : to.toLowerCase());

const ignoresDots = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox of an address: what follows a plus is a name that its owner chooses (RFC 5233), so nobody gets more messages by
 * it. The half-minute limit counts the addresses themselves.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [local = '', domain = ''] = [email.slice(0, at), email.slice(at + 1)];
  const plus = local.indexOf('+');
  const name = plus > 0 ? local.slice(0, plus) : local;
  return at < 1 ? email : `${ignoresDots.has(domain) ? name.replaceAll('.', '') : name}@${domain}`;
}

const recentOf = (message: Capped) =>
  message.limit ? `s:${digest(message.limit, message.kind, recipientOf(message))}` : null;
const purposeOf = (message: Capped) => `p:${digest(message.kind, recipientOf(message), message.type)}`;

type Counting = {
  /** Whether the half-minute limit applies. */
  isBurstLimited: boolean;
  /** Nothing leaves the server, so no limit applies. */
  isFree: boolean;
};

type Alert = { window: 'hour' | 'day'; percent: number; limit: number };
type Reserved = { outcome: string; wait: number; alerts: Alert[] };

/** Counts a message against the limits. Throws if a limit is reached. */
export async function takeMessage(
  app: App,
  tenantId: string,
  message: Capped,
  { isBurstLimited, isFree }: Counting,
): Promise<void> {
  const { kind, ip } = message;
  const { recipient, address, network: networkCap } = messageCaps[kind];
  const { hour, day } = defaultMessageLimits[kind === 'Email' ? 'email' : 'sms'];
  const network = ip && networkOf(ip);
  const counted = isFree
    ? [null, null, null, null]
    : [
        `r:${digest(kind, kind === 'Email' ? mailboxOf(recipientOf(message)) : recipientOf(message))}`,
        ip ? `a:${digest(kind, sourceOf(ip))}` : null,
        network ? `n:${digest(kind, network)}` : null,
        kind,
      ];
  const [row] = await app.tenancy.run<Reserved>(tenantId, reserveMessage, [
    isFree ? null : recentOf(message),
    isBurstLimited ? purposeOf(message) : null,
    ...counted,
    [recipient, address, networkCap, hour, day],
  ]);
  const { outcome, wait, alerts } = row ?? { outcome: 'sent', wait: 0, alerts: [] };
  if (alerts.length > 0) {
    await reportAlerts(app, tenantId, kind, alerts);
  }
  if (outcome === 'sent') {
    return;
  }
  // The response does not say which other limit was reached, because that would help an attacker.
  app.log.warn({ tenantId, kind, cap: outcome }, 'message limit reached');
  app.metrics.count('postern_messages_total', { kind, result: 'capped' });
  await app.tenancy.run(tenantId, countMessage, [kind, 0, 1]);
  throw new AppError(outcome === 'recent' ? 'request.message_rate_limited' : 'connector.rate_limit_exceeded', {
    retryAfter: wait,
  });
}

/** One audit entry when 80 percent of a limit of the tenant are used, and one when all of it is. */
async function reportAlerts(app: App, tenantId: string, kind: Capped['kind'], alerts: Alert[]): Promise<void> {
  app.log.warn({ tenantId, kind, alerts }, 'message limit of the tenant nearly reached');
  await app.tenancy.write(tenantId, (db) =>
    emit(
      db,
      ...alerts.map((alert) => ({
        name: 'Messages.Limit.Reached' as const,
        subjectId: kind,
        data: { kind, ...alert },
      })),
    ),
  );
}

/** A message left the server. */
export async function recordSent(app: App, tenantId: string, kind: Capped['kind']): Promise<void> {
  await app.tenancy.run(tenantId, countMessage, [kind, 1, 0]);
}

/** The message was not sent, so it does not count toward the limits of half a minute and of ten minutes. */
export async function refundMessage(app: App, tenantId: string, message: Capped): Promise<void> {
  await app.tenancy.run(tenantId, releaseMessage, [purposeOf(message), recentOf(message)]);
}
