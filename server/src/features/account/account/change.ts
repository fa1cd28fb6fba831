import { findDeviceOfSession } from '#features/access/oidc';
import { findProvenAddresses, findSecurityEpoch, findUser, markDevice, markOwnChange } from '#features/people/users';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { type AccountRequest, findPermission, hasSecurityMethod, type Person, requirePermission } from './access.ts';
import { announce, type Notice } from './notify.ts';
import { renewRecord } from './records.store.ts';
import { listDueFactors, requireRecentFactor } from './require-factor.ts';

/** The person of the token; nothing in the request can name another one. */
export async function getPerson(db: Db, { caller }: Pick<AccountRequest, 'caller'>): Promise<Person> {
  const user = await findUser(db, caller.subject);
  if (!user || user.isSuspended) {
    throw new AppError('auth.unauthorized');
  }
  return { ...user, proven: await findProvenAddresses(db, user.id) };
}

/** Checks the permission before slow checks, so that their result is not revealed without it. */
export const getPermitted = (asked: AccountRequest, { ifPossible = false } = {}): Promise<Person> =>
  asked.app.tenancy.read(asked.tenantId, async (db) => {
    const person = await getPerson(db, asked);
    await (ifPossible ? requireProofsIfPossible : requireProofs)(asked, db, person);
    return person;
  });

/** A proof of identity and, if the person has a second factor, a recent proof of that. Returns the id of the record. */
export async function requireProofs(asked: AccountRequest, db: Db, person: Person): Promise<string> {
  // Read before the proof: a parallel request that adds a factor changes both, and the proof then covers the factor.
  const due = await listDueFactors(asked, db, person);
  const { id, proof } = await requirePermission(asked, db, person, asked.request.headers);
  requireRecentFactor(due, proof);
  return id;
}

/** The same for changes that add a way to sign in. People without a password and without an address need no proof. */
async function requireProofsIfPossible(asked: AccountRequest, db: Db, person: Person): Promise<string | undefined> {
  if (hasSecurityMethod(person)) {
    return requireProofs(asked, db, person);
  }
  const due = await listDueFactors(asked, db, person);
  const permission = await findPermission(asked, db, person, asked.request.headers);
  requireRecentFactor(due, permission?.proof);
  return permission?.id;
}

/** Keeps with which device the account is changed. */
export async function noteDevice(db: Db, { subject, sessionUid }: AccountRequest['caller']): Promise<void> {
  await markDevice(db, sessionUid === undefined ? undefined : await findDeviceOfSession(db, subject, sessionUid));
}

type Change = { notice?: Notice };
export type ChangeStep<Permission = string> = (db: Db, person: Person, permission: Permission) => Promise<Change>;

/**
 * All changes that could lose an account use this function: it checks the permission and applies the change in one
 * transaction, and notifies the previous address by a job.
 */
export const requireRecentAuth = (asked: AccountRequest, work: ChangeStep): Promise<void> =>
  apply(asked, requireProofs, work);

/** For changes that only take access away, such as ending sessions: no second factor is needed. */
export const requireIdentity = (asked: AccountRequest, work: ChangeStep): Promise<void> =>
  apply(asked, async (_, db, person) => (await requirePermission(asked, db, person, asked.request.headers)).id, work);

async function apply<Permission extends string | undefined>(
  asked: AccountRequest,
  requireAllowed: (asked: AccountRequest, db: Db, person: Person) => Promise<Permission>,
  work: ChangeStep<Permission>,
): Promise<void> {
  const { app, tenantId } = asked;
  await app.tenancy.write(tenantId, async (db) => {
    // Locked: no other change may outdate the proof after it was read.
    await findSecurityEpoch(db, asked.caller.subject, true);
    await markOwnChange(db);
    await noteDevice(db, asked.caller);
    const current = await getPerson(db, asked);
    const permission = await requireAllowed(asked, db, current);
    const { notice } = await work(db, current, permission);
    if (permission !== undefined) {
      await renewRecord(db, current.id, permission);
    }
    await announce(db, asked, current, notice);
  });
}

const announced =
  <Permission>(work: ChangeStep<Permission>): ChangeStep<Permission> =>
  async (db, person, permission) => {
    const done = await work(db, person, permission);
    const data = done.notice ? { fields: [done.notice] } : {};
    await emit(db, { name: 'User.Data.Updated', subjectId: person.id, data });
    return done;
  };

/** The same for changes of the account data; also emits the event. */
export const changeWithRecentAuth = (asked: AccountRequest, work: ChangeStep): Promise<void> =>
  requireRecentAuth(asked, announced(work));

/** The same for passwords and linked accounts, which people who have nothing else change without a proof. */
export const changeWithAuthIfPossible = (asked: AccountRequest, work: ChangeStep<string | undefined>): Promise<void> =>
  apply(asked, requireProofsIfPossible, announced(work));
