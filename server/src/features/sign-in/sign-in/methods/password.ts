import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { Identifier } from '@postern/contracts/sign-in/sign-in';
import {
  type DatedPassword,
  findPasswordIssues,
  hasPasswordExpired,
  isBreached,
  isCommonPassword,
  type UserInfo,
} from '#features/experience/password-policy';
import { getSignInExperience, requireGoodUsername } from '#features/experience/sign-in-experience';
import { signInProtectionOf } from '#features/experience/sign-in-protection';
import { throttled } from '#features/operations/throttle';
import {
  findCredentials,
  hashPassword,
  needsUpgrade,
  normalizeEmail,
  normalizePhone,
  type StoredPassword,
  upgradePassword,
  verifyDecoy,
  verifyPassword,
} from '#features/people/users';
import {
  interactionOf,
  type NewIdentityRecord,
  type PasswordRecord,
  type Started,
} from '#features/sign-in/interaction';
import { guessTarget } from '#features/sign-in/risk';
import { AppError } from '#platform/http/errors';
import { newId } from '#platform/secrets/ids';
import { isSignUpIdentifier, requireFree } from './identifiers.ts';
import type { Method } from './method.ts';
import { refuseSsoIdentifier } from './sso/refuse.ts';

function normalizeIdentifier({ type, value }: Identifier): Identifier {
  if (type === 'email') {
    return { type, value: normalizeEmail(value) };
  }
  return { type, value: type === 'phone' ? normalizePhone(value) : value };
}

/** Throws `password.rejected` with every violated rule. */
export async function requireGoodPassword({ app, tenantId }: Started, password: string, user: UserInfo): Promise<void> {
  const { passwordPolicy } = await getSignInExperience(app, tenantId);
  const issues = await findPasswordIssues(app, password, passwordPolicy, user);
  if (issues.length > 0) {
    throw new AppError('password.rejected', { data: issues });
  }
}

/** Throws if the new password equals the current one, which was then mistyped rather than forgotten. */
export async function requireOtherPassword(password: string, current: StoredPassword | undefined): Promise<void> {
  if (current && (await verifyPassword(password, current))) {
    throw new AppError('user.same_password');
  }
}

/** Nothing is proven by an expired password: the person goes on with a code for a forgotten one. */
export function refuseExpired(
  { passwordExpiration }: SignInExperience,
  { dated }: { dated?: DatedPassword | undefined },
): void {
  if (dated && hasPasswordExpired(passwordExpiration, dated)) {
    throw new AppError('password.expired');
  }
}

/** A sign-in does not wait longer for the service that knows breached passwords. */
const maxLookupMs = 1000;

/** Only for a correct password. Without a risk policy only the built-in list is used. */
async function isKnownFromBreach({ app, tenantId }: Started, password: string): Promise<boolean> {
  const { risk } = await signInProtectionOf(app, tenantId);
  const isUsed = risk.medium !== 'allow' || risk.high !== 'allow';
  return isUsed ? isBreached(app, password, maxLookupMs) : isCommonPassword(password);
}

/**
 * Verifies identifier and password. An unknown user takes as long as an existing one and gets the same response; only
 * the correct password reveals that an account is suspended.
 */
export async function verifyByPassword(signIn: Started, given: Identifier, password: string): Promise<PasswordRecord> {
  const { app, tenantId, languages } = signIn;
  const identifier = normalizeIdentifier(given);
  const experience = await getSignInExperience(app, tenantId);
  // Before the password is read: it may be that of the company.
  await refuseSsoIdentifier(signIn, experience, identifier);
  const { sentinelPolicy: policy } = experience;
  const guesser = await guessTarget(signIn, identifier.value);
  const guess = {
    ...guesser,
    locks: identifier,
    interaction: interactionOf(signIn),
    action: 'Password',
    policy,
    languages,
  } as const;
  const user = await throttled(app, tenantId, guess, async () => {
    const candidate = await app.tenancy.read(tenantId, (db) => findCredentials(db, identifier));
    if (!candidate?.password) {
      await verifyDecoy(password);
      return undefined;
    }
    const [isRight] = await Promise.all([
      verifyPassword(password, candidate.password),
      // Other digests are faster to verify than ours: the difference must not reveal that the account exists.
      needsUpgrade(candidate.password) ? verifyDecoy(password) : undefined,
    ]);
    return isRight ? candidate : undefined;
  });
  if (!user?.password) {
    throw new AppError('session.invalid_credentials');
  }
  if (user.isSuspended) {
    throw new AppError('user.suspended');
  }
  const { password: current, isPasswordExpired, passwordUpdatedAt, createdAt } = user;
  const dated = { isPasswordExpired, passwordUpdatedAt, createdAt };
  refuseExpired(experience, { dated });
  if (needsUpgrade(current)) {
    const upgraded = await hashPassword(password);
    await app.tenancy.write(tenantId, (db) => upgradePassword(db, user.id, current, upgraded));
  }
  const isLeaked = await isKnownFromBreach(signIn, password);
  return {
    id: newId(),
    type: 'Password',
    identifier,
    verified: true,
    userId: user.id,
    epoch: user.epoch,
    dated,
    ...(isLeaked ? { isLeaked } : {}),
  };
}

/** A username and a password for a new user, checked now and used when they are identified. */
export async function proposeIdentity(signIn: Started, username: string, password: string): Promise<NewIdentityRecord> {
  requireGoodUsername(await getSignInExperience(signIn.app, signIn.tenantId), username);
  await requireFree(signIn, { type: 'username', value: username });
  await requireGoodPassword(signIn, password, { username });
  return {
    id: newId(),
    type: 'NewPasswordIdentity',
    identifier: { type: 'username', value: username },
    password: await hashPassword(password),
  };
}

export const passwordMethod: Method<PasswordRecord> = {
  isEnabled: (experience, record, event) =>
    event !== 'ForgotPassword' &&
    experience.signIn.methods.some((one) => one.identifier === record.identifier.type && one.password),
  // The next step reads the security epoch again, and the last one whether the account is suspended.
  async find({ app, tenantId }, record) {
    const { userId, epoch } = record;
    refuseExpired(await getSignInExperience(app, tenantId), record);
    return { id: userId, isSuspended: false, epoch };
  },
};

export const newIdentityMethod: Method<NewIdentityRecord> = {
  mayRegister: (experience) => isSignUpIdentifier(experience, 'username'),
  propose: async (_signIn, { identifier, password }) => ({ username: identifier.value, password }),
};
