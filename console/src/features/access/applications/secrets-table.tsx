import { type Application, type ApplicationSecret, applicationsApi } from '@postern/contracts/access/applications';
import { internalSecretPrefix } from '@postern/contracts/wire';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { AddSecretButton, SecretTable } from '#platform/detail/secret-table.tsx';
import classes from './applications.module.css';
import { CreateSecretDialog } from './create-secret-dialog.tsx';
import { RenameSecretDialog } from './rename-secret-dialog.tsx';
import { ApplicationSecretMenu, LegacySecretMenu } from './secret-menus.tsx';

type Open = { kind: 'create' } | { kind: 'rename'; secret: ApplicationSecret };
/** `secret` is missing for the legacy secret. */
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
        <AddSecretButton onClick={() => setOpen({ kind: 'create' })}>{t('applications.secrets.new')}</AddSecretButton>
      </div>
      <SecretTable
        read={{ ...read, data: rows }}
        rowKey={({ name, secret }) => (secret ? `named ${name}` : 'legacy')}
        words={{
          label: t('applications.secrets.title'),
          name: t('applications.secrets.name'),
          value: t('applications.secrets.value'),
          expires: t('applications.secrets.expires'),
          none: t('applications.secrets.none'),
          what: (name) => t('applications.secrets.what', { name }),
        }}
        menu={({ secret }) =>
          secret ? (
            <ApplicationSecretMenu secret={secret} onRename={() => setOpen({ kind: 'rename', secret })} />
          ) : (
            <LegacySecretMenu application={application} />
          )
        }
      />
      {open?.kind === 'create' && <CreateSecretDialog applicationId={application.id} onClose={close} />}
      {open?.kind === 'rename' && <RenameSecretDialog secret={open.secret} onClose={close} />}
    </div>
  );
}
