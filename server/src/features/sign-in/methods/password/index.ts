import type { Identifier } from '@postern/contracts/sign-in';
import { getSignInExperience } from '#features/sign-in-experience';
import { throttled } from '#features/throttle';
import {
  findCredentials,
  hashPassword,
  needsUpgrade,
  normalizeEmail,
  normalizePhone,
  updateUser,
  verifyDecoy,
  verifyPassword,
} from '#features/users';
import { AppError } from '#platform/errors';
import { newId } from '#platform/ids';
import type { Started, VerificationRecord } from '../../interaction.ts';
import { checkPassword, type UserInfo } from './policy.ts';

function normalizeIdentifier({ type, value }: Identifier): Identifier {
  if (type === 'email') {
    return { type, value: normalizeEmail(value) };
  }
  return { type, value: type === 'phone' ? normalizePhone(value) : value };
}

/** Throws `password.rejected` with every broken rule. */
export async function requireGoodPassword({ app, tenantId }: Started, password: string, user: UserInfo): Promise<void> {
  const { passwordPolicy } = await getSignInExperience(app, tenantId);
  const issues = checkPassword(password, passwordPolicy, user);
  if (issues.length > 0) {
    throw new AppError('password.rejected', { data: issues });
  }
}

/**
 * Checks identifier and password. Somebody who does not exist costs as much time as somebody who does, and gets the
 * same answer; only the right password learns that an account is suspended.
 */
export async function verifyByPassword(
  signIn: Started,
  given: Identifier,
  password: string,
): Promise<VerificationRecord> {
  const { app, tenantId, languages } = signIn;
  const identifier = normalizeIdentifier(given);
  const { sentinelPolicy: policy } = await getSignInExperience(app, tenantId);
  const guess = { target: identifier.value, action: 'Password', policy, languages } as const;
  const user = await throttled(app, tenantId, guess, async () => {
    const candidate = await app.tenancy.read(tenantId, (db) => findCredentials(db, identifier));
    if (!candidate?.password) {
      await verifyDecoy(password);
      return undefined;
    }
    return (await verifyPassword(password, candidate.password)) ? candidate : undefined;
  });
  if (!user?.password) {
    throw new AppError('session.invalid_credentials');
  }
  if (user.isSuspended) {
    throw new AppError('user.suspended');
  }
  if (needsUpgrade(user.password.method)) {
    const upgraded = await hashPassword(password);
    await app.tenancy.write(tenantId, (db) => updateUser(db, user.id, { password: upgraded }));
  }
  return { id: newId(), type: 'Password', identifier, verified: true, userId: user.id };
}

/** A username and a password for somebody new, checked now and used when they are identified. */
export async function proposeIdentity(
  signIn: Started,
  username: string,
  password: string,
): Promise<VerificationRecord> {
  await requireFreeUsername(signIn, username);
  await requireGoodPassword(signIn, password, { username });
  return {
    id: newId(),
    type: 'NewPasswordIdentity',
    identifier: { type: 'username', value: username },
    password: await hashPassword(password),
  };
}

export async function requireFreeUsername({ app, tenantId }: Started, username: string): Promise<void> {
  if (await app.tenancy.read(tenantId, (db) => findCredentials(db, { type: 'username', value: username }))) {
    throw new AppError('user.username_already_in_use');
  }
}
