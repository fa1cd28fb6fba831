import {
  CreateScope,
  hasWhitespace,
  type Resource,
  resourcesApi,
  type Scope,
} from '@postern/contracts/access/resources';
import i18next from 'i18next';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';

const ScopeForm = z.object({
  name: CreateScope.shape.name.refine((name) => !hasWhitespace(name), {
    error: () => i18next.t('resources.permissions.nameSpace'),
  }),
  description: z.string().max(2048),
});

const landing = {
  codes: { 'scope.name_exists': 'name', 'scope.name_with_space': 'name' },
  field: (path: string) => ScopeForm.keyof().safeParse(path).data,
} as const;

type ScopeDialogProps = {
  resource: Resource;
  /** Omit to create one. The name cannot be changed, because APIs check it. */
  scope?: Scope;
  onClose: () => void;
};

export function ScopeDialog({ resource, scope, onClose }: ScopeDialogProps) {
  const { t } = useTranslation();
  const done = (sentence: string) => () => {
    onClose();
    showSuccess(sentence);
  };
  const create = useWrite(resourcesApi.createScope, {
    quiet: true,
    onDone: done(t('resources.permissions.created')),
  });
  const update = useWrite(resourcesApi.updateScope, { quiet: true, onDone: done(t('states.saved')) });
  const form = useForm({
    resolver: schemaResolver(ScopeForm),
    defaultValues: { name: scope?.name ?? '', description: scope?.description ?? '' },
  });
  const submit = useSubmit(
    form,
    ({ name, description: text }) => {
      const description = text || null;
      const resourceId = resource.id;
      return scope
        ? update.mutateAsync({ params: { resourceId, scopeId: scope.id }, body: { description } })
        : create.mutateAsync({ params: { resourceId }, body: { name, description } });
    },
    landing,
  );
  return (
    <FormDialog
      size="small"
      onClose={onClose}
      title={scope ? t('resources.permissions.editTitle', { name: scope.name }) : t('resources.permissions.create')}
      description={scope ? undefined : t('resources.permissions.createHelp', { api: resource.name })}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={scope ? t('actions.saveShort') : t('resources.permissions.create')}
    >
      {!scope && (
        <TextField
          control={form.control}
          name="name"
          label={t('resources.permissions.name')}
          help={t('resources.permissions.nameHelp')}
          placeholder={t('resources.permissions.namePlaceholder')}
          mono
          autoFocus
        />
      )}
      <TextField
        control={form.control}
        name="description"
        label={t('resources.permissions.description')}
        placeholder={t('resources.permissions.descriptionPlaceholder')}
        optional
        autoFocus={scope !== undefined}
      />
    </FormDialog>
  );
}
