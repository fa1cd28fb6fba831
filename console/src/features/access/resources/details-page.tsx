import { Menu } from '@mantine/core';
import { resourcesApi } from '@postern/contracts/access/resources';
import { IconBox, IconTrash } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { OpenResourceGuide } from '#features/access/guides/shared/open-guide.tsx';
import { resourceGeneralPath, resourcePath, resourcePermissionsPath, resourcesPath } from '#paths/resources.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { DetailHeader, DetailHeaderSkeleton } from '#platform/detail/detail-header.tsx';
import { Tabs } from '#platform/detail/tabs.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { PageBody } from '#platform/page/page-header.tsx';
import { useGo, usePathParams } from '#platform/router/links.ts';
import { Tile } from '#platform/ui/tile.tsx';
import { useDeleteResource } from './delete.ts';
import { ResourceTags } from './resource-tags.tsx';
import { useIsBuiltIn } from './shared/built-in.ts';

/** Header and tabs of an API resource; renders the current tab. */
export function DetailsPage() {
  const { t } = useTranslation();
  const go = useGo();
  const { id } = usePathParams(resourcePath);
  const read = useRead(resourcesApi.get, { params: { id } });
  const resource = read.data;
  const isBuiltIn = useIsBuiltIn();
  const remove = useDeleteResource(() => go(resourcesPath, {}, { force: true }));
  if (read.error instanceof RequestError && read.error.status === 404) {
    return <NotFound wasOpen={read.isRefetchError} />;
  }
  return (
    <PageBody busy={!resource}>
      <Breadcrumb parents={[{ to: resourcesPath, label: t('nav.resources') }]} current={resource?.name ?? '…'} />
      {resource ? (
        <DetailHeader
          image={<Tile icon={IconBox} large tint />}
          name={resource.name}
          tags={<ResourceTags resource={resource} />}
          id={resource.indicator}
          copyLabel={t('resources.copyIdentifier')}
          actions={!isBuiltIn(resource) && <OpenResourceGuide resourceId={resource.id} />}
          menu={
            !isBuiltIn(resource) && (
              <Menu.Item
                data-danger
                leftSection={<IconTrash size={18} stroke={1.5} />}
                onClick={() => void remove(resource)}
              >
                {t('actions.delete')}
              </Menu.Item>
            )
          }
        />
      ) : (
        !read.error && <DetailHeaderSkeleton actions />
      )}
      {read.error && !resource ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : (
        <>
          <Tabs
            tabs={[
              { to: resourcePermissionsPath, label: t('resources.tabs.permissions') },
              { to: resourceGeneralPath, label: t('resources.tabs.general') },
            ]}
            params={{ id }}
          />
          <Outlet />
        </>
      )}
    </PageBody>
  );
}
