import { Button, Menu } from '@mantine/core';
import {
  type AuthorizationDetailsType,
  authorizationDetailsApi,
} from '@postern/contracts/access/authorization-details';
import type { Resource } from '@postern/contracts/access/resources';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { CardTable } from '#platform/detail/card-table.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { DetailsTypeDialog } from './details-type-dialog.tsx';

/** `new` while creating, otherwise the type being edited. */
type Editing = 'new' | AuthorizationDetailsType | undefined;

/** The types of authorization details (RFC 9396) of an API resource. */
export function DetailsTypesCard({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  const params = { id: resource.id };
  const read = useRead(authorizationDetailsApi.list, { params });
  const [editing, setEditing] = useState<Editing>();
  const replace = useWrite(authorizationDetailsApi.replace, { onDone: () => showSuccess(t('states.saved')) });
  const types = read.data;
  const remove = async (gone: AuthorizationDetailsType) => {
    const confirmed = await confirm({
      title: t('resources.permissions.deleteTitle', { name: gone.type }),
      body: t('resources.details.deleteBody'),
      confirm: t('actions.delete'),
      danger: true,
    });
    if (confirmed && types) {
      replace.mutate({ params, body: types.filter(({ type }) => type !== gone.type) });
    }
  };
  return (
    <ListCard
      title={t('resources.details.title')}
      help={t('resources.details.help')}
      action={
        types && (
          <Button
            variant="default"
            leftSection={<IconPlus size={18} stroke={2} aria-hidden />}
            onClick={() => setEditing('new')}
          >
            {t('resources.details.add')}
          </Button>
        )
      }
    >
      {read.error && !types ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : (
        <CardTable
          label={t('resources.details.title')}
          columns={[
            { id: 'type', title: t('resources.details.type'), width: '40%', cell: ({ type }) => <code>{type}</code> },
            { id: 'title', title: t('resources.details.shownTitle'), cell: ({ title }) => title },
          ]}
          rows={types}
          rowKey={({ type }) => type}
          none={t('resources.details.none')}
          menu={(row) => (
            <MoreMenu name={row.type}>
              <Menu.Item leftSection={<IconPencil size={18} stroke={1.5} />} onClick={() => setEditing(row)}>
                {t('resources.permissions.editTitle', { name: row.type })}
              </Menu.Item>
              <Menu.Item
                data-danger
                leftSection={<IconTrash size={18} stroke={1.5} />}
                onClick={() => void remove(row)}
              >
                {t('actions.delete')}
              </Menu.Item>
            </MoreMenu>
          )}
        />
      )}
      {editing && types && (
        <DetailsTypeDialog
          resourceId={resource.id}
          types={types}
          edited={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
    </ListCard>
  );
}
