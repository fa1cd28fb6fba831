import { operatorsApi } from '@postern/contracts/cloud/operators';
import { useTranslation } from 'react-i18next';
import { useAmounts } from '#features/cloud/plans/shared/format-amounts.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { CardTable, CardTableNote } from '#platform/detail/card-table.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';

/** The number of invoices in the card; older ones are in the history. */
const most = 20;

/** Invoices of a tenant. */
export function InvoicesCard({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation();
  const { money, day } = useAmounts();
  const { data, error, refetch } = useReadPage(
    operatorsApi.invoices,
    { params: { id: tenantId }, query: { page: '1', page_size: String(most) } },
    { quiet: true },
  );
  return (
    <ListCard title={t('operators.invoices.title')} help={t('operators.invoices.help')}>
      {error && !data ? (
        <LoadFailed error={error} retry={refetch} />
      ) : data?.total === 0 ? (
        <CardTableNote>{t('operators.invoices.none')}</CardTableNote>
      ) : (
        <CardTable
          label={t('operators.invoices.title')}
          rows={data?.items}
          rowKey={({ id }) => id}
          columns={[
            { id: 'number', title: t('operators.invoices.number'), cell: ({ number, id }) => number ?? id },
            { id: 'date', title: t('operators.invoices.date'), cell: ({ createdAt }) => day(createdAt) },
            {
              id: 'amount',
              title: t('operators.invoices.amount'),
              cell: ({ amountDue, currency }) => <span className="tabular">{money(amountDue, currency)}</span>,
            },
            {
              id: 'state',
              title: t('operators.columns.state'),
              cell: ({ status, kind }) =>
                kind === 'creditNote' ? t('operators.invoices.creditNote') : t(`operators.invoices.states.${status}`),
            },
          ]}
        />
      )}
    </ListCard>
  );
}
