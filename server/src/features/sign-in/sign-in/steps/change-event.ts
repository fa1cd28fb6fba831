import type { InteractionEvent } from '@postern/contracts/sign-in/sign-in';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { AppError } from '#platform/errors';
import type { Started } from '../interaction.ts';
import { requireMode } from './require-mode.ts';

/** Switches between sign-in and registration: keeps proofs and drops the details. */
export async function changeEvent(signIn: Started, event: InteractionEvent): Promise<void> {
  const { app, tenantId, state } = signIn;
  const isReset = state.event === 'ForgotPassword' || event === 'ForgotPassword';
  if (isReset && state.event !== event) {
    throw new AppError('session.not_supported_for_forgot_password');
  }
  requireMode(await getSignInExperience(app, tenantId), state, event);
  if (state.event !== event) {
    await signIn.save((fresh) => ({ ...fresh, event, profile: {} }));
  }
}
