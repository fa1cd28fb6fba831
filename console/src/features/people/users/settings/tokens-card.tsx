import {
  CreatePersonalAccessToken,
  type PersonalAccessToken,
  personalAccessTokensApi,
} from '@postern/contracts/access/personal-access-tokens';
import type { User } from '@postern/contracts/people/users';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { AddSecretButton, SecretMenu, SecretTable } from '#platform/detail/secret-table.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { expiryOf, lifetimes } from '#platform/form/lifetime.ts';
import { LifetimeField } from '#platform/form/lifetime-field.tsx';
import { RenameDialog } from '#platform/form/rename-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import classes from '../user-details.module.css';

type Open = { kind: 'create' } | { kind: 'rename'; token: PersonalAccessToken };

/** Personal access tokens of the user. */
export function TokensCard({ user }: { user: User }) {
  const { t } = useTranslation();
  const read = useRead(personalAccessTokensApi.list, { params: { userId: user.id } }, { quiet: true });
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <FormCard title={t('userDetails.tokens.title')} help={t('userDetails.tokens.help')}>
      <div className={classes.list}>
        <SecretTable
          read={read}
          words={{
            label: t('userDetails.tokens.title'),
            name: t('userDetails.tokens.name'),
            value: t('userDetails.tokens.value'),
            expires: t('userDetails.tokens.expires'),
            none: t('userDetails.tokens.none'),
            what: (name) => t('userDetails.tokens.what', { name }),
          }}
          menu={(token) => <TokenMenu token={token} onRename={() => setOpen({ kind: 'rename', token })} />}
        />
        <div>
          <AddSecretButton onClick={() => setOpen({ kind: 'create' })}>{t('userDetails.tokens.new')}</AddSecretButton>
        </div>
      </div>
      {open?.kind === 'create' && <CreateTokenDialog userId={user.id} onClose={close} />}
      {open?.kind === 'rename' && <RenameTokenDialog token={open.token} onClose={close} />}
    </FormCard>
  );
}

function TokenMenu({ token, onRename }: { token: PersonalAccessToken; onRename: () => void }) {
  const { t } = useTranslation();
  const { name, userId } = token;
  const remove = useWrite(personalAccessTokensApi.removeByBody, {
    onDone: () => showSuccess(t('userDetails.tokens.deleted')),
  });
  return (
    <SecretMenu
      name={name}
      rename={t('userDetails.tokens.rename')}
      question={{ title: t('userDetails.tokens.deleteTitle', { name }), body: t('userDetails.tokens.deleteBody') }}
      onRename={onRename}
      onDelete={() => remove.mutate({ params: { userId }, body: { name } })}
    />
  );
}

const TokenForm = z.object({ name: CreatePersonalAccessToken.shape.name, lifetime: z.enum(lifetimes) });
const tokenLanding = {
  codes: { 'user.personal_access_token_name_exists': 'name' },
  field: () => 'name' as const,
} as const;

function CreateTokenDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const create = useWrite(personalAccessTokensApi.create, { quiet: true, onDone: onClose });
  const form = useForm<z.infer<typeof TokenForm>>({
    resolver: schemaResolver(TokenForm),
    defaultValues: { name: '', lifetime: '30' },
  });
  const submit = useSubmit(
    form,
    async ({ name, lifetime }) => {
      await create.mutateAsync({ params: { userId }, body: { name, expiresAt: expiryOf(lifetime) } });
      showSuccess(t('userDetails.tokens.created'));
    },
    tokenLanding,
  );
  return (
    <FormDialog
      size="small"
      onClose={onClose}
      title={t('userDetails.tokens.new')}
      description={t('userDetails.tokens.createHelp')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('userDetails.tokens.submit')}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('userDetails.tokens.name')}
        placeholder={t('userDetails.tokens.namePlaceholder')}
        autoFocus
      />
      <LifetimeField value={form.watch('lifetime')} onChange={(value) => form.setValue('lifetime', value)} />
    </FormDialog>
  );
}

const RenameForm = CreatePersonalAccessToken.pick({ name: true });

function RenameTokenDialog({ token, onClose }: { token: PersonalAccessToken; onClose: () => void }) {
  const { t } = useTranslation();
  // A name may contain a slash, which is not allowed in a path.
  const rename = useWrite(personalAccessTokensApi.renameByBody, { quiet: true, onDone: onClose });
  return (
    <RenameDialog
      title={t('userDetails.tokens.renameTitle')}
      label={t('userDetails.tokens.name')}
      name={token.name}
      schema={RenameForm}
      landing={tokenLanding}
      rename={async (name) => {
        await rename.mutateAsync({ params: { userId: token.userId }, body: { currentName: token.name, name } });
        showSuccess(t('userDetails.tokens.renamed'));
      }}
      onClose={onClose}
    />
  );
}
