import { tenantInvitationsApi } from '@postern/contracts/cloud/tenant-invitations';
import { TenantRole } from '@postern/contracts/cloud/tenants';
import i18next from 'i18next';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useWrite } from '#platform/client/use-write.ts';
import { EmailTags } from '#platform/emails/email-tags.tsx';
import { inviteesProblem } from '#platform/emails/invitees.ts';
import { mergeEmails, parseEmails } from '#platform/emails/parse-emails.ts';
import { emailsOf } from '#platform/emails/use-email-tags.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { PlanNotice } from '#platform/plan/plan-parts.tsx';
import { useTenantId } from '#platform/tenant.ts';
import { RoleCards } from './role-cards.tsx';

/** Text left in the field on submit is added as an address. */
const InviteForm = z
  .object({ emails: z.array(z.string()), draft: z.string(), roleName: TenantRole })
  .superRefine(({ emails, draft }, context) => {
    const isEmpty = emails.length === 0 && draft.trim() === '';
    const message = isEmpty ? i18next.t('tenantSettings.invite.missing') : inviteesProblem(emails, draft);
    if (message) {
      context.addIssue({ code: 'custom', path: ['draft'], message });
    }
  })
  .transform(({ emails, draft, roleName }) => ({ invitee: mergeEmails(emails, parseEmails(draft).emails), roleName }));

const landing = {
  codes: {
    'tenant.already_member': 'draft',
    'tenant.invitation_pending': 'draft',
    'invitation.too_many_to_address': 'draft',
    'invitation.too_many_by_person': 'draft',
    'subscription.limit_exceeded': 'draft',
  },
} as const;

/** Invites people by address, all with one role; inviting administrators asks for confirmation. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const id = useTenantId();
  const invite = useWrite(tenantInvitationsApi.create, {
    quiet: true,
    onDone: (sent) => {
      onClose();
      showSuccess(t('tenants.invite.sent', { count: sent.length }));
    },
  });
  const form = useForm<z.input<typeof InviteForm>, unknown, z.output<typeof InviteForm>>({
    resolver: schemaResolver(InviteForm),
    defaultValues: { emails: [], draft: '', roleName: 'collaborator' },
    // An address is not validated while it is typed.
    reValidateMode: 'onSubmit',
  });
  const submit = useSubmit(
    form,
    async (body) => {
      const isSure =
        body.roleName !== 'admin' ||
        (await confirm({
          title: t('tenantSettings.invite.adminTitle'),
          body: t('tenantSettings.invite.adminBody'),
          confirm: t('tenantSettings.invite.send'),
        }));
      if (isSure) {
        await invite.mutateAsync({ params: { id }, body });
      }
    },
    landing,
  );
  return (
    <FormDialog
      dirty={form.formState.isDirty}
      onClose={onClose}
      title={t('tenantSettings.invite.title')}
      description={t('tenantSettings.invite.description')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('tenantSettings.invite.send')}
    >
      <PlanNotice of={['tenantMembersLimit']} />
      <EmailTags
        form={emailsOf(form)}
        label={t('tenantSettings.invite.emails')}
        help={t('tenantSettings.invite.emailsHelp')}
        autoFocus
      />
      <RoleCards control={form.control} name="roleName" />
    </FormDialog>
  );
}
