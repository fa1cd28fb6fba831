import { applicationsApi } from '@postern/contracts/access/applications';
import { usersApi } from '@postern/contracts/people/users';
import type { Log } from '@postern/contracts/records/audit';
import { useRead } from '#platform/client/use-read.ts';
import { nameOf } from '#platform/person.ts';
import { exactly, quietRead } from './entity-filters.tsx';

export type Names = { users: ReadonlyMap<string, string>; applications: ReadonlyMap<string, string> };

const idsOf = (logs: readonly Log[] | undefined, field: 'userId' | 'applicationId') =>
  [...new Set(logs?.flatMap(({ payload }) => payload[field] ?? []))].sort();

/** Names of the users and applications of a page, read with one request each. Deleted ones have none. */
export function useNames(logs: readonly Log[] | undefined): Names {
  const [userIds, applicationIds] = [idsOf(logs, 'userId'), idsOf(logs, 'applicationId')];
  const users = useRead(usersApi.list, { query: exactly(userIds) }, { ...quietRead, enabled: userIds.length > 0 });
  const applications = useRead(
    applicationsApi.list,
    { query: exactly(applicationIds) },
    { ...quietRead, enabled: applicationIds.length > 0 },
  );
  return {
    users: new Map(users.data?.map((user) => [user.id, nameOf(user)])),
    applications: new Map(applications.data?.map(({ id, name }) => [id, name])),
  };
}
