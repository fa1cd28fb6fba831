import { UserColumn } from '@postern/contracts/people/user-views';
import { readJson, storageKeys, writeJson } from '#platform/storage.ts';

/** List state of a tenant that is stored in this browser. */
type Kept = { columns?: unknown; opensWithView?: boolean };

const readAll = () => readJson<Record<string, Kept | undefined>>(localStorage, storageKeys.userList) ?? {};
const keep = (tenantId: string, change: Kept) => {
  const all = readAll();
  writeJson(localStorage, storageKeys.userList, { ...all, [tenantId]: { ...all[tenantId], ...change } });
};

/** Unknown columns of an older or newer release are ignored. */
export function keptColumns(tenantId: string): UserColumn[] | undefined {
  const { columns } = readAll()[tenantId] ?? {};
  return Array.isArray(columns) ? columns.filter((id) => UserColumn.safeParse(id).success) : undefined;
}

export const keepColumns = (tenantId: string, columns: readonly UserColumn[] | undefined) =>
  keep(tenantId, { columns });

/** Whether to wait for the views, because the list opens with one of them. */
export const opensWithView = (tenantId: string) => readAll()[tenantId]?.opensWithView === true;
export const keepOpensWithView = (tenantId: string, does: boolean) => keep(tenantId, { opensWithView: does });
