import { organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { RoleType, roleTypes } from '@postern/contracts/access/roles';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { roleIcons } from '#features/access/roles/shared/kinds.ts';
import { organizationRolePermissionsPath, organizationRolesPath } from '#paths/organization-template.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { RadioCards } from '#platform/form/radio-cards.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import type { PickItem } from '#platform/pick/pick-item.ts';
import { useGo } from '#platform/router/links.ts';
import { idsOf, PickPermissions } from './pick-permissions.tsx';
import { nameCodes, roleFields } from './role-fields.ts';

const CreateForm = z.object({ ...roleFields, type: RoleType });
const resolver = schemaResolver(CreateForm);
const landing = { codes: nameCodes, field: (path: string) => CreateForm.keyof().safeParse(path).data };

/** A separate route over the list, so that Back closes it. */
export function CreateRolePage() {
  const { t } = useTranslation();
  const go = useGo();
  const { name = '', ...search }: { name?: string } = useSearch({ strict: false });
  // Kept per type: machines may have permissions that users may not.
  const [chosen, setChosen] = useState<Record<RoleType, PickItem[]>>({ User: [], MachineToMachine: [] });
  const create = useWrite(organizationRolesApi.create, {
    quiet: true,
    onDone: async ({ id }) => {
      await go(organizationRolePermissionsPath, { id });
      showSuccess(t('organizationTemplate.roles.created'));
    },
  });
  const form = useForm({ resolver, defaultValues: { name, description: '', type: 'User' as RoleType } });
  const type = form.watch('type');
  const submit = useSubmit(
    form,
    ({ description, ...values }) => {
      const permissions = chosen[values.type].map(({ id }) => id);
      return create.mutateAsync({
        body: {
          ...values,
          description: description || null,
          organizationScopeIds: idsOf('organization', permissions),
          resourceScopeIds: idsOf('resource', permissions),
        },
      });
    },
    landing,
  );
  return (
    <FormDialog
      size="wide"
      onClose={() => void go(organizationRolesPath, {}, { search })}
      title={t('organizationTemplate.roles.create')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('organizationTemplate.roles.create')}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('organizationTemplate.fields.roleName')}
        placeholder={t('organizationTemplate.fields.roleNamePlaceholder')}
        autoFocus
      />
      <TextField
        control={form.control}
        name="description"
        label={t('organizationTemplate.fields.description')}
        placeholder={t('organizationTemplate.fields.roleDescriptionPlaceholder')}
        optional
      />
      <RadioCards
        control={form.control}
        name="type"
        label={t('organizationTemplate.fields.type')}
        missing={t('roles.fields.typeMissing')}
        choices={roleTypes.map((value) => ({
          value,
          label: t(`roles.types.${value}`),
          help: t(`organizationTemplate.typeHelp.${value}`),
          icon: roleIcons[value],
        }))}
      />
      <PickPermissions
        key={type}
        type={type}
        chosen={chosen[type]}
        onChange={(next) => setChosen({ ...chosen, [type]: next })}
      />
    </FormDialog>
  );
}
