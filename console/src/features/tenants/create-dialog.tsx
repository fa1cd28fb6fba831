import { CreateTenant, type Tenant, TenantTag, tenantsApi } from '@postern/contracts/tenants';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useWrite } from '#platform/client/use-write.ts';
import { DialogButtons } from '#platform/feedback/dialog-buttons.tsx';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { useEnterTenant } from '#platform/router/enter-tenant.ts';
import { addTenant } from '#platform/router/tenant-list.ts';
import { closeCreateTenant } from './create-open.ts';
import { PurposeCards } from './purpose-cards.tsx';
import { RegionCards } from './region-cards.tsx';
import { useRegions } from './regions.ts';

const CreateForm = z.object({
  name: CreateTenant.shape.name,
  regionName: z.string().min(1),
  tag: TenantTag,
});

const landing = {
  codes: {
    'tenant.region_not_available': 'regionName',
    'tenant.tag_not_allowed': 'tag',
    'tenant.max_free_tenants': 'tag',
  },
} as const;

export function CreateDialog({ name }: { name: string }) {
  const { t } = useTranslation();
  const enterTenant = useEnterTenant();
  const regions = useRegions();
  const arrive = async (tenant: Tenant) => {
    await addTenant(tenant);
    showSuccess(t('tenants.created'));
    closeCreateTenant();
    void enterTenant(tenant.id, `/${tenant.id}`);
  };
  const create = useWrite(tenantsApi.create, { quiet: true, onDone: arrive });
  const form = useForm<z.input<typeof CreateForm>, unknown, z.output<typeof CreateForm>>({
    resolver: schemaResolver(CreateForm),
    defaultValues: { name, regionName: '', tag: 'development' },
  });
  const submit = useSubmit(form, (body) => create.mutateAsync({ body }), landing);
  const regionName = useWatch({ control: form.control, name: 'regionName' });
  const region = regions.data?.find(({ id }) => id === regionName);
  return (
    <DialogFrame
      opened
      onClose={closeCreateTenant}
      title={t('tenants.create')}
      description={t('tenants.form.help')}
      onSubmit={submit}
      footer={
        <DialogButtons onCancel={closeCreateTenant} busy={form.formState.isSubmitting}>
          {t('tenants.create')}
        </DialogButtons>
      }
    >
      <TextField
        control={form.control}
        name="name"
        label={t('tenants.form.name')}
        placeholder={t('tenants.form.namePlaceholder')}
        autoFocus
      />
      <RegionCards control={form.control} regions={regions} />
      <PurposeCards control={form.control} tags={region?.tags} />
    </DialogFrame>
  );
}
