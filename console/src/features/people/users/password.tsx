import { Button } from '@mantine/core';
import { type User, usersApi } from '@postern/contracts/people/users';
import i18next from 'i18next';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useWrite } from '#platform/client/use-write.ts';
import { ShownOnce } from '#platform/detail/shown-once.tsx';
import { DialogButtons } from '#platform/feedback/dialog-buttons.tsx';
import { DialogFrame, type DialogFrameProps } from '#platform/feedback/dialog-frame.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { PasswordField } from '#platform/form/password-field.tsx';
import { RadioCards } from '#platform/form/radio-cards.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { generatePassword } from './generate-password.ts';
import { labelOf } from './shared/label.ts';

const PasswordForm = z
  .object({ how: z.enum(['generate', 'own']), password: z.string().max(256) })
  .refine(({ how, password }) => how === 'generate' || password !== '', {
    path: ['password'],
    error: () => i18next.t('fields.required'),
  });

/** Sets a generated or given password. A generated one is shown once, in the same dialog. */
export function PasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation();
  const [generated, setGenerated] = useState<string>();
  const { form, submit } = usePasswordForm(user, setGenerated, onClose);
  const name = labelOf(user);
  const isNew = !user.hasPassword;
  if (generated !== undefined) {
    return (
      <DialogFrame {...newPasswordFrame({ title: t('users.password.newTitle'), name, password: generated, onClose })} />
    );
  }
  return (
    <DialogFrame
      opened
      size="small"
      onClose={onClose}
      title={t(isNew ? 'users.password.giveTitle' : 'users.password.resetTitle', { name })}
      description={isNew ? undefined : t('users.password.resetBody')}
      onSubmit={(event) => {
        event.stopPropagation();
        void submit(event);
      }}
      footer={
        <DialogButtons onCancel={onClose} busy={form.formState.isSubmitting}>
          {t(isNew ? 'users.password.give' : 'users.password.reset')}
        </DialogButtons>
      }
    >
      <RadioCards
        control={form.control}
        name="how"
        label={t('users.password.how')}
        missing={t('fields.required')}
        choices={[
          { value: 'generate', label: t('users.password.generate'), help: t('users.password.generateHelp') },
          { value: 'own', label: t('users.password.own'), help: t('users.password.ownHelp') },
        ]}
        autoFocus
      />
      {form.watch('how') === 'own' && (
        <PasswordField
          control={form.control}
          name="password"
          label={t('users.password.newTitle')}
          help={t('users.password.noPolicy')}
        />
      )}
    </DialogFrame>
  );
}

function usePasswordForm(user: User, onGenerated: (password: string) => void, onClose: () => void) {
  const { t } = useTranslation();
  const form = useForm<z.infer<typeof PasswordForm>>({
    resolver: schemaResolver(PasswordForm),
    defaultValues: { how: 'generate', password: '' },
  });
  const write = useWrite(usersApi.setPassword, {
    quiet: true,
    // Runs before the page is refreshed: a generated password must be shown even if the refresh fails.
    onDone: (_user, { body }) => {
      if (form.getValues('how') === 'generate') {
        onGenerated(body.password);
        return;
      }
      onClose();
      showSuccess(t('users.password.changed', { name: labelOf(user) }));
    },
  });
  const submit = useSubmit(
    form,
    ({ how, password }) =>
      write.mutateAsync({
        params: { userId: user.id },
        body: { password: how === 'generate' ? generatePassword() : password },
      }),
    landing,
  );
  return { form, submit };
}

const landing = { field: () => 'password' as const };

type NewPasswordProps = { title: string; name: string; password: string; onClose: () => void };

/** Dialog content that shows a generated password once; also replaces a form in an open dialog. */
export function newPasswordFrame({ title, name, password, onClose }: NewPasswordProps): DialogFrameProps {
  return {
    opened: true,
    sticky: true,
    size: 'small',
    title,
    description: i18next.t('users.password.newBody', { name }),
    onClose,
    onSubmit: (event) => {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    },
    footer: <Button type="submit">{i18next.t('users.password.done')}</Button>,
    children: <NewPassword password={password} />,
  };
}

function NewPassword({ password }: { password: string }) {
  const { t } = useTranslation();
  return (
    <ShownOnce
      label={t('users.password.title')}
      value={password}
      copy={t('users.password.copy')}
      note={t('users.password.once')}
      isShort
    />
  );
}
