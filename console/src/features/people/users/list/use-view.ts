import { UserColumn, type UserView, userViewsApi } from '@postern/contracts/people/user-views';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useRead } from '#platform/client/use-read.ts';
import type { SearchParams } from '#platform/router/page-path.ts';
import { readJson, storageKeys, writeJson } from '#platform/storage.ts';
import { useTenantId } from '#platform/tenant.ts';
import { usualColumns } from './columns.tsx';
import { filterOf, isSameFilter, paramsOf, sortOf, type UsersList } from './filters.ts';

/** URL value that shows all users although the list opens with a view. */
export const allUsersView = 'all';

const sameList = (one: readonly string[], two: readonly string[]) => one.join() === two.join();

/** The columns and the current saved view. Filters and order of a view are in the URL like any others. */
export function useView(list: UsersList) {
  const tenantId = useTenantId();
  const params: SearchParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const read = useRead(userViewsApi.list, {}, { quiet: true, staleTime: 60_000 });
  const views = read.data ?? [];
  const current = views.find(({ id }) => id === params.view);
  const standard = views.find(({ isDefault }) => isDefault);
  const [kept, setKept] = useState(() => keptColumns(tenantId));

  const given = params.columns === undefined ? undefined : [params.columns].flat();
  const usual = current && current.columns.length > 0 ? current.columns : (kept ?? usualColumns);
  const columns = given?.filter((id): id is UserColumn => UserColumn.safeParse(id).success) ?? usual;

  const go = (search: SearchParams, replace = false) => void navigate({ to: '.', search, replace });
  const open = (view: UserView | undefined, replace = false) =>
    go(view ? addressOf(view) : { view: standard ? allUsersView : undefined }, replace);

  // Without query parameters the list opens with its default view.
  const isBare = Object.values(params).every((value) => value === undefined);
  const isWaiting = isBare && (read.isPending ? opensWithView(tenantId) : standard !== undefined);
  useEffect(() => {
    if (read.data) {
      saveOpensWithView(tenantId, standard !== undefined);
    }
    if (isBare && standard) {
      void navigate({ to: '.', search: addressOf(standard), replace: true });
    }
  }, [read.data, tenantId, isBare, standard, navigate]);

  return {
    views,
    current,
    columns,
    isWaiting,
    isChanged:
      current !== undefined &&
      !(
        isSameFilter(current.filters, filterOf(list)) &&
        (current.sort ?? undefined) === sortOf(list) &&
        sameList(columns, usual)
      ),
    open,
    setColumns(next: UserColumn[] | undefined) {
      if (current) {
        go({ ...params, columns: next }, true);
      } else {
        saveColumns(tenantId, next);
        setKept(next);
        if (given) {
          go({ ...params, columns: undefined }, true);
        }
      }
    },
    canResetColumns: !sameList(columns, current ? usual : usualColumns),
    /** The content to save. */
    content: { filters: filterOf(list), columns: [...columns], sort: sortOf(list) ?? null },
  };
}

export type View = ReturnType<typeof useView>;

function addressOf({ id, filters, sort }: Pick<UserView, 'id' | 'filters' | 'sort'>): SearchParams {
  return { ...paramsOf(filters), sort: sort ?? undefined, view: id };
}

/** List state of a tenant that is stored in this browser. */
type ListState = { columns?: unknown; opensWithView?: boolean };

const readListStates = () => readJson<Record<string, ListState | undefined>>(localStorage, storageKeys.userList) ?? {};
const saveListState = (tenantId: string, change: ListState) => {
  const all = readListStates();
  writeJson(localStorage, storageKeys.userList, { ...all, [tenantId]: { ...all[tenantId], ...change } });
};

/** Unknown columns of an older or newer release are ignored. */
function keptColumns(tenantId: string): UserColumn[] | undefined {
  const { columns } = readListStates()[tenantId] ?? {};
  return Array.isArray(columns) ? columns.filter((id) => UserColumn.safeParse(id).success) : undefined;
}

const saveColumns = (tenantId: string, columns: readonly UserColumn[] | undefined) =>
  saveListState(tenantId, { columns });

/** Whether to wait for the views, because the list opens with one of them. */
const opensWithView = (tenantId: string) => readListStates()[tenantId]?.opensWithView === true;
const saveOpensWithView = (tenantId: string, does: boolean) => saveListState(tenantId, { opensWithView: does });
