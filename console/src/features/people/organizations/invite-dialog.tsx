import { Select } from '@mantine/core';
import type { Organization } from '@postern/contracts/access/organization';
import { organizationInvitationsApi } from '@postern/contracts/people/organization-invitations';
import i18next from 'i18next';
import { useState } from 'react';
import { type Control, useController, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { optionalWebUrl } from '#features/access/applications/shared/looks.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { failureMessage } from '#platform/client/show-failure.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { EmailTags } from '#platform/emails/email-tags.tsx';
import { inviteesProblem } from '#platform/emails/invitees.ts';
import { mergeEmails, parseEmails } from '#platform/emails/parse-emails.ts';
import { emailsOf } from '#platform/emails/use-email-tags.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import type { PickItem } from '#platform/pick/pick-item.ts';
import { useTenantId } from '#platform/tenant.ts';
import { messageOf } from './invitation-message.ts';
import { isTaken } from './is-taken.ts';
import { RolePicker } from './role-picker.tsx';

/** Offered lifetimes of an invitation, in days. */
const lifetimes = ['1', '3', '7', '14', '30', '90'] as const;

const expiryOf = (days: string) => Date.now() + Number(days) * 86_400_000;

/** Text left in the field on submit is added as an address. */
const Form = z
  .object({
    emails: z.array(z.string()),
    draft: z.string(),
    days: z.enum(lifetimes),
    sends: z.boolean(),
    link: optionalWebUrl,
  })
  .superRefine(({ emails, draft }, context) => {
    const isEmpty = emails.length === 0 && draft.trim() === '';
    const message = isEmpty ? i18next.t('organizations.invitations.missing') : inviteesProblem(emails, draft);
    if (message) {
      context.addIssue({ code: 'custom', path: ['draft'], message });
    }
  })
  .transform(({ emails, draft, ...rest }) => ({ ...rest, invitees: mergeEmails(emails, parseEmails(draft).emails) }));
type Values = z.input<typeof Form>;
type Output = z.output<typeof Form>;

const resolver = schemaResolver(Form);

/** Reasons that concern one address; with any other, the next address would fail too. */
const isAboutAddress = (error: unknown) => error instanceof RequestError && error.status === 422;

type InviteDialogProps = { organization: Organization; onClose: () => void };

/** Invites people by address, all with the same roles. Addresses that fail stay in the field. */
export function InviteDialog({ organization, onClose }: InviteDialogProps) {
  const { t } = useTranslation();
  const tenantId = useTenantId();
  const [roles, setRoles] = useState<readonly PickItem[]>([]);
  const create = useWrite(organizationInvitationsApi.create, { quiet: true });
  const form = useForm<Values, unknown, Output>({
    resolver,
    defaultValues: { emails: [], draft: '', days: '7', sends: true, link: '' },
    // An address is not validated while it is typed.
    reValidateMode: 'onSubmit',
  });
  const inviteOne = (invitee: string, { days, sends, link }: Output) =>
    create.mutateAsync({
      body: {
        organizationId: organization.id,
        invitee,
        expiresAt: expiryOf(days),
        organizationRoleIds: roles.map(({ id }) => id),
        messagePayload: sends && messageOf(tenantId, link),
      },
    });
  const submit = useSubmit(form, async (values) => {
    const failed: { email: string; error: unknown }[] = [];
    for (const [index, email] of values.invitees.entries()) {
      try {
        await inviteOne(email, values);
      } catch (error) {
        if (!isAboutAddress(error)) {
          form.setValue('emails', [...failed.map((one) => one.email), ...values.invitees.slice(index)]);
          form.setValue('draft', '');
          throw error;
        }
        failed.push({ email, error });
      }
    }
    const count = values.invitees.length - failed.length;
    if (count > 0) {
      showSuccess(t(values.sends ? 'organizations.invitations.sent' : 'organizations.invitations.created', { count }));
    }
    const [first] = failed;
    if (!first) {
      onClose();
      return;
    }
    form.setValue(
      'emails',
      failed.map(({ email }) => email),
    );
    form.setValue('draft', '');
    const { email, error } = first;
    const message = isTaken(error) ? t('organizations.invitations.taken', { email }) : failureMessage(error);
    form.setError('draft', { type: 'server', message }, { shouldFocus: true });
  });
  const sends = form.watch('sends');
  return (
    <FormDialog
      size="wide"
      dirty={form.formState.isDirty || roles.length > 0}
      onClose={onClose}
      title={t('organizations.invitations.inviteTitle', { name: organization.name })}
      description={t('organizations.invitations.inviteHelp')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t(sends ? 'organizations.invitations.send' : 'organizations.invitations.create')}
    >
      <EmailTags
        form={emailsOf(form)}
        label={t('organizations.invitations.emails')}
        help={t('organizations.invitations.emailsHelp')}
        autoFocus
      />
      <ExpiryField control={form.control} />
      <SwitchField
        control={form.control}
        name="sends"
        label={t('organizations.invitations.sends')}
        help={t('organizations.invitations.sendsHelp')}
      />
      {sends && (
        <TextField
          control={form.control}
          name="link"
          label={t('organizations.invitations.link')}
          help={t('organizations.invitations.linkHelp')}
          placeholder="https://app.example.com/join"
          inputMode="url"
          mono
          optional
        />
      )}
      <RolePicker kind="user" label={t('organizations.roles.forNew')} chosen={roles} onChange={setRoles} short />
    </FormDialog>
  );
}

function ExpiryField({ control }: { control: Control<Values, unknown, Output> }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const { field } = useController({ control, name: 'days' });
  return (
    <Select
      {...field}
      label={t('fields.lifetime.label')}
      description={t('fields.lifetime.expiresOn', { date: date(expiryOf(field.value)) })}
      data={lifetimes.map((days) => ({ value: days, label: t('fields.lifetime.days', { count: Number(days) }) }))}
      allowDeselect={false}
    />
  );
}
