import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { AppError } from '#platform/errors';
import type { SignInState } from '../gather.ts';
import type { Started } from '../interaction.ts';

/** Whether the settings let people sign in or register at all. Whoever brought a one-time token was asked to come. */
export function requireMode({ signInMode }: SignInExperience, state: SignInState, event = state.event): void {
  const isInvited = state.records.some((record) => record.type === 'OneTimeToken' && record.verified);
  const isClosed = event === 'Register' ? signInMode === 'SignIn' : signInMode === 'Register';
  if (isClosed && !isInvited) {
    throw new AppError('auth.forbidden');
  }
}

/** Where nobody can register, nobody learns which names are taken. */
export async function requireOpen({ app, tenantId, state }: Started): Promise<void> {
  requireMode(await getSignInExperience(app, tenantId), state, 'Register');
}
