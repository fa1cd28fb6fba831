import { Select } from '@mantine/core';
import { applicationsApi, CreateApplicationSecret } from '@postern/contracts/applications';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useWrite } from '#platform/client/use-write.ts';
import { DialogButtons } from '#platform/feedback/dialog-buttons.tsx';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { useFormat } from '#platform/i18n/format.ts';

const never = 'never';
const lifetimes = ['7', '30', '180', '365', never];
const day = 86_400_000;

const SecretForm = z.object({ name: CreateApplicationSecret.shape.name, days: z.string() });
const landing = { codes: { 'application.secret_name_exists': 'name' }, field: () => 'name' as const } as const;

const expiryOf = (days: string) => (days === never ? undefined : Date.now() + Number(days) * day);

export function CreateSecretDialog({ applicationId, onClose }: { applicationId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const create = useWrite(applicationsApi.createSecret, { quiet: true, onDone: onClose });
  const form = useForm({ resolver: schemaResolver(SecretForm), defaultValues: { name: '', days: never } });
  const expiresAt = expiryOf(form.watch('days'));
  const submit = useSubmit(
    form,
    async ({ name, days }) => {
      await create.mutateAsync({ params: { id: applicationId }, body: { name, expiresAt: expiryOf(days) } });
      showSuccess(t('applications.secrets.created'));
    },
    landing,
  );
  return (
    <DialogFrame
      opened
      size="small"
      onClose={onClose}
      title={t('applications.secrets.createTitle')}
      description={t('applications.secrets.createHelp')}
      onSubmit={(event) => {
        event.stopPropagation();
        void submit(event);
      }}
      footer={
        <DialogButtons onCancel={onClose} busy={form.formState.isSubmitting}>
          {t('applications.secrets.submit')}
        </DialogButtons>
      }
    >
      <TextField
        control={form.control}
        name="name"
        label={t('applications.secrets.name')}
        placeholder={t('applications.secrets.namePlaceholder')}
        autoFocus
      />
      <Select
        label={t('applications.secrets.expiry')}
        description={
          expiresAt
            ? t('applications.secrets.expiresOn', { date: date(expiresAt) })
            : t('applications.secrets.neverHint')
        }
        data={lifetimes.map((value) => ({
          value,
          label:
            value === never
              ? t('applications.secrets.never')
              : t('applications.secrets.days', { count: Number(value) }),
        }))}
        value={form.watch('days')}
        onChange={(value) => form.setValue('days', value ?? never)}
        allowDeselect={false}
      />
    </DialogFrame>
  );
}
