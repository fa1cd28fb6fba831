import { applicationsApi } from '@postern/contracts/access/applications';
import type { User } from '@postern/contracts/people/users';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { builtInApplication } from './shared/built-in-application.ts';

/**
 * Names of the applications that a page of users came from, fetched in one call. `undefined` while loading; a deleted
 * application is shown by its id.
 */
export function useApplicationNames(users: readonly User[]): (id: string) => string | undefined {
  const { t } = useTranslation();
  const ids = [...new Set(users.flatMap(({ applicationId }) => applicationId ?? []))].sort();
  const stored = ids.filter((id) => builtInApplication(t, id) === undefined);
  const read = useRead(
    applicationsApi.list,
    { query: { search: stored, mode: 'exact', isCaseSensitive: 'true' } },
    { enabled: stored.length > 0, quiet: true, keep: true, staleTime: 60_000 },
  );
  const names = new Map(read.data?.map(({ id, name }) => [id, name]));
  return (id) =>
    builtInApplication(t, id) ?? names.get(id) ?? (read.isPending || read.isPlaceholderData ? undefined : id);
}
