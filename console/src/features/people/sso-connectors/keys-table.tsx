import { Menu } from '@mantine/core';
import { type SsoKey, ssoKeysApi } from '@postern/contracts/people/sso-keys';
import { IconCertificate, IconDownload, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { save } from '#platform/client/download.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { CardTable, CardTableNote } from '#platform/detail/card-table.tsx';
import { AddSecretButton } from '#platform/detail/secret-table.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { Expiry } from '#platform/ui/secret-value.tsx';
import { Tag } from '#platform/ui/tag.tsx';

/** Enough to recognize a certificate: pairs with colons, as other programs show them. */
const shortFingerprint = ({ fingerprint }: SsoKey) =>
  (fingerprint.slice(0, 16).toUpperCase().match(/../g) ?? []).join(':');

const tones = { current: 'success', next: 'info', previous: 'neutral' } as const;

/** The key pairs of a connector, and their replacement without a gap. */
export function KeysTable({ connectorId }: { connectorId: string }) {
  const { t } = useTranslation();
  const read = useRead(ssoKeysApi.list, { params: { id: connectorId } }, { quiet: true });
  const create = useWrite(ssoKeysApi.create, { onDone: () => showSuccess(t('ssoConnectors.keys.created')) });
  const keys = read.data;
  if (read.error && !keys) {
    return <LoadFailed error={read.error} retry={read.refetch} />;
  }
  const hasNext = keys?.some(({ state }) => state === 'next') ?? false;
  return (
    <>
      <CardTable
        label={t('ssoConnectors.keys.label')}
        rows={keys}
        rowKey={({ fingerprint }) => fingerprint}
        columns={[
          {
            id: 'fingerprint',
            title: t('ssoConnectors.keys.fingerprint'),
            cell: (key) => <code title={key.fingerprint}>{shortFingerprint(key)}…</code>,
          },
          {
            id: 'state',
            title: t('ssoConnectors.keys.state'),
            width: '24%',
            cell: ({ state }) => <Tag tone={tones[state]}>{t(`ssoConnectors.keys.states.${state}`)}</Tag>,
          },
          {
            id: 'expires',
            title: t('ssoConnectors.keys.expires'),
            width: '24%',
            isLabeled: true,
            cell: ({ expiresAt }) => <Expiry expiresAt={expiresAt} />,
          },
        ]}
        menu={(key) => <KeyMenu connectorId={connectorId} sso={key} />}
      />
      {hasNext ? (
        <CardTableNote>{t('ssoConnectors.keys.nextHelp')}</CardTableNote>
      ) : (
        <div>
          <AddSecretButton onClick={() => !create.isPending && create.mutate({ params: { id: connectorId } })}>
            {t('ssoConnectors.keys.create')}
          </AddSecretButton>
        </div>
      )}
    </>
  );
}

function KeyMenu({ connectorId, sso }: { connectorId: string; sso: SsoKey }) {
  const { t } = useTranslation();
  const params = { id: connectorId };
  const { state } = sso;
  const activate = useWrite(ssoKeysApi.activate, { onDone: () => showSuccess(t('ssoConnectors.keys.activated')) });
  const remove = useWrite(ssoKeysApi.remove, { onDone: () => showSuccess(t('ssoConnectors.keys.deleted')) });
  const askActivate = async () => {
    const question = {
      title: t('ssoConnectors.keys.activateTitle'),
      body: t('ssoConnectors.keys.activateBody'),
      confirm: t('ssoConnectors.keys.activate'),
    };
    if (await confirm(question)) {
      activate.mutate({ params });
    }
  };
  const askRemove = async (spare: 'next' | 'previous') => {
    const question = {
      title: t('ssoConnectors.keys.deleteTitle'),
      body: t(`ssoConnectors.keys.deleteBody.${spare}`),
      confirm: t('actions.delete'),
      danger: true,
    };
    if (await confirm(question)) {
      remove.mutate({ params: { ...params, state: spare } });
    }
  };
  return (
    <MoreMenu name={shortFingerprint(sso)}>
      {state === 'next' && (
        <Menu.Item leftSection={<IconCertificate size={18} stroke={1.5} />} onClick={() => void askActivate()}>
          {t('ssoConnectors.keys.activate')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconDownload size={18} stroke={1.5} />}
        onClick={() => save(new Blob([sso.certificate], { type: 'application/x-pem-file' }), 'certificate.pem')}
      >
        {t('ssoConnectors.keys.download')}
      </Menu.Item>
      {state !== 'current' && (
        <>
          <Menu.Divider />
          <Menu.Item
            data-danger
            leftSection={<IconTrash size={18} stroke={1.5} />}
            onClick={() => void askRemove(state)}
          >
            {t('actions.delete')}
          </Menu.Item>
        </>
      )}
    </MoreMenu>
  );
}
