import { Button } from '@mantine/core';
import { type Role, rolesApi } from '@postern/contracts/access/roles';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { rolePath, rolesPath } from '#paths/roles.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { DangerRow, FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useStoredValues } from '#platform/form/stored-values.ts';
import { useSave } from '#platform/form/submit.ts';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { useGo, usePathParams } from '#platform/router/links.ts';
import { useDeleteRole } from './delete.ts';
import { roleCodes, roleFields } from './role-fields.ts';

const GeneralForm = z.object({ ...roleFields, isDefault: z.boolean() });
const resolver = schemaResolver(GeneralForm);
const landing = { codes: roleCodes, field: (path: string) => GeneralForm.keyof().safeParse(path).data };

const valuesOf = ({ name, description, isDefault }: Role) => ({ name, description, isDefault });

export function GeneralTab() {
  const { id } = usePathParams(rolePath);
  const { data: role } = useRead(rolesApi.get, { params: { id } });
  if (!role) {
    return (
      <Cards>
        <FormCardSkeleton fields={2} />
        <FormCardSkeleton fields={1} />
      </Cards>
    );
  }
  return <GeneralSettings key={role.id} role={role} />;
}

function GeneralSettings({ role }: { role: Role }) {
  const { t } = useTranslation();
  const form = useForm({ resolver, defaultValues: valuesOf(role) });
  const { control } = form;
  const update = useWrite(rolesApi.update, { quiet: true });
  const save = useSave(
    form,
    async (body) => valuesOf(await update.mutateAsync({ params: { id: role.id }, body })),
    landing,
  );
  useStoredValues(form, role, valuesOf);
  return (
    <SettingsForm form={form} save={save}>
      <FormCard title={t('roles.general.title')} help={t('roles.general.help')}>
        <TextField control={control} name="name" label={t('roles.fields.name')} />
        <TextField control={control} name="description" label={t('roles.fields.description')} />
      </FormCard>
      {role.type === 'User' && (
        <FormCard title={t('roles.general.newUsersTitle')} help={t('roles.general.newUsersHelp')}>
          <SwitchField
            control={control}
            name="isDefault"
            label={t('roles.fields.default')}
            help={t('roles.fields.defaultHelp')}
          />
        </FormCard>
      )}
      <DangerCard role={role} />
    </SettingsForm>
  );
}

function DangerCard({ role }: { role: Role }) {
  const { t } = useTranslation();
  const go = useGo();
  const remove = useDeleteRole(() => go(rolesPath, {}, { force: true }));
  return (
    <FormCard title={t('roles.danger.title')} help={t('roles.danger.help')} danger>
      <DangerRow
        title={t('roles.danger.what')}
        help={t('roles.danger.consequence')}
        action={
          <Button variant="danger" onClick={() => void remove(role)}>
            {t('roles.danger.action')}
          </Button>
        }
      />
    </FormCard>
  );
}
