import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { Email } from '@postern/contracts/fields';
import type { Address } from '@postern/contracts/sign-in/sign-in';
import { refuseEmail } from '#features/experience/email-blocklist';
import { listSocialConnectors, type OpenSocialConnector } from '#features/messages/connectors';
import { findByIdentity, findCredentials, type LinkedPerson } from '#features/people/users';
import type { PendingProfile, SocialIdentity, SocialRecord, Started } from '#features/sign-in/interaction';
import { AppError } from '#platform/http/errors';
import type { Method, Person } from '../method.ts';
import { connectorOfSocial, readPhone } from './verify.ts';

export { authorizationUri, connectorOfSocial, verifyBySocial } from './verify.ts';

type Proven = SocialRecord & { socialUserInfo: NonNullable<SocialRecord['socialUserInfo']> };

export function requireSocialProof(record: SocialRecord): Proven {
  const { socialUserInfo } = record;
  if (!socialUserInfo) {
    throw new AppError('session.verification_failed');
  }
  return { ...record, socialUserInfo };
}

export const identityOf = ({ target, socialUserInfo, connectorId, basis }: Proven): SocialIdentity => ({
  target,
  userInfo: socialUserInfo,
  proof: { connectorId, basis },
});

export const ownerOfIdentity = ({ app, tenantId }: Started, { target, socialUserInfo }: Proven) =>
  app.tenancy.read(tenantId, (db) => findByIdentity(db, target, socialUserInfo.id));

/** Name and picture of the provider, if the connector is configured so. */
function detailsOf({ syncProfile }: OpenSocialConnector, { socialUserInfo: { name, avatar } }: Proven): PendingProfile {
  return syncProfile ? { ...(name ? { name } : {}), ...(avatar ? { avatar } : {}) } : {};
}

/** Syncs name and picture from the provider; writes nothing if unchanged. */
function syncFrom(connector: OpenSocialConnector, record: Proven, person: LinkedPerson): PendingProfile {
  const { name, avatar } = detailsOf(connector, record);
  if ((!name || name === person.name) && (!avatar || avatar === person.avatar)) {
    return {};
  }
  return { ...detailsOf(connector, record), socialIdentity: identityOf(record) };
}

/** Addresses that the provider proves: none unless the tenant trusts them. */
const provenAddresses = ({ trustAddresses }: OpenSocialConnector, { verifiedAddresses = [] }: Proven): Address[] =>
  trustAddresses ? verifiedAddresses : [];

/** A user whose address is verified by this provider and by us. No other user may be linked (attack 15). */
async function findRelated({ app, tenantId }: Started, addresses: Address[]) {
  for (const address of addresses) {
    const person = await app.tenancy.read(tenantId, (db) => findCredentials(db, address));
    if (person?.isVerified) {
      return { person, address };
    }
  }
  return undefined;
}

async function findPerson(signIn: Started, record: Proven, link: boolean): Promise<Person> {
  const connector = await connectorOfSocial(signIn, record);
  const owner = await ownerOfIdentity(signIn, record);
  if (owner) {
    const { id, isSuspended, epoch } = owner;
    return { id, isSuspended, epoch, brings: syncFrom(connector, record, owner) };
  }
  const related = await findRelated(signIn, provenAddresses(connector, record));
  if (!related || !link) {
    const { type, value } = related?.address ?? {};
    throw new AppError('user.identity_not_exist', { data: related ? { relatedUser: { type, value } } : undefined });
  }
  const { id, isSuspended, epoch } = related.person;
  return { id, isSuspended, epoch, brings: { ...detailsOf(connector, record), socialIdentity: identityOf(record) } };
}

const isFree = async ({ app, tenantId }: Started, address: Address) =>
  (await app.tenancy.read(tenantId, (db) => findCredentials(db, address))) === undefined;

const requiresIdentifier = ({ signUp }: SignInExperience, type: 'email' | 'phone') =>
  signUp.verify && signUp.identifiers.includes(type);

/** The addresses of a new user if they are free. An unverified address does not satisfy a required verified one. */
async function proposeAddresses(
  signIn: Started,
  record: Proven,
  experience: SignInExperience,
): Promise<PendingProfile> {
  const { socialUserInfo } = record;
  const proven = provenAddresses(await connectorOfSocial(signIn, record), record);
  const isProven = ({ type, value }: Address) => proven.some((one) => one.type === type && one.value === value);
  const profile: PendingProfile = {};
  const proof: PendingProfile = { addressProof: { connectorId: record.connectorId, basis: record.basis } };
  const email = Email.safeParse(socialUserInfo.email).data;
  if (email !== undefined) {
    // Blocked even if it does not become part of the account.
    await refuseEmail(experience, email);
    const address = { type: 'email', value: email } as const;
    if ((isProven(address) || !requiresIdentifier(experience, 'email')) && (await isFree(signIn, address))) {
      Object.assign(profile, { primaryEmail: email, ...(isProven(address) ? proof : { isEmailUnverified: true }) });
    }
  }
  const phone = readPhone(socialUserInfo.phone);
  if (phone !== undefined) {
    const address = { type: 'phone', value: phone } as const;
    if ((isProven(address) || !requiresIdentifier(experience, 'phone')) && (await isFree(signIn, address))) {
      Object.assign(profile, { primaryPhone: phone, ...(isProven(address) ? proof : { isPhoneUnverified: true }) });
    }
  }
  return profile;
}

const isOffered = ({ socialSignInConnectorTargets }: SignInExperience, target: string) =>
  socialSignInConnectorTargets.includes(target);

/** Throws if the provider was removed from the sign-in pages, or its last connector was deleted. */
export async function requireOffered(signIn: Started, experience: SignInExperience, target: string): Promise<void> {
  const connectors = await listSocialConnectors(signIn.app, signIn.tenantId);
  if (!isOffered(experience, target) || !connectors.some((one) => one.target === target)) {
    throw new AppError('user.sign_in_method_not_enabled');
  }
}

/** What providers have proven in earlier steps, maybe with other connectors than the one that identifies the person. */
export async function requirePending(
  signIn: Started,
  experience: SignInExperience,
  { socialIdentity, addressProof }: PendingProfile,
): Promise<void> {
  if (socialIdentity) {
    await requireOffered(signIn, experience, socialIdentity.target);
  }
  if (socialIdentity?.proof) {
    await connectorOfSocial(signIn, socialIdentity.proof);
  }
  if (addressProof && !(await connectorOfSocial(signIn, addressProof)).trustAddresses) {
    throw new AppError('session.verification_session_not_found');
  }
}

export const socialMethod: Method<SocialRecord> = {
  isEnabled: (experience, { target }, event) => event !== 'ForgotPassword' && isOffered(experience, target),
  mayRegister: (experience, { target }) => isOffered(experience, target),
  find: (signIn, record, { link }) => findPerson(signIn, requireSocialProof(record), link),
  async propose(signIn, record, experience) {
    const proven = requireSocialProof(record);
    if (await ownerOfIdentity(signIn, proven)) {
      throw new AppError('user.identity_already_in_use');
    }
    const { name, avatar } = proven.socialUserInfo;
    return {
      ...(name ? { name } : {}),
      ...(avatar ? { avatar } : {}),
      ...(await proposeAddresses(signIn, proven, experience)),
      socialIdentity: identityOf(proven),
    };
  },
};
