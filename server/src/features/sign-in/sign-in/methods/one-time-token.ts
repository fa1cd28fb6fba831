import { consumeOneTimeToken, isTokenInUse } from '#features/access/one-time-tokens';
import { refuseEmail } from '#features/experience/email-blocklist';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { throttled } from '#features/operations/throttle';
import { interactionOf, type OneTimeTokenRecord, type Started } from '#features/sign-in/interaction';
import { guessTarget } from '#features/sign-in/risk';
import { AppError } from '#platform/http/errors';
import { newId } from '#platform/secrets/ids';
import { findByAddress, requireFree } from './identifiers.ts';
import type { Method } from './method.ts';

export async function verifyByToken(signIn: Started, email: string, token: string): Promise<OneTimeTokenRecord> {
  const { app, tenantId, languages } = signIn;
  const { event } = signIn.state;
  const { sentinelPolicy: policy } = await getSignInExperience(app, tenantId);
  const guesser = await guessTarget(signIn, email);
  const guess = {
    ...guesser,
    locks: { type: 'email', value: email },
    interaction: interactionOf(signIn),
    action: 'OneTimeToken',
    policy,
    languages,
  } as const;
  const consumed = await throttled(app, tenantId, guess, () =>
    consumeOneTimeToken(app, tenantId, { email, token }, event),
  );
  if (!consumed) {
    throw new AppError('one_time_token.token_not_found');
  }
  return {
    id: newId(),
    type: 'OneTimeToken',
    identifier: { type: 'email', value: consumed.email },
    verified: true,
    // A link that was sent before a change of its user is worth as little as what was proven with it.
    provenAt: consumed.issuedAt,
    tokenId: consumed.id,
    oneTimeTokenContext: consumed.context,
    ...(consumed.invitationId ? { isForNewcomer: true, invitationId: consumed.invitationId } : {}),
  };
}

const purposeOf = ({ oneTimeTokenContext }: OneTimeTokenRecord) => oneTimeTokenContext?.interactionEvent;

/**
 * Throws if the token was revoked or deleted after it was used, for example with its invitation (attack 53), and if the
 * interaction has become another one than the token is for.
 */
export async function requireToken({ app, tenantId, state }: Started, record: OneTimeTokenRecord): Promise<void> {
  const { tokenId } = record;
  const purpose = purposeOf(record);
  if (purpose !== undefined && purpose !== state.event) {
    throw new AppError('one_time_token.interaction_event_mismatch');
  }
  if (tokenId !== undefined && !(await app.tenancy.read(tenantId, (db) => isTokenInUse(db, tokenId)))) {
    throw new AppError('one_time_token.token_revoked');
  }
}

/** The token is an invitation, so the methods and the mode of the settings do not restrict it. */
export const oneTimeTokenMethod: Method<OneTimeTokenRecord> = {
  isEnabled: (_experience, record, event) =>
    !record.isForNewcomer && (event !== 'ForgotPassword' || purposeOf(record) === event),
  mayRegister: () => true,
  async find(signIn, record) {
    await requireToken(signIn, record);
    return findByAddress(signIn, record.identifier);
  },
  async propose(signIn, record, experience) {
    const { identifier } = record;
    await requireToken(signIn, record);
    await refuseEmail(experience, identifier.value);
    await requireFree(signIn, identifier);
    return { primaryEmail: identifier.value, isInvited: true };
  },
};
