import { type ApplicationSecret, applicationsApi, CreateApplicationSecret } from '@postern/contracts/applications';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { DialogButtons } from '#platform/feedback/dialog-buttons.tsx';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';

const RenameForm = CreateApplicationSecret.pick({ name: true });
const landing = { codes: { 'application.secret_name_exists': 'name' }, field: () => 'name' as const } as const;

export function RenameSecretDialog({ secret, onClose }: { secret: ApplicationSecret; onClose: () => void }) {
  const { t } = useTranslation();
  const rename = useWrite(applicationsApi.renameSecret, { quiet: true, onDone: onClose });
  const form = useForm({ resolver: schemaResolver(RenameForm), defaultValues: { name: secret.name } });
  const submit = useSubmit(
    form,
    async (body) => {
      await rename.mutateAsync({ params: { id: secret.applicationId, name: secret.name }, body });
      showSuccess(t('applications.secrets.renamed'));
    },
    landing,
  );
  return (
    <DialogFrame
      opened
      size="small"
      onClose={onClose}
      title={t('applications.secrets.renameTitle')}
      onSubmit={(event) => {
        event.stopPropagation();
        void submit(event);
      }}
      footer={
        <DialogButtons onCancel={onClose} busy={form.formState.isSubmitting}>
          {t('actions.saveShort')}
        </DialogButtons>
      }
    >
      <TextField control={form.control} name="name" label={t('applications.secrets.name')} autoFocus />
    </DialogFrame>
  );
}
