import { type PersonalAccessToken, personalAccessTokensApi } from '@postern/contracts/access/personal-access-tokens';
import type { User } from '@postern/contracts/people/users';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { AddSecretButton, SecretMenu, SecretTable } from '#platform/detail/secret-table.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import classes from '../user-details.module.css';
import { CreateTokenDialog } from './create-token-dialog.tsx';
import { RenameTokenDialog } from './rename-token-dialog.tsx';

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
