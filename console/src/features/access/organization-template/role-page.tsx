import { Menu } from '@mantine/core';
import { organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { IconTrash } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { roleIcons } from '#features/access/roles/shared/kinds.ts';
import {
  organizationRoleGeneralPath,
  organizationRolePath,
  organizationRolePermissionsPath,
  organizationRolesPath,
} from '#paths/organization-template.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { DetailHeader, DetailHeaderSkeleton } from '#platform/detail/detail-header.tsx';
import { Tabs } from '#platform/detail/tabs.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { PageBody } from '#platform/page/page-header.tsx';
import { useGo, usePathParams } from '#platform/router/links.ts';
import { Tag } from '#platform/ui/tag.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import { useDeleteOrganizationRole } from './delete.ts';

/** Header and tabs of an organization role; renders the current tab. */
export function RolePage() {
  const { t } = useTranslation();
  const go = useGo();
  const { id } = usePathParams(organizationRolePath);
  const read = useRead(organizationRolesApi.get, { params: { id } });
  const role = read.data;
  const remove = useDeleteOrganizationRole(() => go(organizationRolesPath, {}, { force: true }));
  if (read.error instanceof RequestError && read.error.status === 404) {
    return <NotFound wasOpen={read.isRefetchError} />;
  }
  return (
    <PageBody busy={!role}>
      <Breadcrumb
        parents={[{ to: organizationRolesPath, label: t('nav.organizationTemplate') }]}
        current={role?.name ?? '…'}
      />
      {role ? (
        <DetailHeader
          image={<Tile icon={roleIcons[role.type]} large tint />}
          name={role.name}
          tags={<Tag>{t(`roles.types.${role.type}`)}</Tag>}
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
          <Tabs
            tabs={[
              { to: organizationRolePermissionsPath, label: t('roles.tabs.permissions') },
              { to: organizationRoleGeneralPath, label: t('roles.tabs.general') },
            ]}
            params={{ id }}
          />
          <Outlet />
        </>
      )}
    </PageBody>
  );
}
