import type { IncomingHttpHeaders } from 'node:http';
import { type AccountCenter, accessTo, type accountFields } from '@postern/contracts/experience/account-center';
import type { User } from '@postern/contracts/people/users';
import { verificationIdHeader } from '@postern/contracts/wire';
import type { FastifyRequest } from 'fastify';
import { getAccountCenter } from '#features/experience/account-center';
import { isSocialProofCurrent } from '#features/messages/connectors';
import type { ProvenAddresses } from '#features/people/users';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import type { Caller } from '#platform/http/caller';
import { AppError } from '#platform/http/errors';
import { findRecord, type Proof } from './records.store.ts';

export type AccountRequest = {
  app: App;
  tenantId: string;
  caller: Caller;
  request: FastifyRequest;
  languages: string[];
};

export type Person = User & { proven: ProvenAddresses };

type Field = (typeof accountFields)[number];

/** What the account center allows users to do with their own account. */
export type Access = {
  /** Whether the field may be read: by its setting, and by the scope if one is given. */
  sees(field: Field, scope?: string): boolean;
  hasScope(scope: string): boolean;
  /** Whether a third-party application calls: consent never covers sign-in credentials. */
  isThirdParty: boolean;
  requireScope(field: Field, scope: string): void;
  requireShown(field: Field, scope?: string): void;
  requireEditable(field: Field, scope?: string): void;
};

/** The wire uses different statuses for a missing scope, depending on the field. */
const missesScope = (field: Field) =>
  new AppError('auth.unauthorized', ['mfa', 'passkey', 'session'].includes(field) ? {} : { status: 400 });

function accessOf({ fields }: AccountCenter, { scopes, isThirdParty = false }: Caller): Access {
  const modeOf = (field: Field) => accessTo(fields, field);
  const hasScope = (scope: string | undefined) => scope === undefined || scopes.has(scope);
  return {
    hasScope,
    isThirdParty,
    sees: (field, scope) => modeOf(field) !== 'Off' && hasScope(scope),
    requireScope(field, scope) {
      if (!hasScope(scope)) {
        throw missesScope(field);
      }
    },
    requireShown(field, scope) {
      if (modeOf(field) === 'Off') {
        throw new AppError('account_center.field_not_enabled');
      }
      if (!hasScope(scope)) {
        throw missesScope(field);
      }
    },
    requireEditable(field, scope) {
      if (modeOf(field) !== 'Edit') {
        throw new AppError('account_center.field_not_editable');
      }
      if (!hasScope(scope)) {
        throw missesScope(field);
      }
    },
  };
}

/** `authenticate` has already rejected the call if the account center is off. */
export const getAccess = async (app: App, tenantId: string, caller: Caller): Promise<Access> =>
  accessOf(await getAccountCenter(app, tenantId), caller);

type ProofOwner = Pick<User, 'id' | 'identities' | 'hasPassword' | 'primaryEmail' | 'primaryPhone'> & {
  proven: ProvenAddresses;
};

/** Whether there is a password or an address with which the person can verify their identity. */
export const hasSecurityMethod = ({
  hasPassword,
  primaryEmail,
  primaryPhone,
}: Pick<User, 'hasPassword' | 'primaryEmail' | 'primaryPhone'>): boolean =>
  hasPassword === true || Boolean(primaryEmail) || Boolean(primaryPhone);

/** Whether the person can prove their identity neither with a password nor with a code. */
export const hasOnlyProviders = ({ hasPassword, proven }: Pick<ProofOwner, 'hasPassword' | 'proven'>): boolean =>
  hasPassword !== true && !proven.email && !proven.phone;

/** The linked account at a provider, if any. */
export function identityOf({ identities }: Pick<User, 'identities'>, target: string) {
  return Object.hasOwn(identities, target) ? identities[target] : undefined;
}

/**
 * Whether a proof identifies this person. A proof of a new address or an unlinked account does not: with a stolen
 * token, an attacker could prove their own.
 */
export function isOwn(proof: Proof, person: ProofOwner): boolean {
  switch (proof.type) {
    case 'Password':
    case 'SignIn':
      return true;
    case 'Code':
      return (
        proof.isVerified &&
        proof.purpose !== 'BindNewIdentifier' &&
        person.proven[proof.address.type] === proof.address.value
      );
    case 'Social':
      return proof.userInfo !== undefined && identityOf(person, proof.target)?.userId === proof.userInfo.id;
    case 'PasskeyUse':
      return proof.isVerified;
    case 'WebAuthn':
    case 'Factor':
      return false;
  }
}

/**
 * Whether the account API accepts an own proof as a permission. The wire knows no sign-in at a provider; people who have
 * nothing else may use it.
 */
function isPermitting(proof: Proof, person: ProofOwner): boolean {
  if (proof.type === 'Code') {
    return proof.purpose === 'UserPermissionValidation';
  }
  return proof.type !== 'Social' || hasOnlyProviders(person);
}

/** A proof of a provider ends when its connector is deleted or changed (attack 53). */
const isCurrent = async ({ app, tenantId }: Pick<AccountRequest, 'app' | 'tenantId'>, proof: Proof) =>
  proof.type !== 'Social' || isSocialProofCurrent(app, tenantId, proof);

/** The proof in the header if it belongs to this person, is fresh and sufficient. */
export async function findPermission(
  asked: Pick<AccountRequest, 'app' | 'tenantId'>,
  db: Db,
  person: ProofOwner,
  headers: IncomingHttpHeaders,
): Promise<{ id: string; proof: Proof } | undefined> {
  const id = headers[verificationIdHeader];
  const proof = typeof id === 'string' && id.length <= 64 ? await findRecord(db, person.id, id) : undefined;
  const isPermission = proof && isOwn(proof, person) && isPermitting(proof, person) && (await isCurrent(asked, proof));
  return typeof id === 'string' && isPermission ? { id, proof } : undefined;
}

export async function requirePermission(
  asked: Pick<AccountRequest, 'app' | 'tenantId'>,
  db: Db,
  person: ProofOwner,
  headers: IncomingHttpHeaders,
): Promise<{ id: string; proof: Proof }> {
  const found = await findPermission(asked, db, person, headers);
  if (!found) {
    throw new AppError('verification_record.permission_denied');
  }
  return found;
}
