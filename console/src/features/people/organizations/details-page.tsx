import { Menu } from '@mantine/core';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { IconBuilding, IconTrash } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { organizationPath, organizationsPath } from '#paths/organizations.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { DetailHeader, DetailHeaderSkeleton } from '#platform/detail/detail-header.tsx';
import { Tabs } from '#platform/detail/tabs.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { PageBody } from '#platform/page/page-header.tsx';
import { useTabsOf } from '#platform/router/features.tsx';
import { useGo, usePathParams } from '#platform/router/links.ts';
import { Tag } from '#platform/ui/tag.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import { useDeleteOrganization } from './delete.ts';
import { organizationTabs } from './places.ts';

/** Header and tabs of an organization; renders the current tab. */
export function DetailsPage() {
  const { t } = useTranslation();
  const go = useGo();
  const { id } = usePathParams(organizationPath);
  const read = useRead(organizationsApi.get, { params: { id } });
  const organization = read.data;
  const remove = useDeleteOrganization(() => go(organizationsPath, {}, { force: true }));
  const tabs = useTabsOf(organizationTabs, organization);
  if (read.error instanceof RequestError && read.error.status === 404) {
    return <NotFound wasOpen={read.isRefetchError} />;
  }
  return (
    <PageBody busy={!organization}>
      <Breadcrumb
        parents={[{ to: organizationsPath, label: t('nav.organizations') }]}
        current={organization?.name ?? '…'}
      />
      {organization ? (
        <DetailHeader
          image={<Tile icon={IconBuilding} large tint />}
          name={organization.name}
          tags={organization.isMfaRequired && <Tag tone="info">{t('organizations.mfaRequired')}</Tag>}
          id={organization.id}
          copyLabel={t('organizations.copyId')}
          menu={
            <Menu.Item
              data-danger
              leftSection={<IconTrash size={18} stroke={1.5} />}
              onClick={() => void remove(organization)}
            >
              {t('actions.delete')}
            </Menu.Item>
          }
        />
      ) : (
        !read.error && <DetailHeaderSkeleton />
      )}
      {read.error && !organization ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : (
        <>
          <Tabs tabs={tabs.map(({ page, label }) => ({ to: page.path, label: label(t) }))} params={{ id }} />
          <Outlet />
        </>
      )}
    </PageBody>
  );
}
