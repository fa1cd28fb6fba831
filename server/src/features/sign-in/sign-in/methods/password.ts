import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { Identifier } from '@postern/contracts/sign-in/sign-in';
import {
  type DatedPassword,
  hasPasswordExpired,
  isBreached,
  isCommonPassword,
} from '#features/experience/password-policy';
import { getSignInExperience, requireGoodUsername } from '#features/experience/sign-in-experience';
import { signInProtectionOf } from '#features/experience/sign-in-protection';
import { throttled } from '#features/operations/throttle';
import {
  type Credentials,
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
  isOutdated,
  type NewIdentityRecord,
  type PasswordRecord,
  type Started,
} from '#features/sign-in/interaction';
import { guessTarget } from '#features/sign-in/risk';
import { AppError } from '#platform/http/errors';
import { newId } from '#platform/secrets/ids';
import { isSignUpIdentifier, requireFree } from './identifiers.ts';
import type { Method } from './method.ts';
import { requireGoodPassword } from './require-password.ts';
import { refuseSsoIdentifier } from './sso/refuse.ts';
import { type Attempt, accept, askScript, type Verified } from './verify-by-script.ts';

function normalizeIdentifier({ type, value }: Identifier): Identifier {
  if (type === 'email') {
    return { type, value: normalizeEmail(value) };
  }
  return { type, value: type === 'phone' ? normalizePhone(value) : value };
}

type ProvenPerson = { userId: string; epoch: number | undefined; dated: DatedPassword };

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
 * The person with this password, or what a script of the tenant says about a wrong one. An unknown user takes as long as
 * an existing one.
 */
async function check(signIn: Started, experience: SignInExperience, identifier: Identifier, password: string) {
  const { app, tenantId } = signIn;
  const candidate = await app.tenancy.read(tenantId, (db) => findCredentials(db, identifier));
  const attempt: Attempt = { identifier, password, candidate };
  if (!candidate?.password) {
    await verifyDecoy(password);
    return askAbout(signIn, experience, attempt);
  }
  const [isRight] = await Promise.all([
    verifyPassword(password, candidate.password),
    // Other digests are faster to verify than ours: the difference must not reveal that the account exists.
    needsUpgrade(candidate.password) ? verifyDecoy(password) : undefined,
  ]);
  return isRight ? { person: candidate, password: candidate.password } : askAbout(signIn, experience, attempt);
}

async function askAbout(signIn: Started, experience: SignInExperience, attempt: Attempt) {
  const verified = await askScript(signIn, experience, attempt);
  return verified && { attempt, verified };
}

/** A correct password that is stored here. Only it reveals that an account is suspended. */
async function usePassword(
  { app, tenantId }: Started,
  experience: SignInExperience,
  { person, password: current }: { person: Credentials; password: StoredPassword },
  password: string,
): Promise<ProvenPerson> {
  if (person.isSuspended) {
    throw new AppError('user.suspended');
  }
  const { isPasswordExpired, passwordUpdatedAt, createdAt } = person;
  const dated = { isPasswordExpired, passwordUpdatedAt, createdAt };
  refuseExpired(experience, { dated });
  if (needsUpgrade(current)) {
    const upgraded = await hashPassword(password);
    await app.tenancy.write(tenantId, (db) => upgradePassword(db, person.id, current, upgraded));
  }
  return { userId: person.id, epoch: person.epoch, dated };
}

/** A person who was identified earlier in this sign-in goes on with the account that the sign-in itself has changed. */
async function keepEpoch(signIn: Started, before: Credentials | undefined, { userId, epoch }: ProvenPerson) {
  const { state } = signIn;
  if (before && state.userId === userId && !isOutdated(state, before.epoch)) {
    await signIn.save((fresh) => (fresh.userId === userId ? { ...fresh, epoch } : fresh));
  }
}

async function useVerified(
  signIn: Started,
  experience: SignInExperience,
  { attempt, verified }: { attempt: Attempt; verified: Verified },
): Promise<ProvenPerson> {
  const proven = await accept(signIn, experience, attempt, verified);
  const now = Date.now();
  const dated = { isPasswordExpired: false, passwordUpdatedAt: now, createdAt: now };
  await keepEpoch(signIn, attempt.candidate, { ...proven, dated });
  return { ...proven, dated };
}

/** Verifies identifier and password. An unknown user gets the same response as a wrong password. */
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
  const found = await throttled(app, tenantId, guess, () => check(signIn, experience, identifier, password));
  if (!found) {
    throw new AppError('session.invalid_credentials');
  }
  const proven =
    'verified' in found
      ? await useVerified(signIn, experience, found)
      : await usePassword(signIn, experience, found, password);
  const isLeaked = await isKnownFromBreach(signIn, password);
  return {
    id: newId(),
    type: 'Password',
    identifier,
    verified: true,
    ...proven,
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
