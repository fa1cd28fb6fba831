import { maxNamed, type StartBulkJob } from '@postern/contracts/people/user-jobs-bulk';
import { usersApi } from '@postern/contracts/people/users';
import { call } from '#platform/client/call.ts';
import { filterOf, type UsersList } from '../list/filters.ts';

/** The selected users: a list of ids, or all matching ones with exceptions. */
export type Selected = Pick<StartBulkJob, 'userIds' | 'filter' | 'excludedIds'>;

export function selectedOf(list: UsersList): Selected {
  const named = [...list.selected];
  return list.isAllSelected
    ? { filter: filterOf(list), ...(named.length > 0 ? { excludedIds: named } : {}) }
    : { userIds: named };
}

export const isTooLong = ({ userIds, excludedIds }: Selected) => (userIds ?? excludedIds ?? []).length > maxNamed;

/** The number of selected users. The list count is capped, but the number typed before a deletion must be exact. */
export async function countSelected(
  { userIds, filter, excludedIds = [] }: Selected,
  tenantId: string,
): Promise<number> {
  if (!filter) {
    return userIds?.length ?? 0;
  }
  const { total } = await call(usersApi.list, { query: { ...filter, page: '1', page_size: '1' } }, tenantId);
  return Math.max(0, (total ?? 0) - excludedIds.length);
}
