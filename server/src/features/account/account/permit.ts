import type { IncomingHttpHeaders } from 'node:http';
import type { User } from '@postern/contracts/people/users';
import { verificationIdHeader } from '@postern/contracts/wire';
import type { ProvenAddresses } from '#features/people/users';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';
import { findRecord, type Proof } from './records.store.ts';

type Person = Pick<User, 'id' | 'identities'> & { proven: ProvenAddresses };

/** The linked account at a provider, if any. */
export function identityOf({ identities }: Pick<User, 'identities'>, target: string) {
  return Object.hasOwn(identities, target) ? identities[target] : undefined;
}

/**
 * Whether a proof identifies this person. A proof of a new address or an unlinked account does not: with a stolen
 * token, an attacker could prove their own.
 */
export function isOwn(proof: Proof, person: Person): boolean {
  switch (proof.type) {
    case 'Password':
      return true;
    case 'Code':
      return (
        proof.isVerified &&
        proof.purpose !== 'BindNewIdentifier' &&
        person.proven[proof.address.type] === proof.address.value
      );
    case 'Social':
      return proof.userInfo !== undefined && identityOf(person, proof.target)?.userId === proof.userInfo.id;
    case 'WebAuthn':
      return false;
  }
}

/** Returns the id of the proof in the header if it belongs to this person, is fresh and sufficient. */
export async function requirePermission(db: Db, person: Person, headers: IncomingHttpHeaders): Promise<string> {
  const id = headers[verificationIdHeader];
  const proof = typeof id === 'string' && id.length <= 64 ? await findRecord(db, person.id, id) : undefined;
  if (typeof id !== 'string' || !proof || !isOwn(proof, person)) {
    throw new AppError('verification_record.permission_denied');
  }
  return id;
}
