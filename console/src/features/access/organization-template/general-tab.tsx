import { Button } from '@mantine/core';
import { type OrganizationRole, organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { organizationRolePath, organizationRolesPath } from '#paths/organization-template.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { DangerRow, FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useStoredValues } from '#platform/form/stored-values.ts';
import { useSave } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { useGo, usePathParams } from '#platform/router/links.ts';
import { useDeleteOrganizationRole } from './delete.ts';
import { nameCodes, roleFields } from './role-fields.ts';

const GeneralForm = z.object(roleFields);
const resolver = schemaResolver(GeneralForm);
const landing = { codes: nameCodes, field: (path: string) => GeneralForm.keyof().safeParse(path).data };

const valuesOf = ({ name, description }: OrganizationRole) => ({ name, description: description ?? '' });

export function GeneralTab() {
  const { id } = usePathParams(organizationRolePath);
  const { data: role } = useRead(organizationRolesApi.get, { params: { id } });
  if (!role) {
    return (
      <Cards>
        <FormCardSkeleton fields={2} />
      </Cards>
    );
  }
  return <GeneralSettings key={role.id} role={role} />;
}

function GeneralSettings({ role }: { role: OrganizationRole }) {
  const { t } = useTranslation();
  const form = useForm({ resolver, defaultValues: valuesOf(role) });
  const { control } = form;
  const update = useWrite(organizationRolesApi.update, { quiet: true });
  const save = useSave(
    form,
    async ({ name, description }) =>
      valuesOf(await update.mutateAsync({ params: { id: role.id }, body: { name, description: description || null } })),
    landing,
  );
  useStoredValues(form, role, valuesOf);
  return (
    <SettingsForm form={form} save={save}>
      <FormCard title={t('roles.general.title')} help={t('roles.general.help')}>
        <TextField control={control} name="name" label={t('organizationTemplate.fields.roleName')} />
        <TextField control={control} name="description" label={t('organizationTemplate.fields.description')} optional />
      </FormCard>
      <DangerCard role={role} />
    </SettingsForm>
  );
}

function DangerCard({ role }: { role: OrganizationRole }) {
  const { t } = useTranslation();
  const go = useGo();
  const remove = useDeleteOrganizationRole(() => go(organizationRolesPath, {}, { force: true }));
  return (
    <FormCard title={t('roles.danger.title')} help={t('roles.danger.help')} danger>
      <DangerRow
        title={t('organizationTemplate.roles.danger.what')}
        help={t('organizationTemplate.roles.danger.consequence')}
        action={
          <Button variant="danger" onClick={() => void remove(role)}>
            {t('organizationTemplate.roles.danger.action')}
          </Button>
        }
      />
    </FormCard>
  );
}
