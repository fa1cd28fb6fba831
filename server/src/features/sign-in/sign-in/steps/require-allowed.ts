import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { socialConnector } from '#features/messages/connectors';
import { AppError } from '#platform/errors';
import type { SignInState } from '../gather.ts';
import type { Started } from '../interaction.ts';
import { methodOf } from '../methods/index.ts';
import { requireOffered } from '../methods/social/index.ts';
import { requireMode } from './require-mode.ts';

function isAllowed(experience: SignInExperience, { identifiedBy, isNew, event }: SignInState): boolean {
  if (!identifiedBy) {
    return true;
  }
  const { isEnabled, mayRegister } = methodOf(identifiedBy);
  const allowed = isNew ? mayRegister?.(experience, identifiedBy) : isEnabled?.(experience, identifiedBy, event);
  return allowed === true;
}

/**
 * Checks again whether the identification is allowed: settings may change between two steps (attack 45). An account
 * that this sign-in created is kept if registration is closed afterwards.
 */
export async function requireAllowed(signIn: Started): Promise<void> {
  const { app, tenantId, state } = signIn;
  const { identifiedBy, profile, isNew } = state;
  const experience = await getSignInExperience(app, tenantId);
  if (!isNew) {
    requireMode(experience, state);
  }
  if (!isAllowed(experience, state)) {
    throw new AppError('user.sign_in_method_not_enabled');
  }
  if (identifiedBy?.type === 'Social') {
    await socialConnector(app, tenantId, identifiedBy.connectorId);
  }
  if (profile.socialIdentity) {
    await requireOffered(signIn, experience, profile.socialIdentity.target);
  }
}
