import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { idleSecondsOf, type StoredSessionPolicy, sessionPolicyOf } from '#features/experience/sign-in-protection';
import type { App } from '#platform/app';
import { endOldestSessions } from './sessions.ts';

/** The part of a stored session that the limits need; the engine's times are seconds. */
type Timed = { loginTs?: number; seen?: { at: number } };

const nowSeconds = () => Math.floor(Date.now() / 1000);

/** Seconds until a session ends if it is not used again; zero or less if it has ended. */
export function secondsLeft(policy: StoredSessionPolicy, { loginTs }: Timed, now = nowSeconds()): number {
  const idle = idleSecondsOf(policy);
  return policy.maxMinutes === null || loginTs === undefined
    ? idle
    : Math.min(idle, loginTs + policy.maxMinutes * 60 - now);
}

/** Whether a stored session exceeds the limits, for example because they were lowered after it began. */
export function hasEnded(policy: StoredSessionPolicy, session: Timed, now = nowSeconds()): boolean {
  const { seen } = session;
  const lastUse = seen ? Math.floor(seen.at / 1000) : undefined;
  const isIdle = policy.idleMinutes !== null && lastUse !== undefined && lastUse + idleSecondsOf(policy) <= now;
  return isIdle || secondsLeft(policy, session, now) <= 0;
}

/** Limits how long the engine stores sessions, and which stored ones it finds. */
export function limitSessions(app: App, tenantId: string, { Session }: Provider): void {
  const { save } = Session.prototype;
  Session.prototype.save = async function saveLimited(ttl: number) {
    const left = secondsLeft(await sessionPolicyOf(app, tenantId), this as Timed);
    return save.call(this, Math.max(1, Math.min(ttl, left)));
  };
  const find = Session.find.bind(Session);
  const findLimited = async (...values: Parameters<typeof find>) => {
    const found = await find(...values);
    return found && hasEnded(await sessionPolicyOf(app, tenantId), found as Timed) ? undefined : found;
  };
  // The engine's type is generic over its models; it finds sessions only.
  Session.find = findLimited as typeof Session.find;
}

/** After a sign-in whose session is stored: ends the oldest sessions of the user beyond the limit. */
export async function endSurplusSessions(app: App, tenantId: string, { oidc }: KoaContextWithOIDC): Promise<void> {
  // Undefined at addresses that the engine does not have.
  const { session, account, result } = oidc ?? {};
  if (!result?.login || !session || !account) {
    return;
  }
  const { maxSessions } = await sessionPolicyOf(app, tenantId);
  if (maxSessions === null) {
    return;
  }
  const { accountId } = account;
  await app.tenancy.write(tenantId, (db) => endOldestSessions(db, accountId, { uid: session.uid, maxSessions }));
}
