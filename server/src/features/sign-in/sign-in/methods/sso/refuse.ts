import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { Email } from '@postern/contracts/fields';
import type { Identifier } from '@postern/contracts/sign-in/sign-in';
import { connectorsForEmail, hasSsoIdentity, hasUsableConnectors } from '#features/people/sso-connectors';
import { findVerifiedEmail } from '#features/people/users';
import type { SignIn, VerificationRecord } from '#features/sign-in/interaction';
import { AppError } from '#platform/http/errors';

/** The addresses that a proof is about, as far as it signs in with them. */
function emailOf(record: VerificationRecord): string | undefined {
  if (record.type === 'Social') {
    return record.socialUserInfo?.email;
  }
  return 'identifier' in record && record.identifier.type === 'email' ? record.identifier.value : undefined;
}

/** Users of a domain with an enterprise connector must use it: passwords, codes and other providers are refused. */
export async function refuseSsoEmail(
  { app, tenantId }: Pick<SignIn, 'app' | 'tenantId'>,
  { singleSignOnEnabled }: SignInExperience,
  email: string | undefined,
): Promise<void> {
  const address = singleSignOnEnabled ? Email.safeParse(email).data : undefined;
  const connectors = address ? await connectorsForEmail(app, tenantId, address) : [];
  if (connectors.length > 0) {
    const ssoConnectors = connectors.map(({ id, connectorName, branding }) => ({ id, connectorName, branding }));
    throw new AppError('session.sso_enabled', { data: { ssoConnectors } });
  }
}

/** The same for the address of a proof. */
export async function refuseSsoProof(
  signIn: SignIn,
  experience: SignInExperience,
  record: VerificationRecord | undefined,
): Promise<void> {
  if (record && record.type !== 'EnterpriseSso') {
    await refuseSsoEmail(signIn, experience, emailOf(record));
  }
}

/** The same for an identifier that was typed: before a password is asked for or a code is sent. */
export const refuseSsoIdentifier = (
  signIn: SignIn,
  experience: SignInExperience,
  { type, value }: Identifier,
): Promise<void> => refuseSsoEmail(signIn, experience, type === 'email' ? value : undefined);

/**
 * The same for the person whom a proof identifies: what was typed may be a username or a number, or a passkey was used
 * (attack 56).
 */
export async function refuseSsoPerson(
  signIn: SignIn,
  experience: SignInExperience,
  record: VerificationRecord | undefined,
  userId: string,
): Promise<void> {
  const { app, tenantId } = signIn;
  if (!experience.singleSignOnEnabled || !record || record.type === 'EnterpriseSso') {
    return;
  }
  if (await hasUsableConnectors(app, tenantId)) {
    const email = await app.tenancy.read(tenantId, (db) => findVerifiedEmail(db, userId));
    await refuseSsoEmail(signIn, experience, email);
  }
}

/** People with an account at a company sign in with it: their passkeys must not outlive that account. */
export async function refuseSsoPasskey(
  { app, tenantId }: Pick<SignIn, 'app' | 'tenantId'>,
  record: VerificationRecord,
  userId: string,
): Promise<void> {
  if (record.type === 'SignInPasskey' && (await app.tenancy.read(tenantId, (db) => hasSsoIdentity(db, userId)))) {
    throw new AppError('session.passkey_sign_in.sso_users_not_allowed');
  }
}
