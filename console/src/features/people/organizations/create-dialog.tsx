import { organizationsApi } from '@postern/contracts/people/organizations';
import { useSearch } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { organizationMembersPath, organizationsPath } from '#paths/organizations.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { PlanNotice } from '#platform/plan/plan-parts.tsx';
import { useGo } from '#platform/router/links.ts';
import { organizationFields } from './organization-fields.ts';

const CreateForm = z.object(organizationFields);
const resolver = schemaResolver(CreateForm);
const landing = { field: (path: string) => CreateForm.keyof().safeParse(path).data };

/** A separate route over the list, so that Back closes it. */
export function CreateDialog() {
  const { t } = useTranslation();
  const go = useGo();
  const { name = '', ...search }: { name?: string } = useSearch({ strict: false });
  const create = useWrite(organizationsApi.create, {
    quiet: true,
    onDone: async ({ id }) => {
      await go(organizationMembersPath, { id });
      showSuccess(t('organizations.form.created'));
    },
  });
  const form = useForm({ resolver, defaultValues: { name, description: '' } });
  const submit = useSubmit(
    form,
    async ({ name: chosen, description }) =>
      create.mutateAsync({ body: { name: chosen, ...(description && { description }) } }),
    landing,
  );
  return (
    <FormDialog
      size="small"
      onClose={() => void go(organizationsPath, {}, { search })}
      title={t('organizations.create')}
      description={t('organizations.form.help')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('organizations.create')}
    >
      <PlanNotice of={['organizationsLimit']} />
      <TextField
        control={form.control}
        name="name"
        label={t('organizations.fields.name')}
        placeholder={t('organizations.fields.namePlaceholder')}
        autoFocus
      />
      <TextField
        control={form.control}
        name="description"
        label={t('organizations.fields.description')}
        placeholder={t('organizations.fields.descriptionPlaceholder')}
        optional
      />
    </FormDialog>
  );
}
