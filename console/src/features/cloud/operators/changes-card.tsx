import { operatorsApi } from '@postern/contracts/cloud/operators';
import { useTranslation } from 'react-i18next';
import { HistoryTable } from '#features/cloud/tenants/shared/history-table.tsx';
import { useReadPage } from '#platform/client/use-read.ts';
import { ListCard } from '#platform/detail/form-card.tsx';
import { useListState } from '#platform/list/list-state.ts';

/** Changes to a tenant and who made them, from the audit trail of the admin tenant. */
export function ChangesCard({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation();
  const { page, query } = useListState();
  const read = useReadPage(
    operatorsApi.changes,
    { params: { id: tenantId }, query: { page: query.page, page_size: query.page_size } },
    // The trail is written in the background, slightly later than the change.
    { quiet: true, every: 3000 },
  );
  return (
    <ListCard title={t('tenantHistory.title')} help={t('tenantHistory.help')}>
      <HistoryTable page={page} read={read} />
    </ListCard>
  );
}
