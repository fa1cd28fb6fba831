import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { lockSignInExperience, updateSignInExperience } from '#features/experience/sign-in-experience';
import { findFactors } from '#features/people/users';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { updateFactorRequirement } from './factor-requirement.store.ts';

/** The sign-in of the console must offer what it requires, also if an operator has switched it off. */
async function offerFactors(db: Db): Promise<void> {
  const experience = await lockSignInExperience(db);
  const mfa = experience?.mfa;
  const hasFactor = mfa?.factors.some((factor) => factor !== 'BackupCode');
  if (mfa && !(hasFactor && mfa.organizationRequiredMfaPolicy === 'Mandatory')) {
    const factors: SignInExperience['mfa']['factors'] = hasFactor ? mfa.factors : ['Totp', 'WebAuthn', 'BackupCode'];
    await updateSignInExperience(db, { mfa: { ...mfa, factors, organizationRequiredMfaPolicy: 'Mandatory' } });
  }
}

type Requirement = { organizationId: string; userId: string; isRequired: boolean };

/** Requires a second factor of the members of a tenant, or no longer. Returns false if nothing changed. */
export async function requireConsoleFactor(db: Db, { organizationId, userId, isRequired }: Requirement) {
  if (isRequired && !(await findFactors(db, userId, true))?.length) {
    throw new AppError('tenant.own_factor_missing');
  }
  const isChanged = await updateFactorRequirement(db, organizationId, isRequired);
  if (isChanged && isRequired) {
    await offerFactors(db);
  }
  return isChanged;
}
