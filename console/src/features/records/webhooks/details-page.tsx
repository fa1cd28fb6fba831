import { Button, Menu } from '@mantine/core';
import { type Webhook, webhooksApi } from '@postern/contracts/records/webhooks';
import { IconCircleCheck, IconPlayerPause, IconSend, IconTrash, IconWebhook } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { webhookPath, webhooksPath, webhookUndeliveredPath } from '#paths/webhooks.ts';
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
import { isReadOnly } from '#platform/session/read-only.ts';
import { Tag } from '#platform/ui/tag.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import { useDeleteWebhook } from './delete.ts';
import { EnableItem } from './enable-item.tsx';
import { webhookTabs } from './places.ts';
import { TestDialog } from './test-dialog.tsx';

/** Deliveries are sent in the background. */
const refreshEvery = 5000;

/** Header and tabs of a webhook; renders the current tab. */
export function DetailsPage() {
  const { t } = useTranslation();
  const { id } = usePathParams(webhookPath);
  const read = useRead(webhooksApi.get, { params: { id } });
  const hook = read.data;
  const { data: status } = useRead(webhooksApi.status, { params: { id } }, { quiet: true, every: refreshEvery });
  const tabs = useTabsOf(webhookTabs, hook);
  const isKnownTab = useShowsOneOf(
    tabs.map(({ page }) => page.path),
    { id },
  );
  if ((read.error instanceof RequestError && read.error.status === 404) || (hook && !isKnownTab)) {
    return <NotFound wasOpen={read.isRefetchError} />;
  }
  return (
    <PageBody busy={!hook}>
      <Breadcrumb parents={[{ to: webhooksPath, label: t('nav.webhooks') }]} current={hook ? hook.name || id : '…'} />
      {hook ? <Header hook={hook} /> : !read.error && <DetailHeaderSkeleton actions />}
      {read.error && !hook ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : (
        <>
          {hook ? (
            <Tabs
              tabs={tabs.map(({ page, label }) => ({
                to: page.path,
                label: label(t),
                ...(page.path === webhookUndeliveredPath && { count: status ? status.waiting + status.dead : null }),
              }))}
              params={{ id }}
            />
          ) : (
            <TabsSkeleton />
          )}
          <Outlet />
        </>
      )}
    </PageBody>
  );
}

function Header({ hook }: { hook: Webhook }) {
  const { t } = useTranslation();
  const go = useGo();
  const remove = useDeleteWebhook(() => go(webhooksPath, {}, { force: true }));
  const [isTesting, setTesting] = useState(false);
  return (
    <>
      <DetailHeader
        image={<Tile icon={IconWebhook} large tint />}
        name={hook.name || hook.id}
        tags={
          hook.enabled ? (
            <Tag tone="success" icon={IconCircleCheck}>
              {t('webhooks.enabled')}
            </Tag>
          ) : (
            <Tag icon={IconPlayerPause}>{t('webhooks.disabled')}</Tag>
          )
        }
        id={hook.id}
        copyLabel={t('webhooks.copyId')}
        actions={
          !isReadOnly() && (
            <Button
              variant="default"
              leftSection={<IconSend size={18} stroke={1.5} aria-hidden />}
              onClick={() => setTesting(true)}
            >
              {t('webhooks.test.open')}
            </Button>
          )
        }
        menu={
          <>
            <EnableItem hook={hook} />
            <Menu.Divider />
            <Menu.Item data-danger leftSection={<IconTrash size={18} stroke={1.5} />} onClick={() => void remove(hook)}>
              {t('actions.delete')}
            </Menu.Item>
          </>
        }
      />
      {isTesting && <TestDialog hook={hook} onClose={() => setTesting(false)} />}
    </>
  );
}
