import { randomInt } from 'node:crypto';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { Email, Phone, Username } from '@postern/contracts/fields';
import type { Identifier } from '@postern/contracts/sign-in/sign-in';
import { hasPasswordExpired } from '#features/experience/password-policy';
import {
  type Credentials,
  createUser,
  findCredentials,
  findProvenAddresses,
  findSecurityEpoch,
  findUser,
  hashPassword,
  normalizeIdentifiers,
  type StoredPassword,
  verifyPassword,
} from '#features/people/users';
import { type ActionRow, decide, findEnabledAction, isStillCurrent, pretendToDecide } from '#features/sign-in/actions';
import { interactionOf, type Started, signInContextOf } from '#features/sign-in/interaction';
import { enqueueNotice } from '#features/sign-in/verification-codes';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { toAppError } from '#platform/http/http';
import { emit } from '#platform/jobs/events';
import { requireCaptcha } from '../steps/check-captcha.ts';
import { requireUnchanged } from '../steps/require-unchanged.ts';
import { applyPatch, checkPatch, isUnusable, type Patch } from './check-patch.ts';
import { requireGoodPassword } from './require-password.ts';
import { refuseSsoPerson } from './sso/index.ts';

/** A wrong password, and whose it may be. */
export type Attempt = { identifier: Identifier; password: string; candidate: Credentials | undefined };

/** A script has verified the password in another system. */
export type Verified = { row: ActionRow; verdict: 'createUser' | 'updateUser'; user: Patch };

const fields = { username: 'username', email: 'primaryEmail', phone: 'primaryPhone' } as const;
const shapes = { username: Username, email: Email, phone: Phone };

const wrong = () => new AppError('session.invalid_credentials');

/** Whether this step allows passwords at all: otherwise none is sent to a script. */
async function isOpen(signIn: Started, experience: SignInExperience, { type, value }: Identifier): Promise<boolean> {
  const isAllowed =
    signIn.state.event === 'SignIn' &&
    experience.signInMode !== 'Register' &&
    experience.signIn.methods.some((one) => one.identifier === type && one.password) &&
    shapes[type].safeParse(value).success;
  // A robot must not use a script to try passwords in another system.
  return isAllowed && isPassed(() => requireCaptcha(signIn, experience));
}

async function isPassed(check: () => Promise<void>): Promise<boolean> {
  try {
    await check();
    return true;
  } catch (error) {
    if (error instanceof AppError) {
      return false;
    }
    throw error;
  }
}

/** Not about suspended people, nor about those of a company: their password may be that of the company. */
async function mayAskAbout(
  signIn: Started,
  experience: SignInExperience,
  identifier: Identifier,
  { id, isSuspended }: Credentials,
): Promise<boolean> {
  const record = { id: '', type: 'Password', identifier, verified: true, userId: id } as const;
  return !isSuspended && isPassed(() => refuseSsoPerson(signIn, experience, record, id));
}

/** Random characters of the same kind, so that scripts treat them alike. */
const digits = '0123456789';
const letters = 'abcdefghijklmnopqrstuvwxyz';
const randomLike = (text: string, from: string) => Array.from(text, () => from.charAt(randomInt(from.length))).join('');

/** Nobody has this identifier. Addresses keep their domain and numbers their beginning: scripts may look at them. */
function inventIdentifier({ type, value }: Identifier): Identifier {
  if (type === 'email') {
    const at = value.lastIndexOf('@');
    return { type, value: randomLike(value.slice(0, at), letters) + value.slice(at) };
  }
  const kept = type === 'phone' ? Math.max(0, value.length - 7) : 0;
  return { type, value: value.slice(0, kept) + randomLike(value.slice(kept), type === 'phone' ? digits : letters) };
}

/** Asks the script of the tenant about a wrong password. Undefined if there is none, or it does not know the password. */
export async function askScript(
  signIn: Started,
  experience: SignInExperience,
  attempt: Attempt,
): Promise<Verified | undefined> {
  const { app, tenantId } = signIn;
  const { identifier, password, candidate } = attempt;
  const row = await findEnabledAction(app, tenantId, 'postFirstFactorVerification');
  if (!row || !(await isOpen(signIn, experience, identifier))) {
    return undefined;
  }
  const kind = { interactionEvent: 'SignIn', verificationType: 'Password' } as const;
  if (candidate && !(await mayAskAbout(signIn, experience, identifier, candidate))) {
    const invented = { identifier: inventIdentifier(identifier), user: null, password: randomLike(password, letters) };
    await pretendToDecide(app, tenantId, row, { ...kind, ...invented });
    return undefined;
  }
  const found = candidate && (await app.tenancy.read(tenantId, (db) => findUser(db, candidate.id)));
  if (candidate && !found) {
    return undefined;
  }
  const event = {
    ...kind,
    identifier,
    user: found ? describe(found, candidate) : null,
    password,
  } as const;
  const { verdict, user } = await decide(app, tenantId, row, event, placeOf(signIn));
  return (verdict === 'createUser' || verdict === 'updateUser') && user ? { row, verdict, user } : undefined;
}

type Found = NonNullable<Awaited<ReturnType<typeof findUser>>>;

/** What the script may read. With `hasPassword` it can leave alone those who have chosen a password here. */
const describe = (
  { id, username, primaryEmail, primaryPhone, name, avatar, customData, profile }: Found,
  candidate: Credentials | undefined,
) => ({
  id,
  username,
  primaryEmail,
  primaryPhone,
  name,
  avatar,
  customData,
  profile,
  hasPassword: candidate?.password !== undefined,
});

/** For the audit log. */
export const placeOf = (signIn: Started) => {
  const { applicationId, sessionId } = interactionOf(signIn);
  const { request } = signIn;
  const userAgent = request.headers['user-agent']?.slice(0, 512);
  return { applicationId, sessionId, ip: request.ip, userAgent, signInContext: signInContextOf(signIn) };
};

