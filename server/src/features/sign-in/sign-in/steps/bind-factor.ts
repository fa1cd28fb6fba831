import type { MfaFactor } from '@postern/contracts/experience/sign-in-experience';
import { addFactor, requireBindable } from '#features/sign-in/factors';
import type { Started } from '#features/sign-in/interaction';
import { addProfile } from './add-profile.ts';

/** Adds a factor to the sign-in. The last step stores it. An address for codes is added to the profile. */
export async function bindFactor(signIn: Started, type: MfaFactor, verificationId: string): Promise<void> {
  if (type !== 'EmailVerificationCode' && type !== 'PhoneVerificationCode') {
    return addFactor(signIn, type, verificationId);
  }
  await requireBindable(signIn, type);
  await addProfile(signIn, { type: type === 'EmailVerificationCode' ? 'email' : 'phone', verificationId });
}
