import { Button, Menu } from '@mantine/core';
import type { AddConsentScopes, ConsentScopes } from '@postern/contracts/access/application-consent';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CardTable, CardTableNote } from '#platform/detail/card-table.tsx';
import { Cards } from '#platform/detail/cards.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import classes from '../applications.module.css';
import { type ConsentRow, consentRows, type Level, levels } from './consent-scopes.ts';
import { AddPermissionsDialog, DescribePermissionDialog } from './permission-dialogs.tsx';

/** Where permissions are kept: at an application, or in the policy for those that register themselves. */
export type PermissionSource = {
  read: { data: ConsentScopes | undefined; error: unknown; refetch: () => unknown };
  add: (body: AddConsentScopes) => Promise<unknown>;
  remove: (row: ConsentRow) => Promise<unknown>;
};

/** Cards, each with the permissions of a level. */
export function PermissionCards({ source }: { source: PermissionSource }) {
  const { read } = source;
  if (read.error && !read.data) {
    return (
      <Cards>
        <section className={classes.panel}>
          <LoadFailed error={read.error} retry={read.refetch} />
        </section>
      </Cards>
    );
  }
  return (
    <Cards>
      {levels.map((level) => (
        <PermissionsCard key={level} level={level} source={source} />
      ))}
    </Cards>
  );
}

type PermissionsCardProps = { level: Level; source: PermissionSource };

function PermissionsCard({ level, source }: PermissionsCardProps) {
  const granted = source.read.data;
  const { t } = useTranslation();
  const [isAdding, setIsAdding] = useState(false);
  const [described, setDescribed] = useState<ConsentRow>();
  const rows = granted && consentRows(t, granted, level);
  return (
    <ListCard
      title={t(`applications.permissions.${level}.title`)}
      help={t(`applications.permissions.${level}.help`)}
      action={
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={2} aria-hidden />}
          aria-label={t(`applications.permissions.${level}.add`)}
          disabled={!rows}
          onClick={() => setIsAdding(true)}
        >
          {t('applications.permissions.add')}
        </Button>
      }
    >
      {rows?.length === 0 ? (
        <CardTableNote>{t(`applications.permissions.${level}.none`)}</CardTableNote>
      ) : (
        <CardTable
          label={t(`applications.permissions.${level}.title`)}
          rows={rows}
          rowKey={({ type, id }) => `${type} ${id}`}
          textOf={({ name, description, owner }) => [name, description, owner].join(' ')}
          columns={[
            {
              id: 'permission',
              title: t('applications.permissions.permission'),
              width: '32%',
              cell: ({ name }) => <code>{name}</code>,
            },
            {
              id: 'description',
              title: t('applications.permissions.description'),
              cell: ({ description }) => description,
            },
            {
              id: 'owner',
              title: t('applications.permissions.of'),
              width: '22%',
              cell: ({ owner }) => (
                <div className="truncate" title={owner}>
                  {owner}
                </div>
              ),
            },
          ]}
          menu={(row) => <PermissionMenu source={source} row={row} onDescribe={() => setDescribed(row)} />}
        />
      )}
      {isAdding && rows && (
        <AddPermissionsDialog level={level} add={source.add} rows={rows} onClose={() => setIsAdding(false)} />
      )}
      {described?.resourceId && (
        <DescribePermissionDialog
          resourceId={described.resourceId}
          row={described}
          onClose={() => setDescribed(undefined)}
        />
      )}
    </ListCard>
  );
}

type PermissionMenuProps = { source: PermissionSource; row: ConsentRow; onDescribe: () => void };

function PermissionMenu({ source, row, onDescribe }: PermissionMenuProps) {
  const { t } = useTranslation();
  const { name } = row;
  const ask = async () => {
    const confirmed = await confirm({
      title: t('applications.permissions.removeTitle', { name }),
      body: t('applications.permissions.removeBody'),
      confirm: t('applications.permissions.remove'),
      danger: true,
    });
    if (confirmed) {
      await source.remove(row);
      showSuccess(t('applications.permissions.removed'));
    }
  };
  return (
    <MoreMenu name={name}>
      {row.resourceId && (
        <>
          <Menu.Item leftSection={<IconPencil size={18} stroke={1.5} />} onClick={onDescribe}>
            {t('applications.permissions.describe')}
          </Menu.Item>
          <Menu.Divider />
        </>
      )}
      <Menu.Item data-danger leftSection={<IconTrash size={18} stroke={1.5} />} onClick={() => void ask()}>
        {t('applications.permissions.remove')}
      </Menu.Item>
    </MoreMenu>
  );
}
