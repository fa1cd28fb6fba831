import { Button } from '@mantine/core';
import { CreateTenant, type Tenant, tenantsApi } from '@postern/contracts/cloud/tenants';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { regionLabel } from '#features/cloud/tenants/shared/regions.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { DangerRow, FormCard } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useStoredValues } from '#platform/form/stored-values.ts';
import { useSave } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { useAbilities } from '#platform/router/abilities.ts';
import { useCurrentTenant } from '#platform/router/current-tenant.ts';
import { changeTenant } from '#platform/router/tenant-list.ts';
import { ConvertDialog } from './convert-dialog.tsx';
import { useDeleteTenant } from './delete.ts';
import { useLeaveTenant } from './leave.ts';
import { TenantSettingsFrame } from './shared/frame.tsx';
import { UnknownAbilities } from './shared/unknown-abilities.tsx';

const SettingsSchema = z.object({ name: CreateTenant.shape.name });
const resolver = schemaResolver(SettingsSchema);
const landing = { field: (path: string) => SettingsSchema.keyof().safeParse(path).data };

export function SettingsPage() {
  const tenant = useCurrentTenant();
  const abilities = useAbilities();
  if (!tenant || !abilities) {
    return (
      <TenantSettingsFrame>
        <UnknownAbilities />
      </TenantSettingsFrame>
    );
  }
  return (
    <TenantSettingsFrame>
      {abilities.manageTenant ? <Managed tenant={tenant} /> : <Seen tenant={tenant} />}
    </TenantSettingsFrame>
  );
}

const valuesOf = (name: string) => ({ name });

function Managed({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation();
  const form = useForm({ resolver, defaultValues: { name: tenant.name } });
  const { control } = form;
  const update = useWrite(tenantsApi.update, { quiet: true, onDone: changeTenant });
  const save = useSave(
    form,
    async (body) => {
      const { name } = await update.mutateAsync({ params: { id: tenant.id }, body });
      return { name };
    },
    landing,
  );
  useStoredValues(form, tenant.name, valuesOf);
  return (
    <SettingsForm form={form} save={save}>
      <FormCard title={t('tenantSettings.general.title')} help={t('tenantSettings.general.help')}>
        <TextField control={control} name="name" label={t('tenants.form.name')} />
        <Facts tenant={tenant} />
      </FormCard>
      {tenant.tag === 'development' && <ConvertCard tenant={tenant} />}
      <FormCard title={t('tenantSettings.danger.title')} help={t('tenantSettings.danger.help')} danger>
        <LeaveRow />
        <DeleteRow tenant={tenant} />
      </FormCard>
    </SettingsForm>
  );
}

/** Read-only view for other members. */
function Seen({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation();
  return (
    <Cards>
      <FormCard title={t('tenantSettings.general.title')} help={t('tenantSettings.general.seenHelp')}>
        <Facts tenant={tenant} />
      </FormCard>
      <FormCard title={t('tenantSettings.danger.title')} help={t('tenantSettings.danger.help')} danger>
        <LeaveRow />
      </FormCard>
    </Cards>
  );
}

/** Values that cannot be changed here. */
function Facts({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation();
  return (
    <KeyValues
      rows={[
        { label: t('tenantSettings.general.id'), value: tenant.id },
        { label: t('tenants.form.region'), value: regionLabel(t, tenant.regionName), plain: true },
        { label: t('tenants.form.purpose'), value: t(`tenants.tags.${tenant.tag}`), plain: true },
      ]}
    />
  );
}

function ConvertCard({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  return (
    <FormCard title={t('tenantSettings.convert.title')} help={t('tenantSettings.convert.help')}>
      <div>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('tenantSettings.convert.action')}
        </Button>
      </div>
      {isAsking && <ConvertDialog tenant={tenant} onClose={() => setAsking(false)} />}
    </FormCard>
  );
}

function LeaveRow() {
  const { t } = useTranslation();
  const leave = useLeaveTenant();
  return (
    <DangerRow
      title={t('tenantSettings.leave.action')}
      help={t('tenantSettings.leave.help')}
      action={
        <Button variant="danger" onClick={() => void leave()}>
          {t('tenantSettings.leave.action')}
        </Button>
      }
    />
  );
}

function DeleteRow({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation();
  const remove = useDeleteTenant();
  return (
    <DangerRow
      title={t('tenantSettings.delete.action')}
      help={t('tenantSettings.delete.help')}
      action={
        <Button variant="danger" onClick={() => void remove(tenant)}>
          {t('tenantSettings.delete.action')}
        </Button>
      }
    />
  );
}
