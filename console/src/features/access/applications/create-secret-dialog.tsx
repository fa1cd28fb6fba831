import { applicationsApi, CreateApplicationSecret } from '@postern/contracts/access/applications';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { expiryOf, lifetimes, neverExpires } from '#platform/form/lifetime.ts';
import { LifetimeField } from '#platform/form/lifetime-field.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';

const SecretForm = z.object({ name: CreateApplicationSecret.shape.name, lifetime: z.enum(lifetimes) });
const landing = { codes: { 'application.secret_name_exists': 'name' }, field: () => 'name' as const } as const;

export function CreateSecretDialog({ applicationId, onClose }: { applicationId: string; onClose: () => void }) {
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
