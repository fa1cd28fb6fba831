import { Menu } from '@mantine/core';
import { applicationsApi } from '@postern/contracts/access/applications';
import { IconArrowForwardUp, IconTrash } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { OpenApplicationGuide } from '#features/access/guides/shared/open-guide.tsx';
import { applicationPath, applicationsPath, thirdPartyApplicationsPath } from '#paths/applications.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { DetailHeader, DetailHeaderSkeleton } from '#platform/detail/detail-header.tsx';
import { Tabs, TabsSkeleton } from '#platform/detail/tabs.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { PageBody } from '#platform/page/page-header.tsx';
import { useTabsOf } from '#platform/router/features.tsx';
import { useGo, usePathParams, useShowsOneOf } from '#platform/router/links.ts';
import { Tag } from '#platform/ui/tag.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import classes from './applications.module.css';
import { kindIcons } from './kinds.ts';
import { applicationTabs } from './places.ts';
import { useDeleteApplication } from './row-menu.tsx';
import { lacksRedirectUri } from './shared/lacks-redirect-uri.ts';

/** Header and tabs of an application; renders the current tab. */
export function DetailsPage() {
  const { t } = useTranslation();
  const go = useGo();
  const { id } = usePathParams(applicationPath);
  const read = useRead(applicationsApi.get, { params: { id } });
  const application = read.data;
  const listPath = application?.isThirdParty ? thirdPartyApplicationsPath : applicationsPath;
  const remove = useDeleteApplication(() => go(listPath, {}, { force: true }));
  const tabs = useTabsOf(applicationTabs, application);
  const isKnownTab = useShowsOneOf(
    tabs.map(({ page }) => page.path),
    { id },
  );
  if ((read.error instanceof RequestError && read.error.status === 404) || (application && !isKnownTab)) {
    return <NotFound wasOpen={read.isRefetchError} />;
  }
  return (
    <PageBody busy={!application}>
      <Breadcrumb parents={[{ to: listPath, label: t('nav.applications') }]} current={application?.name ?? '…'} />
      {application ? (
        <DetailHeader
          image={<Tile icon={kindIcons[application.type]} large tint />}
          name={application.name}
          tags={
            <>
              <Tag>{t(`applications.types.${application.type}`)}</Tag>
              {application.isThirdParty && <Tag tone="outline">{t('applications.thirdParty')}</Tag>}
            </>
          }
          id={application.id}
          copyLabel={t('applications.copyId')}
          actions={<OpenApplicationGuide application={application} />}
          menu={
            <Menu.Item
              data-danger
              leftSection={<IconTrash size={18} stroke={1.5} />}
              onClick={() => void remove(application)}
            >
              {t('actions.delete')}
            </Menu.Item>
          }
        />
      ) : (
        !read.error && <DetailHeaderSkeleton actions />
      )}
      {read.error && !application ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : (
        <>
          {application ? (
            <Tabs tabs={tabs.map(({ page, label }) => ({ to: page.path, label: label(t) }))} params={{ id }} />
          ) : (
            <TabsSkeleton />
          )}
          {application && lacksRedirectUri(application) && (
            <div className={classes.notice}>
              <Notice tone="warning" icon={IconArrowForwardUp} title={t('applications.noRedirectTitle')}>
                {t('applications.noRedirectBody')}
              </Notice>
            </div>
          )}
          <Outlet />
        </>
      )}
    </PageBody>
  );
}
