import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { refuseEmail } from '#features/experience/email-blocklist';
import { requireGoodUsername } from '#features/experience/sign-in-experience';
import type { PendingProfile, Started } from '#features/sign-in/interaction';
import { requirePending } from '../methods/social/index.ts';
import { refuseSsoEmail } from '../methods/sso/index.ts';

/**
 * Checks again what was collected for the account: the rules for names and addresses, and the settings of providers, may
 * have changed since (attack 45). The company is responsible for the data of its users.
 */
export async function requireDetails(
  signIn: Started,
  experience: SignInExperience,
  profile: PendingProfile,
  isOfCompany: boolean,
): Promise<void> {
  const { username, primaryEmail } = profile;
  if (username !== undefined) {
    requireGoodUsername(experience, username);
  }
  if (primaryEmail !== undefined && !isOfCompany) {
    await refuseSsoEmail(signIn, experience, primaryEmail);
    await refuseEmail(experience, primaryEmail);
  }
  await requirePending(signIn, experience, profile);
}
