import { type Administrator, AdministratorRole, administratorsApi } from '@postern/contracts/people/administrators';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { idTokenClaims } from '#platform/session/claims.ts';
import { signOut } from '#platform/session/sign-in.ts';
import { nameAdministrator } from './name-administrator.ts';
import { RoleCards } from './role-cards.tsx';

const RoleForm = z.object({ role: AdministratorRole });
const landing = { codes: { 'administrator.last': 'role' } } as const;

type RoleDialogProps = { administrator: Administrator; onClose: () => void };

export function RoleDialog({ administrator, onClose }: RoleDialogProps) {
  const { t } = useTranslation();
  const { id, role } = administrator;
  const change = useWrite(administratorsApi.setRole, {
    quiet: true,
    onDone: async () => {
      onClose();
      if (id === idTokenClaims()?.sub) {
        await signOut();
      }
      showSuccess(t('tenantSettings.members.roleChanged'));
    },
  });
  const form = useForm<z.infer<typeof RoleForm>>({ resolver: schemaResolver(RoleForm), defaultValues: { role } });
  const submit = useSubmit(form, (body) => change.mutateAsync({ params: { userId: id }, body }), landing);
  return (
    <FormDialog
      size="small"
      onClose={onClose}
      title={t('tenantSettings.members.roleOf', { name: nameAdministrator(administrator) })}
      description={t('administrators.roleNote')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      disabled={!form.formState.isDirty}
      action={t('actions.saveShort')}
    >
      <RoleCards control={form.control} name="role" autoFocus />
    </FormDialog>
  );
}
