import type { MfaFactor } from '@postern/contracts/experience/sign-in-experience';
import { findFreshFactorSession } from '#features/access/oidc';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { findFactorHolder, heldFactors } from '#features/sign-in/factors';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import type { AccountRequest, Person } from './access.ts';
import type { Proof } from './records.store.ts';

/** How long a second factor of the sign-in counts for changes of the account: as long as a proof does. */
const freshMinutes = 10;

type Asked = Pick<AccountRequest, 'app' | 'tenantId' | 'caller'>;

/** The second factors that a sign-in of this person accepts. Addresses count only if they are proven. */
export async function listHeldFactors(
  { app, tenantId }: Asked,
  db: Db,
  { id, proven }: Pick<Person, 'id' | 'proven'>,
): Promise<MfaFactor[]> {
  const settings = await getSignInExperience(app, tenantId);
  const holder = settings.mfa.factors.length > 0 ? await findFactorHolder(db, id) : undefined;
  const addresses = { primaryEmail: proven.email ?? null, primaryPhone: proven.phone ?? null };
  return holder ? heldFactors({ settings, holder: { ...holder, ...addresses } }) : [];
}

/** The factors of which a sensitive change needs one; empty if the person has none or has just signed in with one. */
export async function listDueFactors(asked: Asked, db: Db, person: Person): Promise<MfaFactor[]> {
  const held = await listHeldFactors(asked, db, person);
  const { sessionUid, subject } = asked.caller;
  const isFresh =
    held.length > 0 &&
    sessionUid !== undefined &&
    (await findFreshFactorSession(db, { uid: sessionUid, userId: subject, minutes: freshMinutes }));
  return isFresh ? [] : held;
}

const codeFactors = { email: 'EmailVerificationCode', phone: 'PhoneVerificationCode' } as const;

/** A factor that was verified with this proof counts as long as the proof, also after the factor was removed. */
export function coversFactor(proof: Proof, due: readonly MfaFactor[]): boolean {
  if (proof.type === 'PasskeyUse' || proof.factor !== undefined) {
    return true;
  }
  return proof.type === 'Code' && due.includes(codeFactors[proof.address.type]);
}

/**
 * Knowing the password of a person with a second factor must not be enough to remove the factor or to change how the
 * person signs in. `proof` has been accepted as a proof of identity before; undefined if there is none.
 */
export function requireRecentFactor(due: readonly MfaFactor[], proof: Proof | undefined): void {
  if (due.length > 0 && !(proof && coversFactor(proof, due))) {
    throw new AppError('session.mfa.require_mfa_verification', { data: { availableFactors: due } });
  }
}
