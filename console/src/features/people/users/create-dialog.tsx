import { CreateUser, type User, usersApi } from '@postern/contracts/people/users';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { userSettingsPath, usersPath } from '#paths/users.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { DialogButtons } from '#platform/feedback/dialog-buttons.tsx';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { FieldError } from '#platform/form/field-error.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { useGo } from '#platform/router/links.ts';
import { generatePassword } from './generate-password.ts';
import { hasIdentifier, identifierCodes, identifierFields } from './identifier-fields.ts';
import { IdentifierInputs } from './identifier-inputs.tsx';
import { newPasswordFrame } from './password.tsx';
import { labelOf } from './shared/label.ts';
import classes from './users.module.css';

const CreateForm = z.object({ ...identifierFields, name: CreateUser.shape.name.unwrap() });

const landing = { codes: identifierCodes, field: (path: string) => CreateForm.keyof().safeParse(path).data };

type Created = { user: User; password: string };

/** A separate route over the list. The same dialog then shows the generated password, so that nothing flickers. */
export function CreateDialog() {
  const { t } = useTranslation();
  const go = useGo();
  const { name, email, ...search }: { name?: string; email?: string } = useSearch({ strict: false });
  const [created, setCreated] = useState<Created>();
  const { form, submit } = useCreateForm({ name, email }, setCreated);
  if (created) {
    const { user, password } = created;
    const onClose = () => void go(userSettingsPath, { id: user.id });
    return (
      <DialogFrame {...newPasswordFrame({ title: t('users.form.created'), name: labelOf(user), password, onClose })} />
    );
  }
  const close = () => void go(usersPath, {}, { search });
  return (
    <DialogFrame
      opened
      size="small"
      onClose={close}
      title={t('users.create')}
      description={t('users.form.help')}
      onSubmit={submit}
      footer={
        <DialogButtons onCancel={close} busy={form.formState.isSubmitting}>
          {t('users.create')}
        </DialogButtons>
      }
    >
      <IdentifierInputs control={form.control} autoFocus />
      <Rule missing={form.formState.errors.root !== undefined && !hasIdentifier(form.watch())} />
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

function useCreateForm(given: { name?: string; email?: string }, onCreated: (created: Created) => void) {
  const create = useWrite(usersApi.create, {
    quiet: true,
    // Runs before the list is refreshed: the password must be shown even if the refresh fails.
    onDone: (user, { body }) => onCreated({ user, password: body.password ?? '' }),
  });
  const form = useForm({
    resolver: schemaResolver(CreateForm),
    defaultValues: { primaryEmail: given.email ?? '', primaryPhone: '', username: '', name: given.name ?? '' },
  });
  const submit = useSubmit(
    form,
    async (values) => {
      if (!hasIdentifier(values)) {
        form.setError('root', { type: 'missing' });
        form.setFocus('primaryEmail');
        return;
      }
      const filled = Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''));
      await create.mutateAsync({ body: { ...filled, password: generatePassword() } });
    },
    landing,
  );
  return { form, submit };
}

/** The shared rule of the three identifiers; when broken, it becomes the error in the same place. */
function Rule({ missing }: { missing: boolean }) {
  const { t } = useTranslation();
  return missing ? (
    <div className={classes.missing} role="alert">
      <FieldError message={t('users.fields.oneMissing')} />
    </div>
  ) : (
    <p className={classes.rule}>{t('users.fields.oneNeeded')}</p>
  );
}
