import { Button, Menu } from '@mantine/core';
import { auditApi, type LogExportFormat } from '@postern/contracts/records/audit';
import { IconBraces, IconChevronDown, IconDownload, IconTable } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { download } from '#platform/client/download.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useTenantId } from '#platform/tenant.ts';
import { type LogFilters, queryOf } from './log-filters.ts';

/** Downloads the entries that match the filters of the list. */
export function ExportMenu({ list }: { list: Pick<LogFilters, 'filters' | 'isFiltered'> }) {
  const { t } = useTranslation();
  const tenantId = useTenantId();
  const load = useMutation({
    mutationFn: (format: LogExportFormat) =>
      download(auditApi.export, { query: { format, ...queryOf(list.filters), includeChanges: 'true' } }, tenantId),
    onSuccess: () => showSuccess(t('audit.export.done')),
  });
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button
          variant="default"
          aria-busy={load.isPending || undefined}
          leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
          rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden />}
        >
          {t(load.isPending ? 'audit.export.busy' : 'audit.export.button')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {list.isFiltered && <Menu.Label>{t('audit.export.filtered')}</Menu.Label>}
        <Menu.Item
          disabled={load.isPending}
          leftSection={<IconTable size={18} stroke={1.5} aria-hidden />}
          onClick={() => load.mutate('csv')}
        >
          {t('audit.export.csv')}
        </Menu.Item>
        <Menu.Item
          disabled={load.isPending}
          leftSection={<IconBraces size={18} stroke={1.5} aria-hidden />}
          onClick={() => load.mutate('ndjson')}
        >
          {t('audit.export.ndjson')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
