import { Button, Menu } from '@mantine/core';
import { type OperatedTenantDetails, operatorsApi } from '@postern/contracts/cloud/operators';
import { IconBan, IconBuilding, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { homeInArea, operatedTenantPath, tenantsInArea } from '#paths/operators.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { Cards } from '#platform/detail/cards.tsx';
import { DetailHeader, DetailHeaderSkeleton } from '#platform/detail/detail-header.tsx';
import { FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { PageBody } from '#platform/page/page-header.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { Tag } from '#platform/ui/tag.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import { ChangesCard } from './changes-card.tsx';
import { FactsCard, MembersCard, SuspensionsCard, UsageCard } from './detail-cards.tsx';
import { InvoicesCard } from './invoices-card.tsx';
import { planName } from './labels.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { StateTag } from './state-tag.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';

/** A tenant as operators see it. */
export function DetailsPage() {
  const { t } = useTranslation();
  const { id } = usePathParams(operatedTenantPath);
  const read = useRead(operatorsApi.get, { params: { id } }, { quiet: true });
  const tenant = read.data;
  const isGone = read.error instanceof RequestError && read.error.status === 404;
  return (
    <PageBody busy={!tenant && !read.error}>
      <Breadcrumb
        parents={[
          { to: homeInArea, label: t('operators.home.title') },
          { to: tenantsInArea, label: t('operators.title') },
        ]}
        current={tenant?.name ?? '…'}
      />
      {tenant && !isGone ? (
        <>
          <Header tenant={tenant} />
          <Cards>
            <FactsCard tenant={tenant} />
            <UsageCard tenant={tenant} />
            {tenant.suspensions.length > 0 && <SuspensionsCard tenant={tenant} />}
            <MembersCard tenant={tenant} />
            <InvoicesCard tenantId={id} />
            <ChangesCard tenantId={id} />
          </Cards>
        </>
      ) : isGone ? (
        <EmptyState art={<EmptyArt />} title={t('operators.goneTitle')} body={t('operators.goneBody')} />
      ) : read.error ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : (
        <>
          <DetailHeaderSkeleton actions />
          <Cards>
            <FormCardSkeleton fields={3} />
            <FormCardSkeleton fields={2} />
          </Cards>
        </>
      )}
    </PageBody>
  );
}

function Header({ tenant }: { tenant: OperatedTenantDetails }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'suspend' | 'plan'>();
  const close = () => setOpen(undefined);
  const { id, name, state, tag, planId } = tenant;
  const resume = useWrite(operatorsApi.resume, { onDone: () => showSuccess(t('operators.resume.done', { name })) });
  const isSuspended = state === 'suspended';
  return (
    <>
      <DetailHeader
        image={<Tile icon={IconBuilding} large />}
        name={name}
        tags={
          <>
            <StateTag state={state} />
            <Tag tone="outline">{t(`operators.tags.${tag}`)}</Tag>
            {planId !== 'dev' && <Tag>{planName(t, planId)}</Tag>}
          </>
        }
        id={id}
        copyLabel={t('operators.copyId')}
        actions={
          <Button variant="default" onClick={() => setOpen('plan')}>
            {t('operators.plan.change')}
          </Button>
        }
        menu={
          isSuspended ? (
            <Menu.Item
              leftSection={<IconPlayerPlay size={18} stroke={1.5} />}
              onClick={() => resume.mutate({ params: { id } })}
            >
              {t('operators.resume.action')}
            </Menu.Item>
          ) : (
            <Menu.Item data-danger leftSection={<IconBan size={18} stroke={1.5} />} onClick={() => setOpen('suspend')}>
              {t('operators.suspend.action')}
            </Menu.Item>
          )
        }
      />
      {open === 'suspend' && <SuspendDialog tenant={tenant} onClose={close} />}
      {open === 'plan' && <PlanDialog tenant={tenant} onClose={close} />}
    </>
  );
}
