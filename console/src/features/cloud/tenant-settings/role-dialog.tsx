import { type TenantMember, tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { TenantRole } from '@postern/contracts/cloud/tenants';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { useTenantId } from '#platform/tenant.ts';
import { memberName } from './member-name.ts';
import { RoleCards } from './role-cards.tsx';
import { knownRole } from './role-name.ts';

const RoleForm = z.object({ roleName: TenantRole });
const landing = { codes: { 'tenant.last_admin': 'roleName' } } as const;

export function RoleDialog({ member, onClose }: { member: TenantMember; onClose: () => void }) {
  const { t } = useTranslation();
  const id = useTenantId();
  const change = useWrite(tenantMembersApi.setRole, {
    quiet: true,
    onDone: () => {
      onClose();
      showSuccess(t('tenantSettings.members.roleChanged'));
    },
  });
  const form = useForm<z.infer<typeof RoleForm>>({
    resolver: schemaResolver(RoleForm),
    defaultValues: { roleName: knownRole(member) },
  });
  const submit = useSubmit(form, (body) => change.mutateAsync({ params: { id, userId: member.id }, body }), landing);
  return (
    <FormDialog
      size="small"
      onClose={onClose}
      title={t('tenantSettings.members.roleOf', { name: memberName(member) })}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      disabled={!form.formState.isDirty}
      action={t('actions.saveShort')}
    >
      <RoleCards control={form.control} name="roleName" autoFocus />
    </FormDialog>
  );
}
