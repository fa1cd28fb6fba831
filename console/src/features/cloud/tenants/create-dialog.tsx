import { type Tenant, type TenantTag, tenantsApi } from '@postern/contracts/cloud/tenants';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useWrite } from '#platform/client/use-write.ts';
import { DialogButtons } from '#platform/feedback/dialog-buttons.tsx';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { useEnterTenant } from '#platform/router/enter-tenant.ts';
import { addTenant } from '#platform/router/tenant-list.ts';
import {
  CreateForm,
  InstanceCards,
  type NewTenant,
  PurposeCards,
  RegionCards,
  sharedInstance,
} from './create-fields.tsx';
import { closeCreateTenant } from './create-request.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { useRegions } from './shared/regions.ts';

const landing = {
  codes: {
    'tenant.region_not_available': 'regionName',
    'tenant.tag_not_allowed': 'tag',
    'tenant.max_free_tenants': 'tag',
    'tenant.max_development_tenants': 'tag',
  },
} as const;

export function CreateDialog({ name, tag }: { name: string; tag: TenantTag }) {
  const { t } = useTranslation();
  const { create, isCreating } = useCreate();
  const [forCustomers, setForCustomers] = useState<NewTenant>();
  const form = useForm<z.input<typeof CreateForm>, unknown, NewTenant>({
    resolver: schemaResolver(CreateForm),
    defaultValues: { name, instance: sharedInstance, regionName: '', tag },
  });
  const submit = useSubmit(
    form,
    async (wanted) => (wanted.tag === 'development' ? create(wanted) : setForCustomers(wanted)),
    landing,
  );
  if (forCustomers) {
    return (
      <PlanDialog
        tenant={forCustomers}
        isCreating={isCreating}
        onFree={() => create(forCustomers)}
        onBack={() => setForCustomers(undefined)}
        onClose={closeCreateTenant}
      />
    );
  }
  return (
    <DialogFrame
      opened
      onClose={closeCreateTenant}
      title={t('tenants.create')}
      description={t('tenants.form.help')}
      onSubmit={submit}
      footer={<Buttons form={form} />}
    >
      <Fields form={form} />
    </DialogFrame>
  );
}

function useCreate() {
  const { t } = useTranslation();
  const enterTenant = useEnterTenant();
  const { mutateAsync, isPending } = useWrite(tenantsApi.create, {
    quiet: true,
    onDone: async (tenant: Tenant) => {
      await addTenant(tenant);
      showSuccess(t('tenants.created'));
      closeCreateTenant();
      void enterTenant(tenant.id, `/${tenant.id}`);
    },
  });
  return { create: async (body: NewTenant) => void (await mutateAsync({ body })), isCreating: isPending };
}

type FormProps = { form: ReturnType<typeof useForm<z.input<typeof CreateForm>, unknown, NewTenant>> };

function Buttons({ form }: FormProps) {
  const { t } = useTranslation();
  const tag = useWatch({ control: form.control, name: 'tag' });
  // Submitting before the regions are loaded would ask for one.
  const { isLoading } = useRegions();
  return (
    <DialogButtons onCancel={closeCreateTenant} busy={form.formState.isSubmitting} disabled={isLoading}>
      {t(tag === 'development' ? 'tenants.create' : 'tenants.form.next')}
    </DialogButtons>
  );
}

function Fields({ form: { control } }: FormProps) {
  const { t } = useTranslation();
  const { data: all, ...read } = useRegions();
  const [instance, regionName] = useWatch({ control, name: ['instance', 'regionName'] });
  const privates = all?.filter(({ isPrivate }) => isPrivate) ?? [];
  const isShared = instance === sharedInstance;
  const chosen = all?.find(({ id }) => id === (isShared ? regionName : instance));
  return (
    <>
      <TextField
        control={control}
        name="name"
        label={t('tenants.form.name')}
        placeholder={t('tenants.form.namePlaceholder')}
        autoFocus
      />
      {privates.length > 0 && <InstanceCards control={control} name="instance" regions={privates} />}
      {isShared && (
        <RegionCards control={control} regions={{ ...read, data: all?.filter(({ isPrivate }) => !isPrivate) }} />
      )}
      <PurposeCards control={control} tags={chosen?.tags} />
    </>
  );
}
