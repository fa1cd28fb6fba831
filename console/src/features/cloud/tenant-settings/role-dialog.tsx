import { type TenantMember, tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { TenantRole } from '@postern/contracts/cloud/tenants';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useWrite } from '#platform/client/use-write.ts';
import { DialogButtons } from '#platform/feedback/dialog-buttons.tsx';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { useTenantId } from '#platform/tenant.ts';
import { memberName } from './member-name.ts';
import { RoleCards } from './role-cards.tsx';
import { isAdministrator } from './role-name.ts';

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
    defaultValues: { roleName: isAdministrator(member) ? 'admin' : 'collaborator' },
  });
  const submit = useSubmit(form, (body) => change.mutateAsync({ params: { id, userId: member.id }, body }), landing);
  return (
    <DialogFrame
      opened
      size="small"
      onClose={onClose}
      title={t('tenantSettings.members.roleOf', { name: memberName(member) })}
      onSubmit={submit}
      footer={
        <DialogButtons onCancel={onClose} busy={form.formState.isSubmitting} disabled={!form.formState.isDirty}>
          {t('actions.saveShort')}
        </DialogButtons>
      }
    >
      <RoleCards control={form.control} name="roleName" autoFocus />
    </DialogFrame>
  );
}
