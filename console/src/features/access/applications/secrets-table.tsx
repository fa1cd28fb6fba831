import { Button } from '@mantine/core';
import { type Application, type ApplicationSecret, applicationsApi } from '@postern/contracts/access/applications';
import { internalSecretPrefix } from '@postern/contracts/wire';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureMessage } from '#platform/client/show-failure.ts';
import { useRead } from '#platform/client/use-read.ts';
import { CardTable, CardTableNote } from '#platform/detail/card-table.tsx';
import { Expiry, SecretValue } from '#platform/ui/secret-value.tsx';
import classes from './applications.module.css';
import { CreateSecretDialog } from './create-secret-dialog.tsx';
import { RenameSecretDialog } from './rename-secret-dialog.tsx';
import { LegacySecretMenu, SecretMenu } from './secret-menus.tsx';

type Open = { kind: 'create' } | { kind: 'rename'; secret: ApplicationSecret };
/** `secret` is missing in the row of the legacy one. */
type SecretRow = { name: string; value: string; expiresAt: number | null; secret?: ApplicationSecret };

export function SecretsTable({ application }: { application: Application }) {
  const { t } = useTranslation();
  const read = useRead(applicationsApi.listSecrets, { params: { id: application.id } });
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const hasLegacy = application.secret !== '' && !application.secret.startsWith(internalSecretPrefix);
  const legacy: SecretRow = { name: t('applications.secrets.legacy'), value: application.secret, expiresAt: null };
  const named = read.data?.map((secret): SecretRow => ({ ...secret, secret }));
  const rows = named && [...(hasLegacy ? [legacy] : []), ...named];
  return (
    <div>
      <div className={classes.secretsHead}>
        <h3 className={classes.secretsTitle}>{t('applications.secrets.title')}</h3>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
          onClick={() => setOpen({ kind: 'create' })}
        >
          {t('applications.secrets.new')}
        </Button>
      </div>
      {read.error || rows?.length === 0 ? (
        <CardTableNote alert={read.error !== null}>
          {read.error ? failureMessage(read.error) : t('applications.secrets.none')}
          {read.error && (
            <Button variant="default" size="xs" onClick={() => void read.refetch()}>
              {t('actions.tryAgain')}
            </Button>
          )}
        </CardTableNote>
      ) : (
        <CardTable
          label={t('applications.secrets.title')}
          rows={rows}
          rowKey={({ name, secret }) => (secret ? `named ${name}` : 'legacy')}
          columns={[
            {
              id: 'name',
              title: t('applications.secrets.name'),
              width: '26%',
              cell: ({ name }) => (
                <div className="truncate" title={name}>
                  {name}
                </div>
              ),
            },
            {
              id: 'value',
              title: t('applications.secrets.value'),
              cell: (row) => <SecretValue what={t('applications.secrets.what', { name: row.name })} {...row} />,
            },
            {
              id: 'expires',
              title: t('applications.secrets.expires'),
              width: '28%',
              cell: ({ expiresAt }) => <Expiry expiresAt={expiresAt} />,
            },
          ]}
          menu={({ secret }) =>
            secret ? (
              <SecretMenu secret={secret} onRename={() => setOpen({ kind: 'rename', secret })} />
            ) : (
              <LegacySecretMenu application={application} />
            )
          }
        />
      )}
      {open?.kind === 'create' && <CreateSecretDialog applicationId={application.id} onClose={close} />}
      {open?.kind === 'rename' && <RenameSecretDialog secret={open.secret} onClose={close} />}
    </div>
  );
}
