import { Button, Menu } from '@mantine/core';
import { type PersonalAccessToken, personalAccessTokensApi } from '@postern/contracts/access/personal-access-tokens';
import type { User } from '@postern/contracts/people/users';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import type { CardColumn } from '#platform/detail/card-table.tsx';
import { FormCard } from '#platform/detail/form-card.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { Expiry, SecretValue } from '#platform/ui/secret-value.tsx';
import { CardList } from '../shared/card-list.tsx';
import { CreateTokenDialog } from './create-token-dialog.tsx';
import { RenameTokenDialog } from './rename-token-dialog.tsx';

type Open = { kind: 'create' } | { kind: 'rename'; token: PersonalAccessToken };

/** Tokens by which programs act for the user. */
export function TokensCard({ user }: { user: User }) {
  const { t } = useTranslation();
  const read = useRead(personalAccessTokensApi.list, { params: { userId: user.id } }, { quiet: true });
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <FormCard title={t('userDetails.tokens.title')} help={t('userDetails.tokens.help')}>
      <CardList
        label={t('userDetails.tokens.title')}
        read={read}
        none={t('userDetails.tokens.none')}
        rowKey={({ name }) => name}
        columns={useColumns()}
        menu={(token) => <TokenMenu token={token} onRename={() => setOpen({ kind: 'rename', token })} />}
        add={
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
            onClick={() => setOpen({ kind: 'create' })}
          >
            {t('userDetails.tokens.new')}
          </Button>
        }
      />
      {open?.kind === 'create' && <CreateTokenDialog userId={user.id} onClose={close} />}
      {open?.kind === 'rename' && <RenameTokenDialog token={open.token} onClose={close} />}
    </FormCard>
  );
}

function useColumns(): CardColumn<PersonalAccessToken>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'name',
      title: t('userDetails.tokens.name'),
      width: '26%',
      cell: ({ name }) => (
        <div className="truncate" title={name}>
          {name}
        </div>
      ),
    },
    {
      id: 'value',
      title: t('userDetails.tokens.value'),
      cell: (token) => <SecretValue what={t('userDetails.tokens.what', { name: token.name })} {...token} />,
    },
    {
      id: 'expires',
      title: t('userDetails.tokens.expires'),
      width: '28%',
      cell: ({ expiresAt }) => <Expiry expiresAt={expiresAt} />,
    },
  ];
}

function TokenMenu({ token, onRename }: { token: PersonalAccessToken; onRename: () => void }) {
  const { t } = useTranslation();
  const { name, userId } = token;
  const remove = useWrite(personalAccessTokensApi.removeByBody, {
    onDone: () => showSuccess(t('userDetails.tokens.deleted')),
  });
  const ask = async () => {
    const confirmed = await confirm({
      title: t('userDetails.tokens.deleteTitle', { name }),
      body: t('userDetails.tokens.deleteBody'),
      confirm: t('actions.delete'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { userId }, body: { name } });
    }
  };
  return (
    <MoreMenu name={name}>
      <Menu.Item leftSection={<IconPencil size={18} stroke={1.5} />} onClick={onRename}>
        {t('userDetails.tokens.rename')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item data-danger leftSection={<IconTrash size={18} stroke={1.5} />} onClick={() => void ask()}>
        {t('actions.delete')}
      </Menu.Item>
    </MoreMenu>
  );
}
