import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { InteractionEvent } from '@postern/contracts/sign-in/sign-in';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import type { SignIn, SignInState, Started, VerificationRecord } from '#features/sign-in/interaction';
import { AppError } from '#platform/http/errors';
import { methodOf } from '../methods/index.ts';
import { requireToken } from '../methods/one-time-token.ts';
import { refuseExpired } from '../methods/password.ts';
import { connectorOfSocial } from '../methods/social/index.ts';
import { connectorOfSso, refuseSsoPerson, refuseSsoProof } from '../methods/sso/index.ts';
import { requireDetails } from './require-details.ts';

/** Whether the settings allow no sign-in or registration. */
export const isClosed = ({ signInMode }: SignInExperience, event: InteractionEvent): boolean =>
  event === 'Register' ? signInMode === 'SignIn' : signInMode === 'Register';

/**
 * Throws if sign-in or registration is closed. One-time tokens are exempt because they are invitations: with a proven
 * one, the steps are open, but only the token itself identifies a person or registers one.
 */
export function requireMode(
  experience: SignInExperience,
  state: Pick<SignInState, 'event' | 'records'>,
  event = state.event,
): void {
  const hasToken = state.records.some((record) => record.type === 'OneTimeToken' && record.verified);
  if (isClosed(experience, event) && !hasToken) {
    throw new AppError('auth.forbidden');
  }
}

/** Another proof next to the token of an invitation does not sign in while sign-in is closed. */
export function requireModeFor(
  experience: SignInExperience,
  event: InteractionEvent,
  record: VerificationRecord | undefined,
): void {
  if (record && record.type !== 'OneTimeToken' && isClosed(experience, event)) {
    throw new AppError('auth.forbidden');
  }
}

/** While registration is closed, taken names are not revealed. */
export async function requireOpen({ app, tenantId, state }: Started): Promise<void> {
  requireMode(await getSignInExperience(app, tenantId), state, 'Register');
}

/**
 * Rejects users beyond the monthly active users of the plan. Users who were already active in this period can continue.
 * Called without a user before an account is created, so that no one registers who cannot sign in.
 */
export async function requireUserQuota({ app, tenantId }: SignIn, userId?: string): Promise<void> {
  if ((await app.quota?.admit(tenantId, userId)) === false) {
    throw new AppError('auth.exceed_user_limit');
  }
}

function isAllowed(experience: SignInExperience, { identifiedBy, isNew, event }: SignInState): boolean {
  if (!identifiedBy) {
    return true;
  }
  const { isEnabled, mayRegister } = methodOf(identifiedBy);
  const allowed = isNew ? mayRegister?.(experience, identifiedBy) : isEnabled?.(experience, identifiedBy, event);
  return allowed === true;
}

/**
 * A new link relies on settings that may have changed since: which addresses the connector proves. An account that was
 * linked before does not.
 */
async function requireSamePerson(signIn: Started): Promise<void> {
  const { identifiedBy, profile, userId, isNew } = signIn.state;
  const isProvider = identifiedBy?.type === 'Social' || identifiedBy?.type === 'EnterpriseSso';
  if (!isProvider || isNew || !(profile.socialIdentity || profile.enterpriseSsoIdentity)) {
    return;
  }
  const person = await methodOf(identifiedBy).find?.(signIn, identifiedBy, { link: true });
  if (person?.id !== userId) {
    throw new AppError('session.identity_conflict');
  }
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
    requireModeFor(experience, state.event, identifiedBy);
  }
  if (!isAllowed(experience, state)) {
    throw new AppError('user.sign_in_method_not_enabled');
  }
  if (identifiedBy?.type === 'Password') {
    refuseExpired(experience, identifiedBy);
  }
  if (identifiedBy?.type === 'OneTimeToken') {
    await requireToken(signIn, identifiedBy);
  }
  if (identifiedBy?.type === 'Social') {
    await connectorOfSocial(signIn, identifiedBy);
  }
  if (identifiedBy?.type === 'EnterpriseSso') {
    await connectorOfSso(signIn, identifiedBy);
  }
  await refuseSsoProof(signIn, experience, identifiedBy);
  if (state.userId && !isNew) {
    await refuseSsoPerson(signIn, experience, identifiedBy, state.userId);
  }
  await requireDetails(signIn, experience, profile, identifiedBy?.type === 'EnterpriseSso');
  await requireSamePerson(signIn);
}
