import { applicationsApi } from '@postern/contracts/access/applications';
import { tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { administratorsApi } from '@postern/contracts/people/administrators';
import { usersApi } from '@postern/contracts/people/users';
import type { Log } from '@postern/contracts/records/audit';
import { useRead } from '#platform/client/use-read.ts';
import { config } from '#platform/config.ts';
import { nameOf } from '#platform/person.ts';
import { useTenantId } from '#platform/tenant.ts';
import { type Actor, actorOf } from './actor.ts';
import { exactly, quietRead } from './entity-filters.tsx';

export type Names = {
  users: ReadonlyMap<string, string>;
  applications: ReadonlyMap<string, string>;
  /** Of the actor of a change. */
  ofActor: (actor: Actor | undefined) => string | undefined;
};

type Reference = { userId?: string | undefined; applicationId?: string | undefined };

const idsOf = (references: readonly Reference[], field: keyof Reference) =>
  [...new Set(references.flatMap((one) => one[field] ?? []))].sort();

/** Names of the people and applications of a page, read with one request each. Deleted ones have none. */
export function useNames(logs: readonly Log[] | undefined): Names {
  const actors = logs?.flatMap((log) => actorOf(log) ?? []) ?? [];
  const references: Reference[] = [
    ...(logs?.map(({ payload }) => payload) ?? []),
    ...actors.map(({ type, id }) =>
      type === 'user' ? { userId: id } : type === 'application' ? { applicationId: id } : {},
    ),
  ];
  const [userIds, applicationIds] = [idsOf(references, 'userId'), idsOf(references, 'applicationId')];
  const users = useRead(usersApi.list, { query: exactly(userIds) }, { ...quietRead, enabled: userIds.length > 0 });
  const applications = useRead(
    applicationsApi.list,
    { query: exactly(applicationIds) },
    { ...quietRead, enabled: applicationIds.length > 0 },
  );
  const administrators = useAdministrators(actors.some(({ type }) => type === 'administrator'));
  const names = {
    users: new Map(users.data?.map((user) => [user.id, nameOf(user)])),
    applications: new Map(applications.data?.map(({ id, name }) => [id, name])),
  };
  const byType: Partial<Record<Actor['type'], ReadonlyMap<string, string>>> = {
    user: names.users,
    application: names.applications,
    administrator: administrators,
  };
  return {
    ...names,
    ofActor: (actor) => actor && byType[actor.type]?.get(actor.id),
  };
}

/** Administrators of the installation or, in the cloud edition, the first hundred members of the tenant. */
function useAdministrators(isWanted: boolean): ReadonlyMap<string, string> {
  const isCloud = config.edition === 'cloud';
  const id = useTenantId();
  const own = useRead(administratorsApi.list, {}, { ...quietRead, enabled: isWanted && !isCloud });
  const members = useRead(
    tenantMembersApi.list,
    { params: { id }, query: { page: '1', page_size: '100' } },
    { ...quietRead, enabled: isWanted && isCloud },
  );
  const people = isCloud ? members.data : own.data;
  return new Map(people?.map((person) => [person.id, nameOf({ ...person, primaryPhone: null })]));
}
