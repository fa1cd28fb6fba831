import type { TenantChange } from '@postern/contracts/cloud/tenant-changes';
import { useTranslation } from 'react-i18next';
import { useAmounts } from '#features/cloud/plans/shared/format-amounts.ts';
import type { Paged } from '#platform/client/use-read.ts';
import { CardTable, CardTableNote } from '#platform/detail/card-table.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { Pager } from '#platform/list/pager.tsx';
import { actorName, describeChange } from './describe-change.ts';

type HistoryTableProps = {
  page: number;
  read: { data: Paged<TenantChange> | undefined; error: unknown; refetch: () => unknown };
};

/** What happened to a tenant and who did it. Needs the phrases `tenantHistory`. */
export function HistoryTable({ page, read: { data, error, refetch } }: HistoryTableProps) {
  const { t } = useTranslation();
  const { date, dateTime } = useFormat();
  const { money } = useAmounts();
  if (error && !data) {
    return <LoadFailed error={error} retry={refetch} />;
  }
  if (data?.total === 0) {
    return <CardTableNote>{t('tenantHistory.none')}</CardTableNote>;
  }
  return (
    <>
      <CardTable
        label={t('tenantHistory.title')}
        rows={data?.items}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'what',
            title: t('tenantHistory.what'),
            cell: (change) => describeChange(t, change, { money, date }),
          },
          { id: 'who', title: t('tenantHistory.who'), cell: ({ actor }) => actorName(t, actor) },
          { id: 'when', title: t('tenantHistory.when'), cell: ({ createdAt }) => dateTime(createdAt) },
        ]}
      />
      {data && data.total > data.items.length && <Pager page={page} total={data.total} />}
    </>
  );
}
