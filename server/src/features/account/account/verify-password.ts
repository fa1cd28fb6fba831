import { getSignInExperience } from '#features/experience/sign-in-experience';
import { throttled } from '#features/operations/throttle';
import {
  findCredentials,
  hashPassword,
  needsUpgrade,
  requireHashRoom,
  upgradePassword,
  verifyDecoy,
  verifyPassword,
} from '#features/people/users';
import { AppError } from '#platform/http/errors';
import type { AccountRequest } from './access.ts';

/** Throttled per user, so callers cannot lock out others (attack 29). Returns the security epoch of the password. */
export async function requirePassword(
  { app, tenantId, caller, languages }: AccountRequest,
  password: string,
): Promise<number | undefined> {
  await requireHashRoom();
  const { sentinelPolicy: policy } = await getSignInExperience(app, tenantId);
  const person = await app.tenancy.read(tenantId, (db) => findCredentials(db, { type: 'id', value: caller.subject }));
  const target = caller.subject;
  const guess = { target, locks: { type: 'userId', value: target }, action: 'Password', policy, languages } as const;
  const right = await throttled(app, tenantId, guess, async () => {
    if (!person?.password) {
      await verifyDecoy(password);
      return undefined;
    }
    return (await verifyPassword(password, person.password)) ? person.password : undefined;
  });
  if (!right) {
    throw new AppError('session.invalid_credentials');
  }
  if (needsUpgrade(right)) {
    const upgraded = await hashPassword(password);
    await app.tenancy.write(tenantId, (db) => upgradePassword(db, caller.subject, right, upgraded));
  }
  return person?.epoch;
}
