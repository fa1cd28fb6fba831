import { Button } from '@mantine/core';
import {
  administratorInvitationsApi,
  CreateAdministratorInvitation,
  type NewAdministratorInvitation,
} from '@postern/contracts/people/administrators';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useWrite } from '#platform/client/use-write.ts';
import { ShownOnce } from '#platform/detail/shown-once.tsx';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { RoleCards } from './role-cards.tsx';

const landing = {
  codes: {
    'tenant.already_member': 'email',
    'tenant.invitation_pending': 'email',
    'user.email_already_in_use': 'email',
  },
} as const;

/** Asks for an address and a role, then shows the link. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<NewAdministratorInvitation>();
  return made ? <LinkDialog invitation={made} onClose={onClose} /> : <AskDialog onMade={setMade} onClose={onClose} />;
}

type AskDialogProps = { onMade: (invitation: NewAdministratorInvitation) => void; onClose: () => void };

function AskDialog({ onMade, onClose }: AskDialogProps) {
  const { t } = useTranslation();
  const invite = useWrite(administratorInvitationsApi.create, { quiet: true, onDone: onMade });
  const form = useForm<z.input<typeof CreateAdministratorInvitation>, unknown, CreateAdministratorInvitation>({
    resolver: schemaResolver(CreateAdministratorInvitation),
    defaultValues: { email: '', role: 'reader' },
  });
  const submit = useSubmit(form, (body) => invite.mutateAsync({ body }), landing);
  return (
    <FormDialog
      dirty={form.formState.isDirty}
      onClose={onClose}
      title={t('administrators.invite')}
      description={t('administrators.inviteHelp')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('administrators.createLink')}
    >
      <TextField
        control={form.control}
        name="email"
        label={t('tenantSettings.members.columns.email')}
        inputMode="email"
        autoFocus
      />
      <RoleCards control={form.control} name="role" />
    </FormDialog>
  );
}

type LinkDialogProps = { invitation: NewAdministratorInvitation; onClose: () => void };

function LinkDialog({ invitation: { email, url, isSent }, onClose }: LinkDialogProps) {
  const { t } = useTranslation();
  return (
    <DialogFrame
      opened
      sticky
      size="wide"
      onClose={onClose}
      title={t('administrators.link')}
      description={t(isSent ? 'administrators.linkSent' : 'administrators.linkNotSent', { email })}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      footer={<Button type="submit">{t('actions.close')}</Button>}
    >
      <ShownOnce
        label={t('administrators.link')}
        value={url}
        copy={t('tenantSettings.invitations.copyLink')}
        note={t('administrators.once')}
      />
    </DialogFrame>
  );
}
