import { Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { readFactorTarget, throttleApi } from '@postern/contracts/operations/throttle';
import { type Lockout, type User, usersApi } from '@postern/contracts/people/users';
import { IconBan, IconCircleCheck, IconCopy, IconLock, IconTrash } from '@tabler/icons-react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureMessage } from '#platform/client/show-failure.ts';
import { type Paged, readKey, useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { Notice } from '#platform/feedback/notice.tsx';
import { showError, showSuccess } from '#platform/feedback/toast.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { useTenantId } from '#platform/tenant.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { phoneText } from './identifier-fields.ts';
import { labelOf } from './shared/label.ts';
import classes from './user-details.module.css';

export function RowMenu({ user }: { user: User }) {
  const { t } = useTranslation();
  const clipboard = useClipboard();
  const suspend = useSuspend();
  const remove = useDeleteUser();
  const copy = () => {
    clipboard.copy(user.id);
    showSuccess(t('actions.copied'));
  };
  return (
    <MoreMenu name={labelOf(user)}>
      <Menu.Item leftSection={<IconCopy size={18} stroke={1.5} />} onClick={copy}>
        {t('users.copyId')}
      </Menu.Item>
      <StatusItems user={user} onSuspend={() => void suspend(user)} onDelete={() => void remove(user)} />
    </MoreMenu>
  );
}

type StatusItemsProps = { user: User; onSuspend: () => void; onDelete: () => void };

/** The last items of every user menu. Their actions run outside, because the menu closes before they are done. */
export function StatusItems({ user, onSuspend, onDelete }: StatusItemsProps) {
  const { t } = useTranslation();
  const Icon = user.isSuspended ? IconCircleCheck : IconBan;
  return (
    <>
      <Menu.Item leftSection={<Icon size={18} stroke={1.5} />} onClick={onSuspend}>
        {user.isSuspended ? t('users.reactivate.action') : t('users.suspend.action')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item data-danger leftSection={<IconTrash size={18} stroke={1.5} />} onClick={onDelete}>
        {t('actions.delete')}
      </Menu.Item>
    </>
  );
}

export function SuspendedTag() {
  const { t } = useTranslation();
  return (
    <Tag tone="danger" icon={IconBan}>
      {t('users.suspended')}
    </Tag>
  );
}

/** Identifiers locked after too many failed attempts; usually none. */
export function useLockouts(userId: string): readonly Lockout[] {
  return useRead(usersApi.listLockouts, { params: { userId } }, { quiet: true }).data ?? [];
}

export function LockedTag() {
  const { t } = useTranslation();
  return (
    <Tag tone="warning" icon={IconLock}>
      {t('userDetails.lockout.tag')}
    </Tag>
  );
}

/** Explains a lockout of a user, with a button to release it. */
export function LockoutNotice({ user }: { user: User }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const lockouts = useLockouts(user.id);
  const unlock = useWrite(throttleApi.unlock, {
    onDone: () => showSuccess(t('userDetails.lockout.released', { name: labelOf(user) })),
  });
  if (lockouts.length === 0) {
    return null;
  }
  const readable = (target: string) => {
    if (target === user.id) {
      return t('userDetails.lockout.byId');
    }
    const locked = readFactorTarget(target);
    if (locked) {
      return t(`userDetails.lockout.factors.${locked.factor}`);
    }
    return target === user.primaryPhone ? phoneText(target) : target;
  };
  const release = () => unlock.mutate({ body: { targetType: 'User', targets: lockouts.map(({ target }) => target) } });
  return (
    <Notice tone="warning" icon={IconLock} title={t('userDetails.lockout.title')}>
      <ul className={classes.lockouts}>
        {lockouts.map(({ target, until }) => (
          <li key={target}>{t('userDetails.lockout.until', { target: readable(target), when: dateTime(until) })}</li>
        ))}
      </ul>
      <BusyButton variant="default" size="xs" busy={unlock.isPending} onClick={release}>
        {t('userDetails.lockout.release')}
      </BusyButton>
    </Notice>
  );
}

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

/** Asks for confirmation and deletes; `onDone` runs before lists are refreshed. */
export function useDeleteUser(onDone?: () => unknown) {
  const { t } = useTranslation();
  const remove = useWrite(usersApi.remove, {
    onDone: async () => {
      await onDone?.();
      showSuccess(t('users.danger.deleted'));
    },
  });
  return async (user: User) => {
    const confirmed = await confirm({
      title: t('users.danger.confirmTitle', { name: labelOf(user) }),
      body: t('users.danger.consequence'),
      confirm: t('actions.delete'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { userId: user.id } });
    }
  };
}
