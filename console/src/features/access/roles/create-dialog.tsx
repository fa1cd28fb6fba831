import { type Role, RoleType, rolesApi, roleTypes } from '@postern/contracts/access/roles';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useWrite } from '#platform/client/use-write.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { RadioCards } from '#platform/form/radio-cards.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import type { PickItem } from '#platform/pick/pick-item.ts';
import { PlanNotice } from '#platform/plan/plan-parts.tsx';
import { PickScopes } from './pick-scopes.tsx';
import { roleCodes, roleFields } from './role-fields.ts';
import { roleIcons } from './shared/kinds.ts';

const CreateForm = z.object({ ...roleFields, type: RoleType });

const landing = { codes: roleCodes, field: (path: string) => CreateForm.keyof().safeParse(path).data };

type CreateDialogProps = { name: string; onClose: () => void; onCreated: (role: Role) => void };

export function CreateDialog({ name, onClose, onCreated }: CreateDialogProps) {
  const { t } = useTranslation();
  // Kept per type: machines may have permissions that users may not.
  const [scopes, setScopes] = useState<Record<RoleType, PickItem[]>>({ User: [], MachineToMachine: [] });
  const create = useWrite(rolesApi.create, { quiet: true, onDone: onCreated });
  const form = useForm({
    resolver: schemaResolver(CreateForm),
    defaultValues: { name, description: '', type: 'User' as RoleType },
  });
  const type = form.watch('type');
  const limit = type === 'User' ? 'userRolesLimit' : 'machineToMachineRolesLimit';
  const submit = useSubmit(
    form,
    async (values) => create.mutateAsync({ body: { ...values, scopeIds: scopes[values.type].map(({ id }) => id) } }),
    landing,
  );
  return (
    <FormDialog
      size="wide"
      onClose={onClose}
      title={t('roles.create')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('roles.create')}
    >
      <PlanNotice of={[limit]} />
      <TextField
        control={form.control}
        name="name"
        label={t('roles.fields.name')}
        placeholder={t('roles.fields.namePlaceholder')}
        autoFocus
      />
      <TextField
        control={form.control}
        name="description"
        label={t('roles.fields.description')}
        placeholder={t('roles.fields.descriptionPlaceholder')}
      />
      <RadioCards
        control={form.control}
        name="type"
        label={t('roles.fields.type')}
        missing={t('roles.fields.typeMissing')}
        choices={roleTypes.map((value) => ({
          value,
          label: t(`roles.types.${value}`),
          help: t(`roles.typeHelp.${value}`),
          icon: roleIcons[value],
        }))}
      />
      <PickScopes
        key={type}
        type={type}
        chosen={scopes[type]}
        onChange={(chosen) => setScopes({ ...scopes, [type]: chosen })}
      />
    </FormDialog>
  );
}
