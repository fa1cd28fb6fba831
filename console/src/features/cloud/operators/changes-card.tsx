import { operatorsApi } from '@postern/contracts/cloud/operators';
import { useTranslation } from 'react-i18next';
import { useAmounts } from '#features/cloud/plans/shared/format-amounts.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { CardTable, CardTableNote } from '#platform/detail/card-table.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { useListState } from '#platform/list/list-state.ts';
import { Pager } from '#platform/list/pager.tsx';
import { describeChange } from './describe-change.ts';
import { byName } from './labels.ts';

/** Changes to a tenant and who made them, from the audit trail of the admin tenant. */
export function ChangesCard({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { money } = useAmounts();
  const { page, query } = useListState();
  const read = useReadPage(
    operatorsApi.changes,
    { params: { id: tenantId }, query: { page: query.page, page_size: query.page_size } },
    // The trail is written in the background, slightly later than the change.
    { quiet: true, every: 3000 },
  );
  const { data, error } = read;
  return (
    <ListCard title={t('operators.changes.title')} help={t('operators.changes.help')}>
      {error && !data ? (
        <LoadFailed error={error} retry={read.refetch} />
      ) : data?.total === 0 ? (
        <CardTableNote>{t('operators.changes.none')}</CardTableNote>
      ) : (
        <>
          <CardTable
            label={t('operators.changes.title')}
            rows={data?.items}
            rowKey={({ id }) => id}
            columns={[
              { id: 'what', title: t('operators.changes.what'), cell: (change) => describeChange(t, change, money) },
              {
                id: 'who',
                title: t('operators.changes.who'),
                cell: ({ actor }) =>
                  actor ? byName(t, actor.name) || t('operators.changes.gone') : t('operators.changes.system'),
              },
              { id: 'when', title: t('operators.changes.when'), cell: ({ createdAt }) => dateTime(createdAt) },
            ]}
          />
          {data && data.total > data.items.length && <Pager page={page} total={data.total} />}
        </>
      )}
    </ListCard>
  );
}
