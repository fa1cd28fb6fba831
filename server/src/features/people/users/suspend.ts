import { endSessionsOf } from '#features/access/oidc';
import type { Db } from '#platform/db';
import { emit } from '#platform/events';
import { updateSuspension } from './store.ts';

/** A suspension ends sessions and tokens immediately; lifting it does not restore them. */
export async function suspendUsers(db: Db, ids: string[], isSuspended: boolean): Promise<void> {
  const changed = await updateSuspension(db, ids, isSuspended);
  if (isSuspended) {
    await endSessionsOf(db, ...changed);
  }
  await emit(
    db,
    ...changed.map(
      (subjectId) => ({ name: 'User.SuspensionStatus.Updated', subjectId, data: { isSuspended } }) as const,
    ),
  );
}