/** The identifier that was typed stays: the script cannot move the sign-in to another one. */
function requireSameIdentifier({ type, value }: Identifier, patch: Patch, current: Found | undefined): void {
  const field = fields[type];
  const given = patch[field];
  if (given === undefined) {
    return;
  }
  const typed = normalizeIdentifiers({ [field]: value })[field];
  const chosen = normalizeIdentifiers({ [field]: given })[field];
  if (chosen !== typed && given !== current?.[field]) {
    throw new AppError('action.sign_in_identifier_changed', { data: { identifierType: type } });
  }
}

/** A password that must be replaced is not accepted from elsewhere either. */
function requireUnexpired({ passwordExpiration }: SignInExperience, candidate: Credentials | undefined): void {
  const isExpired =
    candidate &&
    (candidate.password
      ? hasPasswordExpired(passwordExpiration, candidate)
      : passwordExpiration.enabled === true && candidate.isPasswordExpired);
  if (isExpired) {
    throw new AppError('password.expired');
  }
}

/** The rules that both kinds of results must follow. Returns the data to store. */
async function check(
  signIn: Started,
  experience: SignInExperience,
  { identifier, password, candidate }: Attempt,
  { verdict, user }: Verified,
) {
  const { app, tenantId } = signIn;
  if ((verdict === 'createUser') === (candidate !== undefined)) {
    throw new AppError('session.identity_conflict');
  }
  const current = candidate && (await app.tenancy.read(tenantId, (db) => findUser(db, candidate.id)));
  requireSameIdentifier(identifier, user, current);
  requireUnexpired(experience, candidate);
  const { [fields[identifier.type]]: _typed, ...others } = user;
  const own = verdict === 'createUser' ? { [fields[identifier.type]]: identifier.value } : {};
  const patch = await checkPatch(signIn, experience, { ...others, ...own }, current);
  await requireGoodPassword(signIn, password, {
    username: patch.username ?? current?.username ?? undefined,
    name: patch.name ?? current?.name ?? undefined,
    email: patch.primaryEmail ?? current?.primaryEmail ?? undefined,
    phone: patch.primaryPhone ?? current?.primaryPhone ?? undefined,
  });
  return patch;
}

async function create(signIn: Started, db: Db, patch: Patch & { password: StoredPassword }): Promise<string> {
  const { app, tenantId, clientId } = signIn;
  const { customData, profile, avatar, ...rest } = patch;
  const user = await createUser(db, app.config, tenantId, {
    ...rest,
    ...(avatar ? { avatar } : {}),
    ...(customData ? { customData } : {}),
    ...(profile ? { profile } : {}),
    // They have not signed in yet: details that new people must give are asked for.
    applicationId: clientId,
  });
  await emit(db, { name: 'User.Created', subjectId: user.id, data: interactionOf(signIn) });
  return user.id;
}

async function update(
  signIn: Started,
  db: Db,
  candidate: Credentials,
  patch: Patch & { password: StoredPassword },
): Promise<string> {
  const { clientId, languages, request } = signIn;
  const { id: userId, epoch, password } = candidate;
  // Another request may have changed, suspended or deleted the account while the script ran.
  await requireUnchanged(db, userId, epoch);
  const before = password ? await findProvenAddresses(db, userId) : undefined;
  await applyPatch(db, userId, patch);
  if (before) {
    await enqueueNotice(db, { userId, before, notice: 'password', applicationId: clientId, languages, ip: request.ip });
  }
  return userId;
}

/** A second click with the same password finds what the first one has stored. */
async function findTwin({ app, tenantId }: Started, { identifier, password }: Attempt) {
  const person = await app.tenancy.read(tenantId, (db) => findCredentials(db, identifier));
  const isRight = person?.password && !person.isSuspended && (await verifyPassword(password, person.password));
  return isRight ? { userId: person.id, epoch: person.epoch } : undefined;
}

/**
 * Creates or updates the account as the script says, with the typed password, and returns it with its security epoch. All
 * in one transaction, in which the script is still the one that ran, and the account the one it was asked about.
 */
export async function accept(
  signIn: Started,
  experience: SignInExperience,
  attempt: Attempt,
  verified: Verified,
): Promise<{ userId: string; epoch: number | undefined }> {
  const { app, tenantId } = signIn;
  const { candidate, password } = attempt;
  try {
    const patch = await check(signIn, experience, attempt, verified);
    if (!candidate) {
      await requireOpenFor(signIn, experience);
    }
    const digest = await hashPassword(password);
    return await app.tenancy.write(tenantId, async (db) => {
      if (!(await isStillCurrent(db, verified.row))) {
        throw wrong();
      }
      const data = { ...patch, password: digest };
      const userId = candidate ? await update(signIn, db, candidate, data) : await create(signIn, db, data);
      return { userId, epoch: await findSecurityEpoch(db, userId) };
    });
  } catch (error) {
    const code = toAppError(error)?.code ?? '';
    if (code === 'session.interaction_not_found' || code.endsWith('_already_in_use')) {
      const twin = await findTwin(signIn, attempt);
      if (twin) {
        return twin;
      }
    }
    if (code === 'session.interaction_not_found' || isUnusable(error)) {
      throw wrong();
    }
    throw error;
  }
}

/** A script creates nobody while registration is closed, or beyond the plan. */
async function requireOpenFor({ app, tenantId }: Started, { signInMode }: SignInExperience): Promise<void> {
  if (signInMode === 'SignIn') {
    throw wrong();
  }
  if ((await app.quota?.admit(tenantId)) === false) {
    throw new AppError('auth.exceed_user_limit');
  }
}
