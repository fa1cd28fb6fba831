import type { User } from '@postern/contracts/people/users';
import {
  type AccountRequest,
  announce,
  type Notice,
  noteDevice,
  type Person,
  renewPasswordRecords,
} from '#features/account/account';
import { findProvenAddresses, findSecurityEpoch, findUser, markOwnChange } from '#features/people/users';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';

/** The person comes from the token only; nothing in the request can name another one. */
export async function getActiveUser(db: Db, { caller }: Pick<AccountRequest, 'caller'>): Promise<User> {
  const user = await findUser(db, caller.subject);
  if (!user) {
    throw new AppError('auth.unauthorized');
  }
  if (user.isSuspended) {
    throw new AppError('user.suspended');
  }
  return user;
}

export async function getPerson(db: Db, asked: Pick<AccountRequest, 'caller'>): Promise<Person> {
  const user = await getActiveUser(db, asked);
  return { ...user, proven: await findProvenAddresses(db, user.id) };
}

type Change<Answer> = {
  answer: Answer;
  notice?: Notice | undefined;
  /** Nothing changed, so no event is emitted. */
  isNothing?: boolean;
};

/** Changes the account in one transaction and notifies the previous address by a job. */
export async function changeMe<Answer>(
  asked: AccountRequest,
  work: (db: Db, person: Person) => Promise<Change<Answer>>,
): Promise<Answer> {
  const { app, tenantId } = asked;
  return app.tenancy.write(tenantId, async (db) => {
    // Locked: no other change may outdate a proof after it was read.
    const epoch = await findSecurityEpoch(db, asked.caller.subject, true);
    await markOwnChange(db);
    await noteDevice(db, asked.caller);
    const current = await getPerson(db, asked);
    const done = await work(db, current);
    if (!done.isNothing) {
      await emit(db, { name: 'User.Data.Updated', subjectId: current.id });
    }
    if (epoch !== undefined && done.notice !== 'password') {
      await renewPasswordRecords(db, current.id, epoch);
    }
    await announce(db, asked, current, done.notice);
    return done.answer;
  });
}
