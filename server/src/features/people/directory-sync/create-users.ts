import { createUsers, findTakenEmails } from '#features/people/users';
import type { Db } from '#platform/db/db';
import { isDeadlock } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { type Directory, isActiveIn, isOwnAddress, namesOf } from './provision-user.ts';
import type { Resource } from './read-resource.ts';
import { inSavepoint } from './savepoints.store.ts';
import { toPerson } from './to-user.ts';
import { findKnownNames, insertDirectoryUsers, userNameKey } from './users.store.ts';

type Candidate = { index: number; resource: Resource };

const keysOf = ({ resource }: Candidate): string[] => {
  const { userName, externalId } = namesOf(resource);
  const { email } = toPerson(resource);
  return [
    `name ${userNameKey(userName)}`,
    ...(externalId ? [`id ${externalId}`] : []),
    ...(email ? [`@ ${email}`] : []),
  ];
};

/** Candidates that share no name, ID or address with another one, so that their order does not matter. */
function withoutTwins(candidates: readonly Candidate[]): Candidate[] {
  const counts = Map.groupBy(candidates.flatMap(keysOf), (key) => key);
  return candidates.filter((one) => keysOf(one).every((key) => counts.get(key)?.length === 1));
}

/** Candidates that are active and whose names and address nobody has or had. All others need a closer look. */
async function pickNew(db: Db, { connectorId }: Directory, candidates: readonly Candidate[]): Promise<Candidate[]> {
  const active = withoutTwins(candidates).filter(({ resource }) => isActiveIn(resource));
  if (active.length === 0) {
    return [];
  }
  const known = await findKnownNames(
    db,
    connectorId,
    active.map(({ resource }) => namesOf(resource)),
  );
  const emails = active.flatMap(({ resource }) => toPerson(resource).email ?? []);
  const taken = await findTakenEmails(db, emails);
  return active.filter(({ resource }) => {
    const { userName, externalId } = namesOf(resource);
    return (
      !known.userNames.has(userNameKey(userName)) &&
      !known.externalIds.has(externalId ?? '') &&
      !taken.has(toPerson(resource).email ?? '')
    );
  });
}

async function insertAll(db: Db, directory: Directory, picked: readonly Candidate[]): Promise<string[]> {
  const { app, tenantId, connectorId } = directory;
  const users = picked.map(({ resource }) => {
    const { email, name, avatar, profile } = toPerson(resource);
    const address = email ? { primaryEmail: email, isEmailVerified: isOwnAddress(directory, email) } : {};
    return { ...address, name, avatar, profile };
  });
  const ids = await createUsers(db, app.config, tenantId, users);
  const data = { ssoConnectorId: connectorId };
  await emit(db, ...ids.map((subjectId) => ({ name: 'User.Created', subjectId, data }) as const));
  const contents = picked.map(({ resource }, at) => ({
    ...namesOf(resource),
    userId: ids[at] ?? '',
    isActive: true,
    isSuspendedHere: false,
    resource,
  }));
  await insertDirectoryUsers(db, connectorId, contents);
  return ids;
}

/**
 * Creates those users of a bulk request that are simply new, with a few statements for all of them. Returns their IDs by
 * index. The others are left to `createDirectoryUser`; so are all of them if another transaction was quicker with one.
 */
export async function createNewUsers(
  db: Db,
  directory: Directory,
  candidates: readonly Candidate[],
): Promise<Map<number, string>> {
  const picked = await pickNew(db, directory, candidates);
  if (picked.length === 0) {
    return new Map();
  }
  try {
    const ids = await inSavepoint(db, () => insertAll(db, directory, picked));
    return new Map(picked.map(({ index }, at) => [index, ids[at] ?? '']));
  } catch (error) {
    if (isDeadlock(error)) {
      throw error;
    }
    return new Map();
  }
}
