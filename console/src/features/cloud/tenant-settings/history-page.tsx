import { tenantChangesApi } from '@postern/contracts/cloud/tenant-changes';
import { useTranslation } from 'react-i18next';
import { HistoryTable } from '#features/cloud/tenants/shared/history-table.tsx';
import { useReadPage } from '#platform/client/use-read.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { useAbilities } from '#platform/router/abilities.ts';
import { useTenantId } from '#platform/tenant.ts';
import { TenantSettingsFrame } from './shared/frame.tsx';
import { UnknownAbilities } from './shared/unknown-abilities.tsx';

/** Entries are written in the background, slightly later than the change. */
const refreshEvery = 5000;

/** Changes to the tenant itself, which its own audit log does not contain. For its administrators. */
export function HistoryPage() {
  const abilities = useAbilities();
  if (abilities && !abilities.manageTenant) {
    return <NotFound />;
  }
  return <TenantSettingsFrame>{abilities ? <History /> : <UnknownAbilities />}</TenantSettingsFrame>;
}

function History() {
  const { t } = useTranslation();
  const { page, query } = useListState();
  const read = useReadPage(
    tenantChangesApi.list,
    { params: { id: useTenantId() }, query: { page: query.page, page_size: query.page_size } },
    { quiet: true, every: refreshEvery },
  );
  return (
    <Cards>
      <ListCard title={t('tenantHistory.title')} help={t('tenantHistory.help')} isForReaders>
        <HistoryTable page={page} read={read} />
      </ListCard>
    </Cards>
  );
}
