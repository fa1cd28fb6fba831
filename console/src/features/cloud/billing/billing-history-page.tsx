import { billingApi, type Invoice } from '@postern/contracts/cloud/billing';
import type { Tenant } from '@postern/contracts/cloud/tenants';
import { paidPlanIds } from '@postern/contracts/quota';
import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAmounts } from '#features/cloud/plans/shared/format-amounts.ts';
import { useOpenPortal } from '#features/cloud/plans/shared/open-portal.ts';
import { planLabel } from '#features/cloud/plans/shared/plan-label.ts';
import { billingHistoryPath } from '#paths/tenant-settings.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { TabBody } from '#platform/detail/tab-body.tsx';
import { EmptyArt } from '#platform/feedback/art.tsx';
import type { Column } from '#platform/list/column.ts';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { Toolbar, ToolbarEnd } from '#platform/list/toolbar.tsx';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { BillingFrame } from './frames.tsx';
import { InvoiceDialog, InvoiceMenu, InvoiceStatusTag } from './invoice-dialog.tsx';
import { OverdueNotice } from './notices.tsx';

export function BillingHistoryPage() {
  return <BillingFrame>{(tenant) => <Invoices tenant={tenant} />}</BillingFrame>;
}

function Invoices({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation();
  const { money, day } = useAmounts();
  const list = useListState();
  const { page, page_size } = list.query;
  const read = useReadPage(billingApi.invoices, { params: { id: tenant.id }, query: { page, page_size } });
  const columns = useColumns();
  const { openPortal, isOpening } = useOpenPortal(billingHistoryPath);
  const [opened, setOpened] = useState<Invoice>();
  // A tenant that never paid is not a customer of the payment provider, so there is nothing to manage there.
  const hasPaid = paidPlanIds.includes(tenant.planId) || (read.data?.total ?? 0) > 0;
  return (
    <TabBody>
      <OverdueNotice tenant={tenant} onPay={openPortal} isBusy={isOpening} />
      {hasPaid && (
        <Toolbar>
          <ToolbarEnd>
            <BusyButton
              variant="default"
              busy={isOpening}
              leftSection={<IconExternalLink size={18} stroke={1.5} aria-hidden />}
              onClick={openPortal}
            >
              {t('billing.summary.manage')}
            </BusyButton>
          </ToolbarEnd>
        </Toolbar>
      )}
      <DataTable
        label={t('billing.invoices.title')}
        lead={{
          title: t('billing.invoices.columns.invoice'),
          name: ({ id, number }) => number ?? id,
          open: setOpened,
          second: ({ createdAt, amountDue, currency, status }) =>
            [day(createdAt), money(amountDue, currency), t(`billing.invoices.status.${status}`)].join(' · '),
        }}
        columns={columns}
        rowKey={({ id }) => id}
        menu={(invoice) => <InvoiceMenu invoice={invoice} onDetails={() => setOpened(invoice)} />}
        empty={
          <EmptyState
            art={<EmptyArt />}
            title={t('billing.invoices.emptyTitle')}
            body={t('billing.invoices.emptyBody')}
          />
        }
        list={list}
        read={read}
      />
      {opened && <InvoiceDialog invoice={opened} onClose={() => setOpened(undefined)} />}
    </TabBody>
  );
}

function useColumns(): Column<Invoice>[] {
  const { t } = useTranslation();
  const { money, day } = useAmounts();
  return [
    {
      id: 'date',
      title: t('billing.invoices.columns.date'),
      width: '132px',
      cell: ({ createdAt }) => <span className="tabular">{day(createdAt)}</span>,
    },
    {
      id: 'plan',
      title: t('billing.invoices.columns.plan'),
      width: '112px',
      hideUnder: 900,
      cell: ({ planId }) => <span className="truncate">{planLabel(t, planId)}</span>,
    },
    {
      id: 'period',
      title: t('billing.invoices.columns.period'),
      width: '256px',
      hideUnder: 1100,
      cell: ({ periodStart, periodEnd }) => (
        <span className="tabular">
          {t('billing.summary.range', { from: day(periodStart), to: day(Date.parse(periodEnd) - 1) })}
        </span>
      ),
    },
    {
      id: 'amount',
      title: t('billing.invoices.columns.amount'),
      width: '120px',
      cell: ({ amountDue, currency }) => <span className="tabular">{money(amountDue, currency)}</span>,
    },
    {
      id: 'status',
      title: t('billing.invoices.columns.status'),
      width: '132px',
      cell: ({ status }) => <InvoiceStatusTag status={status} />,
    },
  ];
}
