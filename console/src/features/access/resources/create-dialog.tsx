import { CreateResource, isResourceIndicator, type Resource, resourcesApi } from '@postern/contracts/access/resources';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { PlanNotice } from '#platform/plan/plan-parts.tsx';

const CreateForm = z.object({
  name: CreateResource.shape.name,
  indicator: z
    .string()
    .trim()
    .min(1)
    .max(2048)
    .refine((value) => value === '' || isResourceIndicator(value), {
      error: () => i18next.t('resources.fields.indicatorInvalid'),
    }),
});

const landing = {
  codes: { 'resource.resource_identifier_in_use': 'indicator' },
  field: (path: string) => CreateForm.keyof().safeParse(path).data,
} as const;

type CreateDialogProps = {
  name?: string;
  description?: ReactNode;
  onClose: () => void;
  /** Runs before lists are refreshed; it navigates away from the dialog. */
  onCreated: (resource: Resource) => unknown;
};

export function CreateDialog({ name = '', description, onClose, onCreated }: CreateDialogProps) {
  const { t } = useTranslation();
  const create = useWrite(resourcesApi.create, {
    quiet: true,
    onDone: async (resource) => {
      await onCreated(resource);
      showSuccess(t('resources.form.created'));
    },
  });
  const form = useForm({ resolver: schemaResolver(CreateForm), defaultValues: { name, indicator: '' } });
  const submit = useSubmit(form, (body) => create.mutateAsync({ body }), landing);
  return (
    <FormDialog
      size="small"
      onClose={onClose}
      title={t('resources.create')}
      description={description}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('resources.create')}
    >
      <PlanNotice of={['resourcesLimit']} />
      <TextField
        control={form.control}
        name="name"
        label={t('resources.fields.name')}
        placeholder={t('resources.fields.namePlaceholder')}
        autoFocus
      />
      <TextField
        control={form.control}
        name="indicator"
        label={t('resources.fields.indicator')}
        help={t('resources.fields.indicatorHelp')}
        placeholder="https://api.example.com"
        inputMode="url"
        mono
      />
    </FormDialog>
  );
}
