import { canSignIn, type HeldWays, type OfferedWays } from '@postern/contracts/account/ways-to-sign-in';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { listSocialConnectors, messageChannels } from '#features/messages/connectors';
import { listSsoIdentities } from '#features/people/sso-connectors';
import { findFactors, findUser } from '#features/people/users';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import type { AccountRequest } from './access.ts';

async function waysOffered({ app, tenantId }: AccountRequest): Promise<OfferedWays> {
  const [experience, connectors, codes] = await Promise.all([
    getSignInExperience(app, tenantId),
    listSocialConnectors(app, tenantId),
    messageChannels(app, tenantId),
  ]);
  const { signIn, passkeySignIn, singleSignOnEnabled, socialSignInConnectorTargets } = experience;
  return {
    methods: signIn.methods,
    codes,
    passkey: passkeySignIn.enabled === true,
    company: singleSignOnEnabled,
    targets: connectors.map(({ target }) => target).filter((target) => socialSignInConnectorTargets.includes(target)),
  };
}

async function waysHeld(db: Db, userId: string): Promise<HeldWays> {
  const user = await findUser(db, userId);
  const factors = (await findFactors(db, userId)) ?? [];
  return {
    username: Boolean(user?.username),
    email: Boolean(user?.primaryEmail),
    phone: Boolean(user?.primaryPhone),
    password: user?.hasPassword === true,
    passkey: factors.some(({ type }) => type === 'WebAuthn'),
    company: (await listSsoIdentities(db, userId)).length > 0,
    targets: Object.keys(user?.identities ?? {}),
  };
}

/** A name or an account elsewhere by which a sign-in can find the person. */
const hasIdentifier = ({ username, email, phone, company, targets }: HeldWays) =>
  username || email || phone || company || targets.length > 0;

/**
 * Throws, so that the transaction is rolled back, if what is taken away is the last identifier or the last way to sign in. An
 * account without any way, because the settings have changed, has no way to lose, but keeps an identifier.
 */
export async function keepWayIn<T>(asked: AccountRequest, db: Db, userId: string, take: () => Promise<T>): Promise<T> {
  const offered = await waysOffered(asked);
  const before = await waysHeld(db, userId);
  const taken = await take();
  const after = await waysHeld(db, userId);
  const isCutOff = canSignIn(before, offered) && !canSignIn(after, offered);
  if (isCutOff || (hasIdentifier(before) && !hasIdentifier(after))) {
    throw new AppError('user.last_sign_in_method_required');
  }
  return taken;
}
