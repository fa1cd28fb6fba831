import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { Email } from '@postern/contracts/fields';
import { refuseEmail } from '#features/experience/email-blocklist';
import { findDirectoryPerson } from '#features/people/directory-sync';
import {
  findSsoIdentityOf,
  findSsoPerson,
  getUsableConnector,
  requireSsoBasis,
  type UsableConnector,
} from '#features/people/sso-connectors';
import { findCredentials } from '#features/people/users';
import type { PendingProfile, SsoIdentity, SsoRecord, Started } from '#features/sign-in/interaction';
import { AppError } from '#platform/http/errors';
import type { Method, Person } from '../method.ts';

export { refuseSsoEmail, refuseSsoIdentifier, refuseSsoPasskey, refuseSsoPerson, refuseSsoProof } from './refuse.ts';
export { ssoAuthorizationUri, verifyBySso } from './verify.ts';

/** The connector of a proof. Throws if it was deleted since, or if what the proof relies on was taken away. */
export async function connectorOfSso(
  { app, tenantId }: Started,
  { connectorId, basis }: SsoRecord,
): Promise<UsableConnector> {
  const connector = await getUsableConnector(app, tenantId, connectorId);
  await requireSsoBasis(app, connector, basis);
  return connector;
}

type Proven = SsoRecord & {
  issuer: string;
  enterpriseSsoUserInfo: NonNullable<SsoRecord['enterpriseSsoUserInfo']>;
};

function requireProof({ issuer, enterpriseSsoUserInfo, ...record }: SsoRecord): Proven {
  if (!issuer || !enterpriseSsoUserInfo) {
    throw new AppError('session.verification_failed');
  }
  return { ...record, issuer, enterpriseSsoUserInfo };
}

/** `mayJoin`: whether the account leads into the organizations of the connector. */
const identityOf = ({ connectorId, issuer, enterpriseSsoUserInfo }: Proven, mayJoin = false): SsoIdentity => ({
  mayJoin,
  ssoConnectorId: connectorId,
  issuer,
  identityId: enterpriseSsoUserInfo.id,
  detail: { ...enterpriseSsoUserInfo },
});

/** The address, if it is proven and still in a domain of the connector: domains may change between two steps. */
function provenEmail({ domains }: UsableConnector, record: Proven): string | undefined {
  const email = Email.safeParse(record.enterpriseSsoUserInfo.email).data;
  return record.isEmailProven && email && domains.includes(email.split('@').at(-1) ?? '') ? email : undefined;
}

function detailsOf({ syncProfile }: UsableConnector, { enterpriseSsoUserInfo }: Proven): PendingProfile {
  const { name, avatar } = enterpriseSsoUserInfo;
  return syncProfile ? { ...(name ? { name } : {}), ...(avatar ? { avatar } : {}) } : {};
}

/** The user with the proven address. Their account is linked, because the company is responsible for its addresses. */
async function findByEmail(
  { app, tenantId }: Started,
  record: Proven,
  connector: UsableConnector,
): Promise<Person | undefined> {
  const email = provenEmail(connector, record);
  if (!email) {
    return undefined;
  }
  return app.tenancy.read(tenantId, async (db) => {
    const person = await findCredentials(db, { type: 'email', value: email });
    if (!person) {
      return undefined;
    }
    const known = await findSsoIdentityOf(db, person.id, record.connectorId);
    if (known && known.issuer === record.issuer) {
      // The company gave the address to somebody else. The new owner must not get the old account (attack 44).
      throw new AppError('user.identity_already_in_use');
    }
    return {
      id: person.id,
      isSuspended: person.isSuspended,
      epoch: person.epoch,
      ...(person.isVerified ? {} : { claims: 'email' as const }),
      brings: { ...detailsOf(connector, record), enterpriseSsoIdentity: identityOf(record, true) },
    };
  });
}

/** The user whom the directory of the company has created, and who signs in for the first time. */
async function findInDirectory(
  { app, tenantId }: Started,
  record: Proven,
  connector: UsableConnector,
): Promise<Person | undefined> {
  return app.tenancy.read(tenantId, async (db) => {
    const person = await findDirectoryPerson(db, record.connectorId, record.enterpriseSsoUserInfo.id);
    const known = person && (await findSsoIdentityOf(db, person.id, record.connectorId));
    if (!person || known?.issuer === record.issuer) {
      return undefined;
    }
    // The company itself has added this user, whatever their address is.
    return { ...person, brings: { ...detailsOf(connector, record), enterpriseSsoIdentity: identityOf(record, true) } };
  });
}

const ownerOf = ({ app, tenantId }: Started, record: Proven) =>
  app.tenancy.read(tenantId, (db) => findSsoPerson(db, identityOf(record)));

async function findPerson(signIn: Started, record: Proven): Promise<Person> {
  const connector = await connectorOfSso(signIn, record);
  const owner = await ownerOf(signIn, record);
  if (owner) {
    const { id, isSuspended, epoch, name, avatar } = owner;
    const details = detailsOf(connector, record);
    const isChanged =
      (details.name !== undefined && details.name !== name) ||
      (details.avatar !== undefined && details.avatar !== avatar);
    return {
      id,
      isSuspended,
      epoch,
      brings: isChanged ? { ...details, enterpriseSsoIdentity: identityOf(record) } : {},
    };
  }
  const person = (await findInDirectory(signIn, record, connector)) ?? (await findByEmail(signIn, record, connector));
  if (!person) {
    throw new AppError('user.sso_identity_not_exist');
  }
  return person;
}

/** The address of a new user. One that is not proven is stored as a claim if it is free. */
async function proposeEmail(
  { app, tenantId }: Started,
  record: Proven,
  connector: UsableConnector,
  experience: SignInExperience,
): Promise<PendingProfile> {
  const email = Email.safeParse(record.enterpriseSsoUserInfo.email).data;
  if (!email) {
    return {};
  }
  const isProven = provenEmail(connector, record) === email;
  if (!isProven) {
    await refuseEmail(experience, email);
  }
  const isTaken = await app.tenancy.read(tenantId, (db) => findCredentials(db, { type: 'email', value: email }));
  if (isTaken) {
    if (isProven) {
      throw new AppError('user.email_already_in_use');
    }
    return {};
  }
  return { primaryEmail: email, ...(isProven ? {} : { isEmailUnverified: true }) };
}

/** The interaction API of older pages does not know the switch. */
const isOn = ({ singleSignOnEnabled }: SignInExperience, { isLegacy }: SsoRecord): boolean =>
  singleSignOnEnabled || isLegacy === true;

export const ssoMethod: Method<SsoRecord> = {
  isEnabled: (experience, record, event) => event === 'SignIn' && isOn(experience, record),
  mayRegister: isOn,
  find: (signIn, record) => findPerson(signIn, requireProof(record)),
  async propose(signIn, record, experience) {
    const proven = requireProof(record);
    const connector = await connectorOfSso(signIn, proven);
    if (await ownerOf(signIn, proven)) {
      throw new AppError('user.identity_already_in_use');
    }
    const { name, avatar } = proven.enterpriseSsoUserInfo;
    return {
      ...(name ? { name } : {}),
      ...(avatar ? { avatar } : {}),
      ...(await proposeEmail(signIn, proven, connector, experience)),
      // Anyone whom the identity provider knows would be a member otherwise: guests, partners, private addresses.
      enterpriseSsoIdentity: identityOf(proven, provenEmail(connector, proven) !== undefined),
    };
  },
};
