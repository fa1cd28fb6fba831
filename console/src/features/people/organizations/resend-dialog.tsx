import {
  type OrganizationInvitation,
  organizationInvitationsApi,
} from '@postern/contracts/people/organization-invitations';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { optionalWebUrl } from '#features/access/applications/shared/looks.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { useTenantId } from '#platform/tenant.ts';
import { messageOf } from './invitation-message.ts';

const Form = z.object({ link: optionalWebUrl });
const resolver = schemaResolver(Form);
const landing = { field: () => 'link' as const };

type ResendDialogProps = { invitation: OrganizationInvitation; onClose: () => void };

/** Sends the message of an invitation again. The link of the first message is not stored, so it is asked for. */
export function ResendDialog({ invitation, onClose }: ResendDialogProps) {
  const { t } = useTranslation();
  const tenantId = useTenantId();
  const email = invitation.invitee;
  const send = useWrite(organizationInvitationsApi.sendMessage, {
    quiet: true,
    onDone: () => {
      onClose();
      showSuccess(t('organizations.invitations.resent', { email }));
    },
  });
  const form = useForm({ resolver, defaultValues: { link: '' } });
  const submit = useSubmit(
    form,
    ({ link }) => send.mutateAsync({ params: { id: invitation.id }, body: messageOf(tenantId, link) }),
    landing,
  );
  return (
    <FormDialog
      size="small"
      onClose={onClose}
      title={t('organizations.invitations.resendTitle')}
      description={t('organizations.invitations.resendHelp', { email })}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('organizations.invitations.resendAction')}
    >
      <TextField
        control={form.control}
        name="link"
        label={t('organizations.invitations.link')}
        help={t('organizations.invitations.linkHelp')}
        placeholder="https://app.example.com/join"
        inputMode="url"
        mono
        optional
        autoFocus
      />
    </FormDialog>
  );
}
