import { Menu } from '@mantine/core';
import { rolesApi } from '@postern/contracts/access/roles';
import { IconTrash } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { rolePath, rolesPath } from '#paths/roles.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { DetailHeader, DetailHeaderSkeleton } from '#platform/detail/detail-header.tsx';
import { Tabs, TabsSkeleton } from '#platform/detail/tabs.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { PageBody } from '#platform/page/page-header.tsx';
import { useTabsOf } from '#platform/router/features.tsx';
import { useGo, usePathParams, useShowsOneOf } from '#platform/router/links.ts';
import { Tag } from '#platform/ui/tag.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import { useDeleteRole } from './delete.ts';
import { roleTabs } from './places.ts';
import { roleIcons } from './shared/kinds.ts';

/** Header and tabs of a role; renders the current tab. */
export function DetailsPage() {
  const { t } = useTranslation();
  const go = useGo();
  const { id } = usePathParams(rolePath);
  const read = useRead(rolesApi.get, { params: { id } });
  const role = read.data;
  const remove = useDeleteRole(() => go(rolesPath, {}, { force: true }));
  const tabs = useTabsOf(roleTabs, role);
  const isKnownTab = useShowsOneOf(
    tabs.map(({ page }) => page.path),
    { id },
  );
  if ((read.error instanceof RequestError && read.error.status === 404) || (role && !isKnownTab)) {
    return <NotFound wasOpen={read.isRefetchError} />;
  }
  return (
    <PageBody busy={!role}>
      <Breadcrumb parents={[{ to: rolesPath, label: t('nav.roles') }]} current={role?.name ?? '…'} />
      {role ? (
        <DetailHeader
          image={<Tile icon={roleIcons[role.type]} large tint />}
          name={role.name}
          tags={
            <>
              <Tag>{t(`roles.types.${role.type}`)}</Tag>
              {role.isDefault && <Tag tone="accent">{t('roles.default')}</Tag>}
            </>
          }
          id={role.id}
          copyLabel={t('roles.copyId')}
          menu={
            <Menu.Item data-danger leftSection={<IconTrash size={18} stroke={1.5} />} onClick={() => void remove(role)}>
              {t('actions.delete')}
            </Menu.Item>
          }
        />
      ) : (
        !read.error && <DetailHeaderSkeleton />
      )}
      {read.error && !role ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : (
        <>
          {role ? (
            <Tabs tabs={tabs.map(({ page, label }) => ({ to: page.path, label: label(t) }))} params={{ id }} />
          ) : (
            <TabsSkeleton />
          )}
          <Outlet />
        </>
      )}
    </PageBody>
  );
}
