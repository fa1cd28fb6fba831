import { createHash } from 'node:crypto';
import type { ExceptionEventName } from '@postern/contracts/events';
import type { AdaptiveMfaResult } from '@postern/contracts/experience/adaptive-mfa';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { emit } from '#platform/jobs/events';
import { isSubscribed, takeShare } from './store.ts';

/** The sign-in in which something happened. */
export type InInteraction = {
  applicationId?: string | undefined;
  sessionId?: string | undefined;
  interactionEvent?: string | undefined;
};

type Exception = { name: ExceptionEventName; subjectId: string; data: Record<string, unknown> };

/** An object ID has at most 64 characters, and addresses are not stored as such. */
const idOf = (value: string) => createHash('sha256').update(value).digest('hex');

const windowSeconds = 600;
/** Events within the window: anybody can send such requests without end, and the receivers must not be flooded. */
const most = { subject: 20, tenant: 600 };

async function isRare(db: Db, { name, subjectId }: Exception): Promise<boolean> {
  const take = (what: string, limit: number) =>
    takeShare(db, { what: idOf(what), most: limit, seconds: windowSeconds });
  return (await take(`${name} of ${subjectId}`, most.subject)) && take(name, most.tenant);
}

/**
 * Sends an event about a request that fails or limits somebody. It has its own transaction, because that of the request
 * is rolled back, and is written only for tenants with a webhook for it: such requests can be many.
 */
async function announce({ tenancy }: App, tenantId: string, event: Exception): Promise<void> {
  await tenancy.write(tenantId, async (db) => {
    if ((await isSubscribed(db, event.name)) && (await isRare(db, event))) {
      await emit(db, event);
    }
  });
}

export type LockedTarget = { type: 'username' | 'email' | 'phone' | 'userId'; value: string };

/** An attempt was refused because there were too many wrong ones for this identifier. */
export const announceLockout = (
  app: App,
  tenantId: string,
  { type, value }: LockedTarget,
  interaction?: InInteraction,
) =>
  announce(app, tenantId, {
    name: 'Identifier.Lockout',
    subjectId: idOf(value),
    data: { ...interaction, type, value },
  });

/** A verification code was not sent, because too many were sent to this address or number. */
export const announceRateLimited = (app: App, tenantId: string, recipient: string, interaction?: InInteraction) =>
  announce(app, tenantId, {
    name: 'Message.RateLimited',
    subjectId: idOf(recipient),
    data: { ...interaction, action: 'VerificationCodeSend', recipient },
  });

type LimitedGrants = {
  userId: string;
  applicationId: string;
  revokedGrantIds: string[];
  maxAllowedGrants: number;
  preRevocationActiveGrantCount: number;
};

/** The oldest grants of a user were revoked, because an application allows only a number of them. */
export const announceLimitedGrants = (app: App, tenantId: string, data: LimitedGrants) =>
  announce(app, tenantId, { name: 'Grant.LimitExceeded', subjectId: data.userId, data });

/** A rule of adaptive second factors asks for one, and it is not verified yet. */
export const announceUnusualSignIn = (
  app: App,
  tenantId: string,
  userId: string,
  adaptiveMfaResult: AdaptiveMfaResult,
  interaction: InInteraction,
) =>
  announce(app, tenantId, {
    name: 'PostSignInAdaptiveMfaTriggered',
    subjectId: userId,
    data: { ...interaction, adaptiveMfaResult },
  });
