import { deleteRecord, isOwn, type KeptRecord, listRecords, type Person } from '#features/account/account';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';

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

/**
 * Users with a password must verify it, or a code from their own address, before a change that could lose the account:
 * a stolen token is not enough. `lock` prevents others from using the proof before the transaction ends.
 */
export async function requireOwnStatus(db: Db, person: Person, lock = false): Promise<void> {
  if (!person.hasPassword) {
    return;
  }
  const own = (await listRecords(db, person.id, lock)).filter(({ proof }) => isOwn(proof, person));
  requireFresh(own, [], 'Verify your password first; it counts for ten minutes.');
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
