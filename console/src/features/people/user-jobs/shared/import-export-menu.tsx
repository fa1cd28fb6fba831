import { Button, Menu } from '@mantine/core';
import { userExportApi } from '@postern/contracts/people/user-export';
import type { UserFilter } from '@postern/contracts/people/user-filter';
import { IconBraces, IconChevronDown, IconListDetails, IconTable, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { importPath, userJobsPath } from '#paths/user-jobs.ts';
import { download } from '#platform/client/download.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { useTenantId } from '#platform/tenant.ts';
import classes from '../user-jobs.module.css';

/** For the user list: import, export of the filtered users, and background jobs. */
export function ImportExportMenu({ filter }: { filter: UserFilter }) {
  const { t } = useTranslation();
  const tenantId = useTenantId();
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const load = useMutation({
    mutationFn: (format: 'csv' | 'ndjson') =>
      download(userExportApi.download, { query: { format, ...filter } }, tenantId),
    onSuccess: () => showSuccess(t('userJobs.menu.exported')),
  });
  const words = t(load.isPending ? 'userJobs.menu.exporting' : 'userJobs.menu.button');
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <Button
          variant="default"
          aria-label={words}
          aria-busy={load.isPending || undefined}
          leftSection={<IconUpload size={18} stroke={1.5} aria-hidden />}
          rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden />}
        >
          <span className={classes.menuText}>{words}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={PageLink} to={importPath} leftSection={<IconUpload size={18} stroke={1.5} aria-hidden />}>
          {t('userJobs.menu.import')}
        </Menu.Item>
        <Menu.Item
          component={PageLink}
          to={userJobsPath}
          leftSection={<IconListDetails size={18} stroke={1.5} aria-hidden />}
        >
          {t('userJobs.menu.jobs')}
        </Menu.Item>
        <Menu.Divider />
        {isFiltered && <Menu.Label>{t('userJobs.menu.filtered')}</Menu.Label>}
        <Menu.Item
          disabled={load.isPending}
          leftSection={<IconTable size={18} stroke={1.5} aria-hidden />}
          onClick={() => load.mutate('csv')}
        >
          {t('userJobs.menu.csv')}
        </Menu.Item>
        <Menu.Item
          disabled={load.isPending}
          leftSection={<IconBraces size={18} stroke={1.5} aria-hidden />}
          onClick={() => load.mutate('ndjson')}
        >
          {t('userJobs.menu.ndjson')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
