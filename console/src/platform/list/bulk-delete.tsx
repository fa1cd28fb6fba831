import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../client/call.ts';
import { refreshUsage } from '../client/refresh-usage.ts';
import type { InputOf } from '../client/request.ts';
import { failureMessage } from '../client/show-failure.ts';
import { confirm } from '../feedback/dialogs.ts';
import { showError, showSuccess } from '../feedback/toast.ts';
import { useTenantId } from '../tenant.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import type { ListState } from './list-state.ts';

type BulkDeleteProps<E extends AnyEndpoint> = {
  contract: E;
  /** Another contract with the same input, for rows that need it. */
  contractOf?: (key: string) => E;
  inputOf: (key: string) => InputOf<E>;
  list: Pick<ListState<string>, 'selected' | 'select'>;
  /** What is deleted with them. */
  consequence: string;
};

/** Deletes the selected rows one by one. Rows that fail stay selected, and the reason is shown. */
export function BulkDelete<E extends AnyEndpoint>(props: BulkDeleteProps<E>) {
  const { contract, contractOf = () => contract, inputOf, list, consequence } = props;
  const { t } = useTranslation();
  const tenantId = useTenantId();
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  async function deleteAll() {
    const count = list.selected.length;
    const phrase = t('list.deleteCount', { count });
    const confirmed = await confirm({
      title: t('list.deleteTitle', { count }),
      body: consequence,
      confirm: t('actions.delete'),
      danger: true,
      retype: phrase,
    });
    if (!confirmed) {
      return;
    }
    setBusy(true);
    const failed: { key: string; error: unknown }[] = [];
    for (const key of list.selected) {
      await call(contractOf(key), inputOf(key), tenantId).catch((error: unknown) => failed.push({ key, error }));
    }
    setBusy(false);
    list.select(failed.map(({ key }) => key));
    refreshUsage(queryClient, contract.method, tenantId);
    await queryClient.invalidateQueries({ queryKey: [contract.tag] });
    if (failed.length === 0) {
      showSuccess(t('list.deleted', { count }));
    } else {
      showError(t('list.notDeleted', { count: failed.length, reason: failureMessage(failed[0]?.error) }));
    }
  }

  return (
    <BusyButton
      color="red"
      variant="light"
      size="xs"
      busy={isBusy}
      leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />}
      onClick={() => void deleteAll()}
    >
      {t('actions.delete')}
    </BusyButton>
  );
}
