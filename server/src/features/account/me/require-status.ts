import { deleteRecord, isOwn, type KeptRecord, listRecords, type Person } from '#features/account/account';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';

/** The wire tells here with other statuses than in a sign-in whether there is nothing, or nothing that counts. */
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
 * Whoever has a password shows it, or a code from the address that is theirs, before a change that could cost them the
 * account: a stolen token is not enough to take it over. `lock`: nobody else uses the proof before the transaction ends.
 */
export async function requireOwnStatus(db: Db, person: Person, lock = false): Promise<void> {
  if (!person.hasPassword) {
    return;
  }
  const own = (await listRecords(db, person.id, lock)).filter(({ proof }) => isOwn(proof, person));
  requireFresh(own, [], 'Verify your password first; it counts for ten minutes.');
}

/** Takes the proof that an address is the person's: it counts once. */
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
