import { Menu } from '@mantine/core';
import { usersApi } from '@postern/contracts/people/users';
import { IconKey } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { userPath, usersPath } from '#paths/users.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { DetailHeader, DetailHeaderSkeleton } from '#platform/detail/detail-header.tsx';
import { Tabs } from '#platform/detail/tabs.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { PageBody } from '#platform/page/page-header.tsx';
import { nameOf } from '#platform/person.ts';
import { useTabsOf } from '#platform/router/features.tsx';
import { useGo, usePathParams } from '#platform/router/links.ts';
import { Avatar } from '#platform/ui/avatar.tsx';
import { PasswordDialog } from './password.tsx';
import { userTabs } from './places.ts';
import { labelOf } from './shared/label.ts';
import { LockedTag, StatusItems, SuspendedTag, useDeleteUser, useLockouts, useSuspend } from './status-and-actions.tsx';

/** Header and tabs of a user; renders the current tab. */
export function DetailsPage() {
  const { t } = useTranslation();
  const go = useGo();
  const { id } = usePathParams(userPath);
  const read = useRead(usersApi.get, { params: { userId: id } });
  const suspend = useSuspend();
  const remove = useDeleteUser(() => go(usersPath, {}, { force: true }));
  const [isResetting, setResetting] = useState(false);
  const isLocked = useLockouts(id).length > 0;
  const user = read.data;
  const tabs = useTabsOf(userTabs, user);
  if (read.error instanceof RequestError && read.error.status === 404) {
    return <NotFound wasOpen={read.isRefetchError} />;
  }
  return (
    <PageBody busy={!user}>
      <Breadcrumb parents={[{ to: usersPath, label: t('nav.users') }]} current={user ? labelOf(user) : '…'} />
      {user ? (
        <DetailHeader
          image={<Avatar key={user.avatar} name={nameOf(user)} src={user.avatar} size={48} />}
          name={labelOf(user)}
          tags={
            <>
              {user.isSuspended && <SuspendedTag />}
              {isLocked && <LockedTag />}
            </>
          }
          id={user.id}
          copyLabel={t('users.copyId')}
          menu={
            <>
              <Menu.Item leftSection={<IconKey size={18} stroke={1.5} />} onClick={() => setResetting(true)}>
                {t(user.hasPassword ? 'users.password.reset' : 'users.password.give')}
              </Menu.Item>
              <StatusItems user={user} onSuspend={() => void suspend(user)} onDelete={() => void remove(user)} />
            </>
          }
        />
      ) : (
        !read.error && <DetailHeaderSkeleton round />
      )}
      {read.error && !user ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : (
        <>
          <Tabs tabs={tabs.map(({ page, label }) => ({ to: page.path, label: label(t) }))} params={{ id }} />
          <Outlet />
        </>
      )}
      {isResetting && user && <PasswordDialog user={user} onClose={() => setResetting(false)} />}
    </PageBody>
  );
}
