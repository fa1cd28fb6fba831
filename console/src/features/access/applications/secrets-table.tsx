import { Menu } from '@mantine/core';
import {
  type Application,
  type ApplicationSecret,
  applicationsApi,
  CreateApplicationSecret,
} from '@postern/contracts/access/applications';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { AddSecretButton, SecretMenu, SecretTable } from '#platform/detail/secret-table.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { expiryOf, lifetimes, neverExpires } from '#platform/form/lifetime.ts';
import { LifetimeField } from '#platform/form/lifetime-field.tsx';
import { RenameDialog } from '#platform/form/rename-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import classes from './applications.module.css';

type Open = { kind: 'create' } | { kind: 'rename'; secret: ApplicationSecret };
/** `secret` is missing for the legacy secret. */
type SecretRow = { name: string; value: string; expiresAt: number | null; secret?: ApplicationSecret };

export function SecretsTable({ application }: { application: Application }) {
  const { t } = useTranslation();
  const read = useRead(applicationsApi.listSecrets, { params: { id: application.id } });
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const { secret: value } = application;
  const legacy: SecretRow[] =
    value === undefined ? [] : [{ name: t('applications.secrets.legacy'), value, expiresAt: null }];
  const named = read.data?.map((secret): SecretRow => ({ ...secret, secret }));
  const rows = named && [...legacy, ...named];
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

function ApplicationSecretMenu({ secret, onRename }: { secret: ApplicationSecret; onRename: () => void }) {
  const { t } = useTranslation();
  const { name, applicationId } = secret;
  const remove = useWrite(applicationsApi.removeSecret, {
    onDone: () => showSuccess(t('applications.secrets.deleted')),
  });
  return (
    <SecretMenu
      name={name}
      rename={t('applications.secrets.rename')}
      question={{ title: t('applications.secrets.deleteTitle', { name }), body: t('applications.secrets.deleteBody') }}
      onRename={onRename}
      onDelete={() => remove.mutate({ params: { id: applicationId, name } })}
    />
  );
}

/** The secret that older releases stored in the application itself; it can only be removed. */
function LegacySecretMenu({ application }: { application: Application }) {
  const { t } = useTranslation();
  const retire = useWrite(applicationsApi.replaceLegacySecret, {
    onDone: () => showSuccess(t('applications.secrets.legacyRemoved')),
  });
  const ask = async () => {
    const confirmed = await confirm({
      title: t('applications.secrets.legacyTitle'),
      body: t('applications.secrets.legacyBody'),
      confirm: t('applications.secrets.legacyAction'),
      danger: true,
    });
    if (confirmed) {
      retire.mutate({ params: { id: application.id } });
    }
  };
  return (
    <MoreMenu name={t('applications.secrets.legacy')}>
      <Menu.Item data-danger leftSection={<IconTrash size={18} stroke={1.5} />} onClick={() => void ask()}>
        {t('applications.secrets.legacyAction')}
      </Menu.Item>
    </MoreMenu>
  );
}

const SecretForm = z.object({ name: CreateApplicationSecret.shape.name, lifetime: z.enum(lifetimes) });
const landing = { codes: { 'application.secret_name_exists': 'name' }, field: () => 'name' as const } as const;

function CreateSecretDialog({ applicationId, onClose }: { applicationId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const create = useWrite(applicationsApi.createSecret, { quiet: true, onDone: onClose });
  const form = useForm<z.infer<typeof SecretForm>>({
    resolver: schemaResolver(SecretForm),
    defaultValues: { name: '', lifetime: neverExpires },
  });
  const submit = useSubmit(
    form,
    async ({ name, lifetime }) => {
      await create.mutateAsync({ params: { id: applicationId }, body: { name, expiresAt: expiryOf(lifetime) } });
      showSuccess(t('applications.secrets.created'));
    },
    landing,
  );
  return (
    <FormDialog
      size="small"
      onClose={onClose}
      title={t('applications.secrets.createTitle')}
      description={t('applications.secrets.createHelp')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('applications.secrets.submit')}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('applications.secrets.name')}
        placeholder={t('applications.secrets.namePlaceholder')}
        autoFocus
      />
      <LifetimeField value={form.watch('lifetime')} onChange={(value) => form.setValue('lifetime', value)} />
    </FormDialog>
  );
}

const RenameForm = CreateApplicationSecret.pick({ name: true });

function RenameSecretDialog({ secret, onClose }: { secret: ApplicationSecret; onClose: () => void }) {
  const { t } = useTranslation();
  const rename = useWrite(applicationsApi.renameSecret, { quiet: true, onDone: onClose });
  return (
    <RenameDialog
      title={t('applications.secrets.renameTitle')}
      label={t('applications.secrets.name')}
      name={secret.name}
      schema={RenameForm}
      landing={landing}
      rename={async (name) => {
        await rename.mutateAsync({ params: { id: secret.applicationId, name: secret.name }, body: { name } });
        showSuccess(t('applications.secrets.renamed'));
      }}
      onClose={onClose}
    />
  );
}
