import { Button } from '@mantine/core';
import { organizationJitApi } from '@postern/contracts/people/organization-jit';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { IconBuildingFortress, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ssoConnectionPath } from '#paths/sso-connectors.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { CardTable, CardTableNote } from '#platform/detail/card-table.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { PickBox } from '#platform/pick/pick-box.tsx';
import type { PickItem } from '#platform/pick/pick-item.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import classes from './organizations.module.css';

type Named = { id: string; connectorName: string; domains: readonly string[] };

const toItem = ({ id, connectorName, domains }: Named): PickItem => ({
  id,
  label: connectorName,
  note: domains.join(', ') || undefined,
  image: <Tile icon={IconBuildingFortress} />,
});

/** Enterprise connectors whose new users become members. */
export function ConnectorsCard({ organizationId }: { organizationId: string }) {
  const { t } = useTranslation();
  const read = useRead(
    organizationJitApi.listConnectors,
    { params: { id: organizationId }, query: {} },
    { quiet: true },
  );
  const [isEditing, setEditing] = useState(false);
  const connectors = read.data;
  return (
    <ListCard
      title={t('organizations.jit.connectorsTitle')}
      help={t('organizations.jit.connectorsHelp')}
      action={
        <Button
          variant="default"
          leftSection={<IconPencil size={18} stroke={1.5} aria-hidden />}
          onClick={() => setEditing(true)}
          disabled={!connectors}
        >
          {t('organizations.jit.editConnectors')}
        </Button>
      }
    >
      {read.error && !connectors ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : connectors?.length === 0 ? (
        <CardTableNote>{t('organizations.jit.noConnectors')}</CardTableNote>
      ) : (
        <CardTable
          label={t('organizations.jit.connectorsTitle')}
          columns={[
            {
              id: 'connector',
              title: t('organizations.jit.connector'),
              width: '40%',
              cell: ({ id, connectorName }) => (
                <span className={classes.named}>
                  <IconBuildingFortress size={18} stroke={1.5} aria-hidden />
                  <PageLink className="link truncate" to={ssoConnectionPath} params={{ id }}>
                    {connectorName}
                  </PageLink>
                </span>
              ),
            },
            {
              id: 'domains',
              title: t('organizations.jit.connectorDomains'),
              cell: ({ domains }) => domains.join(', ') || '–',
            },
          ]}
          rows={connectors}
          rowKey={({ id }) => id}
          textOf={({ connectorName, domains }) => `${connectorName} ${domains.join(' ')}`}
          folds
        />
      )}
      {isEditing && connectors && (
        <ConnectorsDialog organizationId={organizationId} stored={connectors} onClose={() => setEditing(false)} />
      )}
    </ListCard>
  );
}

type ConnectorsDialogProps = { organizationId: string; stored: readonly Named[]; onClose: () => void };

function ConnectorsDialog({ organizationId, stored, onClose }: ConnectorsDialogProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<readonly PickItem[]>(() => stored.map(toItem));
  const [search, setSearch] = useState('');
  const read = useRead(ssoConnectorsApi.list, { query: {} }, { quiet: true });
  const wanted = search.toLocaleLowerCase();
  const items = read.data
    ?.filter(({ connectorName, domains }) =>
      [connectorName, ...domains].some((one) => one.toLocaleLowerCase().includes(wanted)),
    )
    .map(toItem);
  const replace = useWrite(organizationJitApi.replaceConnectors, {
    onDone: () => {
      onClose();
      showSuccess(t('organizations.jit.connectorsSaved'));
    },
  });
  const ssoConnectorIds = chosen.map(({ id }) => id);
  const isChanged = chosen.length !== stored.length || stored.some(({ id }) => !ssoConnectorIds.includes(id));
  return (
    <FormDialog
      size="wide"
      dirty={isChanged}
      onClose={onClose}
      title={t('organizations.jit.connectorsTitle')}
      description={t('organizations.jit.connectorsHelp')}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !replace.isPending) {
          replace.mutate({ params: { id: organizationId }, body: { ssoConnectorIds } });
        }
      }}
      busy={replace.isPending}
      disabled={!isChanged}
      action={t('organizations.jit.saveConnectors')}
    >
      <PickBox
        label={t('organizations.jit.connectorsTitle')}
        searchLabel={t('organizations.jit.searchConnectors')}
        groups={items && [{ items }]}
        chosen={chosen}
        onChange={setChosen}
        onSearch={setSearch}
        search={search}
        error={read.error ?? undefined}
        empty={t('organizations.jit.noneToPick')}
        autoFocus
      />
    </FormDialog>
  );
}
