import { accountCenterAppId, scopes } from '@postern/contracts/wire';
import { hideUser } from '#features/access/oidc';
import type { Db } from '#platform/db/db';
import { type AccountRequest, getAccess, type Person, requirePermission } from './access.ts';
import { type ChangeStep, getPerson, requireIdentity } from './change.ts';

/**
 * Reads where a person is signed in and which applications have access. This requires a proof, because a stolen token
 * would reveal addresses and devices. The account center needs none: it would have to ask people before it shows a page.
 */
export async function readSessions<T>(asked: AccountRequest, work: (db: Db, person: Person) => Promise<T>): Promise<T> {
  const { app, tenantId, caller, request } = asked;
  const access = await getAccess(app, tenantId, caller);
  const found = await app.tenancy.read(tenantId, async (db) => {
    const person = await getPerson(db, asked);
    if (caller.clientId !== accountCenterAppId) {
      await requirePermission(asked, db, person, request.headers);
    }
    access.requireShown('session', scopes.sessions);
    return work(db, person);
  });
  return hideUser(app, tenantId, caller, found);
}

/** Ends sessions, trust or access of applications. The proof is checked first, as on the wire. */
export async function endSessionsWithProof(asked: AccountRequest, work: ChangeStep): Promise<void> {
  const access = await getAccess(asked.app, asked.tenantId, asked.caller);
  await requireIdentity(asked, async (...step) => {
    access.requireEditable('session', scopes.sessions);
    return work(...step);
  });
}
