import { type User, usersApi } from '@postern/contracts/people/users';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureMessage } from '#platform/client/show-failure.ts';
import { type Paged, readKey } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showError, showSuccess } from '#platform/feedback/toast.ts';
import { useTenantId } from '#platform/tenant.ts';
import { labelOf } from './label.ts';

/** Suspends after confirmation, reactivates at once. Updates the page optimistically and reverts on failure. */
export function useSuspend() {
  const { t } = useTranslation();
  const tenantId = useTenantId();
  const queryClient = useQueryClient();
  const write = useWrite(usersApi.setSuspended, { quiet: true });
  return async (user: User) => {
    const name = labelOf(user);
    const isSuspended = !user.isSuspended;
    if (isSuspended && !(await askToSuspend())) {
      return;
    }
    const takeBack = await showAtOnce(queryClient, tenantId, { ...user, isSuspended });
    try {
      await write.mutateAsync({ params: { userId: user.id }, body: { isSuspended } });
      showSuccess(t(isSuspended ? 'users.suspend.done' : 'users.reactivate.done', { name }));
    } catch (error) {
      takeBack();
      showError(t(isSuspended ? 'users.suspend.failed' : 'users.reactivate.failed', { name }), {
        note: failureMessage(error),
      });
    }

    function askToSuspend() {
      return confirm({
        title: t('users.suspend.title', { name }),
        body: t('users.suspend.body'),
        confirm: t('users.suspend.action'),
        danger: true,
      });
    }
  };
}

/** Writes a user into every cached read that contains it; returns a function that reverts it. */
async function showAtOnce(queryClient: QueryClient, tenantId: string, user: User): Promise<() => void> {
  const { list, get } = usersApi;
  const lists = { queryKey: [list.tag, tenantId, list.path] };
  const details = { queryKey: readKey(get, { params: { userId: user.id } }, tenantId) };
  await queryClient.cancelQueries({ queryKey: [list.tag] });
  const before = [...queryClient.getQueriesData(lists), ...queryClient.getQueriesData(details)];
  queryClient.setQueriesData<Paged<User>>(
    lists,
    (page) => page && { ...page, items: page.items.map((item) => (item.id === user.id ? user : item)) },
  );
  queryClient.setQueriesData<User>(details, (known) => known && user);
  return () => {
    for (const [key, data] of before) {
      queryClient.setQueryData(key, data);
    }
  };
}
