import { organizationRolesApi } from '@postern/contracts/access/organization-roles';
import {
  CreateOrganizationScope,
  type OrganizationScope,
  organizationScopesApi,
} from '@postern/contracts/access/organization-scopes';
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { organizationScopesPath } from '#paths/organization-template.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { useGo } from '#platform/router/links.ts';
import { nameCodes } from './role-fields.ts';

const ScopeForm = z.object({ name: CreateOrganizationScope.shape.name, description: z.string().max(256) });
const resolver = schemaResolver(ScopeForm);
const landing = { codes: nameCodes, field: (path: string) => ScopeForm.keyof().safeParse(path).data };

/** A separate route over the list, so that Back closes it. */
export function CreateScopePage() {
  const go = useGo();
  const search = useSearch({ strict: false });
  return <ScopeDialog onClose={() => go(organizationScopesPath, {}, { search })} />;
}

type ScopeDialogProps = {
  /** Omit to create one. */
  scope?: OrganizationScope;
  onClose: () => unknown;
};

export function ScopeDialog({ scope, onClose }: ScopeDialogProps) {
  const { t } = useTranslation();
  const submitTo = useSaveScope(scope, onClose);
  const form = useForm({
    resolver,
    defaultValues: { name: scope?.name ?? '', description: scope?.description ?? '' },
  });
  const submit = useSubmit(form, submitTo, landing);
  return (
    <FormDialog
      size="small"
      onClose={() => void onClose()}
      title={
        scope
          ? t('organizationTemplate.scopes.editTitle', { name: scope.name })
          : t('organizationTemplate.scopes.create')
      }
      description={scope ? t('organizationTemplate.scopes.renameHelp') : t('organizationTemplate.scopes.createHelp')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={scope ? t('actions.saveShort') : t('organizationTemplate.scopes.create')}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('organizationTemplate.fields.scopeName')}
        placeholder={t('organizationTemplate.fields.scopeNamePlaceholder')}
        mono
        autoFocus
      />
      <TextField
        control={form.control}
        name="description"
        label={t('organizationTemplate.fields.description')}
        placeholder={t('organizationTemplate.fields.scopeDescriptionPlaceholder')}
        optional
      />
    </FormDialog>
  );
}

/** Creates the permission or saves its changes. Roles show the names of their permissions, so they are refreshed too. */
function useSaveScope(scope: OrganizationScope | undefined, onClose: () => unknown) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const done = (sentence: string) => async () => {
    await onClose();
    showSuccess(sentence);
    void queryClient.invalidateQueries({ queryKey: [organizationRolesApi.list.tag] });
  };
  const create = useWrite(organizationScopesApi.create, {
    quiet: true,
    onDone: done(t('organizationTemplate.scopes.created')),
  });
  const update = useWrite(organizationScopesApi.update, { quiet: true, onDone: done(t('states.saved')) });
  return ({ name, description: text }: z.infer<typeof ScopeForm>) => {
    const body = { name, description: text || null };
    return scope ? update.mutateAsync({ params: { id: scope.id }, body }) : create.mutateAsync({ body });
  };
}
