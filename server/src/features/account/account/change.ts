import { findProvenAddresses, findUser } from '#features/people/users';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';
import { emit } from '#platform/events';
import { type AccountRequest, type Person, requirePermission } from './access.ts';
import { announce, type Notice } from './notify.ts';

/** The person of the token; nothing in the request can name another one. */
export async function getPerson(db: Db, { caller }: Pick<AccountRequest, 'caller'>): Promise<Person> {
  const user = await findUser(db, caller.subject);
  if (!user || user.isSuspended) {
    throw new AppError('auth.unauthorized');
  }
  return { ...user, proven: await findProvenAddresses(db, user.id) };
}

/** Checks the permission before slow checks, so that their result is not revealed without it. */
export const getPermitted = ({ app, tenantId, ...asked }: AccountRequest): Promise<Person> =>
  app.tenancy.read(tenantId, async (db) => {
    const person = await getPerson(db, asked);
    await requirePermission(db, person, asked.request.headers);
    return person;
  });

type Change = { notice?: Notice };
type Work = (db: Db, person: Person, permission: string) => Promise<Change>;

/**
 * All changes that could lose an account use this function: it checks the permission and applies the change in one
 * transaction, then notifies the previous address.
 */
export async function requireRecentAuth(asked: AccountRequest, work: Work): Promise<void> {
  const { app, tenantId, request } = asked;
  const tell = await app.tenancy.write(tenantId, async (db) => {
    const current = await getPerson(db, asked);
    const permission = await requirePermission(db, current, request.headers);
    const { notice } = await work(db, current, permission);
    return announce(db, asked, current, notice);
  });
  void tell();
}

/** The same for changes of the account data; also emits the event. */
export const changeWithRecentAuth = (asked: AccountRequest, work: Work): Promise<void> =>
  requireRecentAuth(asked, async (db, person, permission) => {
    const done = await work(db, person, permission);
    const data = done.notice ? { fields: [done.notice] } : {};
    await emit(db, { name: 'User.Data.Updated', subjectId: person.id, data });
    return done;
  });
