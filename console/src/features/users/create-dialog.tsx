import { Button } from '@mantine/core';
import { CreateUser, type User, usersApi } from '@postern/contracts/users';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useWrite } from '#platform/client/use-write.ts';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { FieldError } from '#platform/form/field-error.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { useGo } from '#platform/router/links.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { generatePassword } from './generate-password.ts';
import { hasIdentifier, identifierCodes, identifierFields } from './identifier-fields.ts';
import { IdentifierInputs } from './identifier-inputs.tsx';
import { labelOf } from './label.ts';
import { NewPassword } from './new-password.tsx';
import { userSettingsPath, usersPath } from './paths.ts';
import classes from './users.module.css';

const CreateForm = z.object({ ...identifierFields, name: CreateUser.shape.name.unwrap() });

const fields = ['primaryEmail', 'primaryPhone', 'username', 'name'] as const;
const landing = { codes: identifierCodes, field: (path: string) => fields.find((field) => field === path) };

type Created = { user: User; password: string | undefined };

/** A page of its own over the list. The dialog stays and shows the generated password when the user is there. */
export function CreateDialog() {
  const { t } = useTranslation();
  const go = useGo();
  const { name = '', email = '', ...search }: { name?: string; email?: string } = useSearch({ strict: false });
  const [created, setCreated] = useState<Created>();
  const create = useWrite(usersApi.create, {
    quiet: true,
    onDone: (user, { body }) => setCreated({ user, password: body.password }),
  });
  const form = useForm({
    resolver: schemaResolver(CreateForm),
    defaultValues: { primaryEmail: email, primaryPhone: '', username: '', name },
  });
  const submit = useSubmit(
    form,
    async (values) => {
      if (!hasIdentifier(values)) {
        form.setError('root', { type: 'missing', message: t('users.fields.oneMissing') });
        form.setFocus('primaryEmail');
        return;
      }
      const given = Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''));
      await create.mutateAsync({ body: { ...given, password: generatePassword() } });
    },
    landing,
  );
  const close = () =>
    created ? void go(userSettingsPath, { id: created.user.id }) : void go(usersPath, {}, { search });
  if (created) {
    return (
      <DialogFrame
        opened
        sticky
        size="small"
        onClose={close}
        title={t('users.form.created')}
        description={t('users.password.newBody', { name: labelOf(created.user) })}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          close();
        }}
        footer={<Button type="submit">{t('users.password.done')}</Button>}
      >
        <NewPassword password={created.password ?? ''} />
      </DialogFrame>
    );
  }
  const missing = form.formState.errors.root?.message;
  return (
    <DialogFrame
      opened
      size="small"
      onClose={close}
      title={t('users.create')}
      description={t('users.form.help')}
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={close}>
            {t('actions.cancel')}
          </Button>
          <BusyButton type="submit" busy={form.formState.isSubmitting}>
            {t('users.create')}
          </BusyButton>
        </>
      }
    >
      <IdentifierInputs control={form.control} autoFocus />
      {missing ? (
        <div className={classes.missing} role="alert">
          <FieldError message={missing} />
        </div>
      ) : (
        <p className={classes.rule}>{t('users.fields.oneNeeded')}</p>
      )}
      <TextField
        control={form.control}
        name="name"
        label={t('users.fields.name')}
        placeholder="Maya Lindqvist"
        optional
      />
    </DialogFrame>
  );
}
