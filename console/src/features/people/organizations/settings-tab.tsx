import { Button } from '@mantine/core';
import type { Organization } from '@postern/contracts/access/organization';
import { organizationsApi, type UpdateOrganization } from '@postern/contracts/people/organizations';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { organizationPath, organizationsPath } from '#paths/organizations.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { DangerRow, FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { JsonEditorField } from '#platform/form/json-editor-field.tsx';
import { jsonObjectText } from '#platform/form/json-object.ts';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useStoredValues } from '#platform/form/stored-values.ts';
import { useSave } from '#platform/form/submit.ts';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { useGo, usePathParams } from '#platform/router/links.ts';
import { useDeleteOrganization } from './delete.ts';
import { organizationFields } from './organization-fields.ts';

const Form = z.object({ ...organizationFields, customData: jsonObjectText, isMfaRequired: z.boolean() });
type Values = z.input<typeof Form>;
type Output = z.output<typeof Form>;

const resolver = schemaResolver(Form);

/** `customData.plan` maps to the one field that contains it. */
const landing = { field: (path: string) => Form.keyof().safeParse(path.split('.')[0]).data };

const valuesOf = ({ name, description, customData, isMfaRequired }: Organization): Values => ({
  name,
  description: description ?? '',
  customData: JSON.stringify(customData, null, 2),
  isMfaRequired,
});

/** The changed fields. Others are not sent, because applications may write them meanwhile. */
const changesOf = (values: Output, changed: Partial<Record<keyof Values, boolean>>): UpdateOrganization => ({
  ...(changed.name && { name: values.name }),
  ...(changed.description && { description: values.description || null }),
  ...(changed.customData && { customData: values.customData }),
  ...(changed.isMfaRequired && { isMfaRequired: values.isMfaRequired }),
});

export function SettingsTab() {
  const { id } = usePathParams(organizationPath);
  const { data: organization } = useRead(organizationsApi.get, { params: { id } });
  if (!organization) {
    return (
      <Cards>
        <FormCardSkeleton fields={2} />
        <FormCardSkeleton fields={1} />
        <FormCardSkeleton fields={1} />
      </Cards>
    );
  }
  return <OrganizationSettings key={organization.id} organization={organization} />;
}

function OrganizationSettings({ organization }: { organization: Organization }) {
  const { t } = useTranslation();
  const form = useForm<Values, unknown, Output>({ resolver, defaultValues: valuesOf(organization) });
  const { control } = form;
  const { dirtyFields } = form.formState;
  const update = useWrite(organizationsApi.update, { quiet: true });
  const save = useSave(
    form,
    async (values) => {
      const body = changesOf(values, dirtyFields);
      return valuesOf(await update.mutateAsync({ params: { id: organization.id }, body }));
    },
    landing,
  );
  useStoredValues(form, organization, valuesOf);
  return (
    <SettingsForm form={form} save={save}>
      <FormCard title={t('organizations.general.title')} help={t('organizations.general.help')}>
        <TextField control={control} name="name" label={t('organizations.fields.name')} />
        <TextField control={control} name="description" label={t('organizations.fields.description')} optional />
      </FormCard>
      <FormCard title={t('organizations.mfa.title')} help={t('organizations.mfa.help')}>
        <SwitchField
          control={control}
          name="isMfaRequired"
          label={t('organizations.mfa.require')}
          help={t('organizations.mfa.requireHelp')}
        />
      </FormCard>
      <FormCard title={t('organizations.customData.title')} help={t('organizations.customData.help')}>
        <JsonEditorField control={control} name="customData" label={t('organizations.customData.label')} />
      </FormCard>
      <DangerCard organization={organization} />
    </SettingsForm>
  );
}

function DangerCard({ organization }: { organization: Organization }) {
  const { t } = useTranslation();
  const go = useGo();
  const remove = useDeleteOrganization(() => go(organizationsPath, {}, { force: true }));
  return (
    <FormCard title={t('organizations.danger.title')} help={t('organizations.danger.help')} danger>
      <DangerRow
        title={t('organizations.danger.what')}
        help={t('organizations.danger.consequence')}
        action={
          <Button variant="danger" onClick={() => void remove(organization)}>
            {t('organizations.danger.action')}
          </Button>
        }
      />
    </FormCard>
  );
}
