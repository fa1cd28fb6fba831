import type { MfaFactor } from '@postern/contracts/experience/sign-in-experience';
import {
  type AccountRequest,
  coversFactor,
  deleteRecord,
  isOwn,
  type KeptRecord,
  listDueFactors,
  listRecords,
  type Person,
  requireRecentFactor,
} from '#features/account/account';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';

/** The wire uses other statuses here than in a sign-in for missing and for failed verifications. */
const missing = (details: string) => new AppError('session.verification_session_not_found', { status: 400, details });
const failed = (details: string) => new AppError('session.verification_failed', { status: 422, details });

function requireFresh(records: KeptRecord[], others: KeptRecord[], details: string): KeptRecord {
  const fresh = records.find(({ isExpired }) => !isExpired);
  if (fresh) {
    return fresh;
  }
  throw records.length + others.length > 0 ? failed(details) : missing(details);
}

/** The console sends no text messages. */
export const isUsable = (factor: MfaFactor) => factor !== 'PhoneVerificationCode';

/** Users with a second factor must have verified it in the last ten minutes before they change how they sign in. */
export async function requireFactorStatus(asked: AccountRequest, db: Db, person: Person): Promise<void> {
  const due = (await listDueFactors(asked, db, person)).filter(isUsable);
  if (due.length > 0) {
    const fresh = (await listRecords(db, person.id)).filter(({ isExpired }) => !isExpired);
    const proofs = fresh.map(({ proof }) => proof).filter((proof) => proof.type === 'Factor' || isOwn(proof, person));
    requireRecentFactor(
      due,
      proofs.find((proof) => coversFactor(proof, due)),
    );
  }
}

/**
 * Users with a password must verify it, or a code from their own address: a stolen token is not enough. `lock` prevents
 * others from using the proof before the transaction ends.
 */
export async function requirePasswordStatus(db: Db, person: Person, lock = false): Promise<void> {
  if (person.hasPassword) {
    const own = (await listRecords(db, person.id, lock)).filter(({ proof }) => isOwn(proof, person));
    requireFresh(own, [], 'Verify your password first; it counts for ten minutes.');
  }
}

/** The same before a change that could lose the account. Users with a second factor must also verify that. */
export async function requireOwnStatus(asked: AccountRequest, db: Db, person: Person, lock = false): Promise<void> {
  await requirePasswordStatus(db, person, lock);
  await requireFactorStatus(asked, db, person);
}

/** Consumes the proof that an address belongs to the person. */
export async function takeEmailStatus(db: Db, { id }: Person, email: string): Promise<void> {
  const shown = (await listRecords(db, id, true)).filter(({ proof }) => proof.type === 'Code' && proof.isVerified);
  const isOf = ({ proof }: KeptRecord) => proof.type === 'Code' && proof.address.value === email;
  const record = requireFresh(
    shown.filter(isOf),
    shown.filter((one) => !isOf(one)),
    'Verify the email address first; it counts for ten minutes.',
  );
  await deleteRecord(db, id, record.id);
}
