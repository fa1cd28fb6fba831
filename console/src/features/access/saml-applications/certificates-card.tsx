import { Menu } from '@mantine/core';
import { CreateSamlSecret, type SamlSecret, samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import { IconCertificate, IconCertificateOff, IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { save } from '#platform/client/download.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { CardTable, CardTableNote } from '#platform/detail/card-table.tsx';
import { FormCard } from '#platform/detail/form-card.tsx';
import { AddSecretButton } from '#platform/detail/secret-table.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { Expiry } from '#platform/ui/secret-value.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { expiryWarning } from './expiry-warning.ts';

/** Enough to recognize a certificate. */
const shortFingerprint = ({ fingerprints }: SamlSecret) => fingerprints.sha256.formatted.slice(0, 23);

/** The certificates that sign responses; one of them is active. */
export function CertificatesCard({ applicationId }: { applicationId: string }) {
  const { t } = useTranslation();
  const read = useRead(samlApplicationsApi.listSecrets, { params: { id: applicationId } });
  const [isCreating, setCreating] = useState(false);
  const secrets = read.data;
  const warning = expiryWarning(secrets?.find(({ active }) => active)?.expiresAt, Date.now());
  return (
    <FormCard title={t('samlApplications.certificates.title')} help={t('samlApplications.certificates.help')}>
      {read.error && !secrets ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : secrets?.length === 0 ? (
        <CardTableNote>{t('samlApplications.certificates.none')}</CardTableNote>
      ) : (
        <CardTable
          label={t('samlApplications.certificates.label')}
          rows={secrets}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'fingerprint',
              title: t('samlApplications.certificates.fingerprint'),
              cell: (secret) => <code title={secret.fingerprints.sha256.formatted}>{shortFingerprint(secret)}…</code>,
            },
            {
              id: 'status',
              title: t('samlApplications.certificates.status'),
              width: '20%',
              cell: ({ active }) =>
                active ? (
                  <Tag tone="success">{t('samlApplications.certificates.active')}</Tag>
                ) : (
                  <Tag>{t('samlApplications.certificates.inactive')}</Tag>
                ),
            },
            {
              id: 'expires',
              title: t('samlApplications.certificates.expires'),
              width: '24%',
              isLabeled: true,
              cell: ({ expiresAt }) => <Expiry expiresAt={expiresAt} />,
            },
          ]}
          menu={(secret) => <CertificateMenu applicationId={applicationId} secret={secret} />}
        />
      )}
      {secrets && secrets.length > 0 && !secrets.some(({ active }) => active) && (
        <CardTableNote alert>{t('samlApplications.certificates.noActive')}</CardTableNote>
      )}
      {warning && <CardTableNote alert>{t(`samlApplications.certificates.${warning}`)}</CardTableNote>}
      <div>
        <AddSecretButton onClick={() => setCreating(true)}>{t('samlApplications.certificates.new')}</AddSecretButton>
      </div>
      {isCreating && <CreateCertificate applicationId={applicationId} onClose={() => setCreating(false)} />}
    </FormCard>
  );
}

function CertificateMenu({ applicationId, secret }: { applicationId: string; secret: SamlSecret }) {
  const { t } = useTranslation();
  const params = { id: applicationId, secretId: secret.id };
  const next = secret.active ? 'deactivate' : 'activate';
  const update = useWrite(samlApplicationsApi.updateSecret, {
    onDone: () => showSuccess(t(`samlApplications.certificates.${next}d`)),
  });
  const remove = useWrite(samlApplicationsApi.removeSecret, {
    onDone: () => showSuccess(t('samlApplications.certificates.deleted')),
  });
  const ask = async (what: 'activate' | 'deactivate' | 'delete', action: () => void) => {
    const confirmed = await confirm({
      title: t(`samlApplications.certificates.${what}Title`),
      body: t(`samlApplications.certificates.${what}Body`),
      confirm: what === 'delete' ? t('actions.delete') : t(`samlApplications.certificates.${what}`),
      danger: what !== 'activate',
    });
    if (confirmed) {
      action();
    }
  };
  const Icon = secret.active ? IconCertificateOff : IconCertificate;
  return (
    <MoreMenu name={shortFingerprint(secret)}>
      <Menu.Item
        leftSection={<Icon size={18} stroke={1.5} />}
        onClick={() => void ask(next, () => update.mutate({ params, body: { active: !secret.active } }))}
      >
        {t(`samlApplications.certificates.${next}`)}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconDownload size={18} stroke={1.5} />}
        onClick={() => save(new Blob([secret.certificate], { type: 'application/x-pem-file' }), 'certificate.pem')}
      >
        {t('samlApplications.certificates.download')}
      </Menu.Item>
      {!secret.active && (
        <>
          <Menu.Divider />
          <Menu.Item
            data-danger
            leftSection={<IconTrash size={18} stroke={1.5} />}
            onClick={() => void ask('delete', () => remove.mutate({ params }))}
          >
            {t('actions.delete')}
          </Menu.Item>
        </>
      )}
    </MoreMenu>
  );
}

const CertificateForm = z.object({
  lifeSpanInYears: z
    .string()
    .transform((text) => Number(text.trim() || Number.NaN))
    .pipe(CreateSamlSecret.shape.lifeSpanInYears),
});

function CreateCertificate({ applicationId, onClose }: { applicationId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const create = useWrite(samlApplicationsApi.createSecret, { quiet: true, onDone: onClose });
  const form = useForm<z.input<typeof CertificateForm>, unknown, z.output<typeof CertificateForm>>({
    resolver: schemaResolver(CertificateForm),
    defaultValues: { lifeSpanInYears: '3' },
  });
  const submit = useSubmit(form, async (body) => {
    await create.mutateAsync({ params: { id: applicationId }, body });
    showSuccess(t('samlApplications.certificates.created'));
  });
  return (
    <FormDialog
      size="small"
      onClose={onClose}
      title={t('samlApplications.certificates.createTitle')}
      description={t('samlApplications.certificates.createHelp')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('samlApplications.certificates.submit')}
    >
      <TextField
        control={form.control}
        name="lifeSpanInYears"
        label={t('samlApplications.certificates.years')}
        suffix={t('samlApplications.certificates.yearsUnit')}
        inputMode="numeric"
        width={160}
        autoFocus
      />
    </FormDialog>
  );
}
