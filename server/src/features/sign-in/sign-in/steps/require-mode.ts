import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { AppError } from '#platform/errors';
import type { SignInState } from '../gather.ts';
import type { Started } from '../interaction.ts';

/**
 * Whether the settings allow sign-in or registration at all. One-time tokens are exempt because they are invitations.
 */
export function requireMode({ signInMode }: SignInExperience, state: SignInState, event = state.event): void {
  const isInvited = state.records.some((record) => record.type === 'OneTimeToken' && record.verified);
  const isClosed = event === 'Register' ? signInMode === 'SignIn' : signInMode === 'Register';
  if (isClosed && !isInvited) {
    throw new AppError('auth.forbidden');
  }
}

/** While registration is closed, taken names are not revealed. */
export async function requireOpen({ app, tenantId, state }: Started): Promise<void> {
  requireMode(await getSignInExperience(app, tenantId), state, 'Register');
}
