import { Button } from '@mantine/core';
import { applicationsApi, CreateApplication } from '@postern/contracts/applications';
import { useSearch } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { useGo } from '#platform/router/links.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { KindCards } from './kind-cards.tsx';
import { applicationSettingsPath, applicationsPath } from './paths.ts';

const CreateForm = CreateApplication.pick({ type: true, name: true, description: true });

const fields = ['type', 'name', 'description'] as const;
const landing = { field: (path: string) => fields.find((field) => field === path) };

/** A page of its own over the list, so that it has an address and Back closes it. */
export function CreateDialog() {
  const { t } = useTranslation();
  const go = useGo();
  const { name = '', ...search }: { name?: string } = useSearch({ strict: false });
  const create = useWrite(applicationsApi.create, {
    quiet: true,
    onDone: ({ id }) => go(applicationSettingsPath, { id }),
  });
  const form = useForm({ resolver: schemaResolver(CreateForm), defaultValues: { name, description: '' } });
  const submit = useSubmit(
    form,
    async ({ description, ...values }) => {
      await create.mutateAsync({ body: { ...values, description: description || null } });
      showSuccess(t('applications.form.created'));
    },
    landing,
  );
  const close = () => void go(applicationsPath, {}, { search });
  return (
    <DialogFrame
      opened
      onClose={close}
      title={t('applications.create')}
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={close}>
            {t('actions.cancel')}
          </Button>
          <BusyButton type="submit" busy={form.formState.isSubmitting}>
            {t('applications.form.submit')}
          </BusyButton>
        </>
      }
    >
      <KindCards control={form.control} />
      <TextField
        control={form.control}
        name="name"
        label={t('applications.form.name')}
        placeholder={t('applications.form.namePlaceholder')}
      />
      <TextField
        control={form.control}
        name="description"
        label={t('applications.form.description')}
        placeholder={t('applications.form.descriptionPlaceholder')}
        optional
      />
    </DialogFrame>
  );
}
