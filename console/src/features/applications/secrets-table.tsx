import { Button } from '@mantine/core';
import { type Application, type ApplicationSecret, applicationsApi } from '@postern/contracts/applications';
import { internalSecretPrefix } from '@postern/contracts/wire';
import { IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureMessage } from '#platform/client/show-failure.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import classes from './applications.module.css';
import { CreateSecretDialog } from './create-secret-dialog.tsx';
import { RenameSecretDialog } from './rename-secret-dialog.tsx';
import { LegacySecretRow, SecretRow } from './secret-row.tsx';

type Open = { kind: 'create' } | { kind: 'rename'; secret: ApplicationSecret };

export function SecretsTable({ application }: { application: Application }) {
  const { t } = useTranslation();
  const titleId = useId();
  const read = useRead(applicationsApi.listSecrets, { params: { id: application.id } });
  const [open, setOpen] = useState<Open>();
  const hasLegacy = application.secret !== '' && !application.secret.startsWith(internalSecretPrefix);
  const isEmpty = read.data?.length === 0 && !hasLegacy;
  const close = () => setOpen(undefined);
  return (
    <section aria-labelledby={titleId}>
      <div className={classes.secretsHead}>
        <h3 id={titleId} className={classes.secretsTitle}>
          {t('applications.secrets.title')}
        </h3>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
          onClick={() => setOpen({ kind: 'create' })}
        >
          {t('applications.secrets.new')}
        </Button>
      </div>
      <div className={classes.secrets}>
        {isEmpty || read.error ? (
          <p className={classes.noSecret} role={read.error ? 'alert' : undefined}>
            {read.error ? failureMessage(read.error) : t('applications.secrets.none')}
          </p>
        ) : (
          <table aria-labelledby={titleId} aria-busy={!read.data}>
            <thead>
              <tr>
                <th style={{ width: '26%' }}>{t('applications.secrets.name')}</th>
                <th>{t('applications.secrets.value')}</th>
                <th style={{ width: '24%' }}>{t('applications.secrets.expires')}</th>
                <th className={classes.secretMenu}>
                  <span className="sr-only">{t('list.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {hasLegacy && <LegacySecretRow application={application} />}
              {read.data?.map((secret) => (
                <SecretRow key={secret.name} secret={secret} onRename={() => setOpen({ kind: 'rename', secret })} />
              )) ?? <PendingRow />}
            </tbody>
          </table>
        )}
      </div>
      {open?.kind === 'create' && <CreateSecretDialog applicationId={application.id} onClose={close} />}
      {open?.kind === 'rename' && <RenameSecretDialog secret={open.secret} onClose={close} />}
    </section>
  );
}

function PendingRow() {
  return (
    <tr>
      <td>
        <Skeleton width={96} />
      </td>
      <td>
        <Skeleton width={150} />
      </td>
      <td>
        <Skeleton width={48} />
      </td>
      <td />
    </tr>
  );
}
