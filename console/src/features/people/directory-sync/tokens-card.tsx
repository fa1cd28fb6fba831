import {
  CreateDirectoryToken,
  type DirectoryToken,
  directorySyncApi,
  maxDirectoryTokens,
  type NewDirectoryToken,
} from '@postern/contracts/people/directory-sync';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { CardTable, CardTableNote } from '#platform/detail/card-table.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import { AddSecretButton } from '#platform/detail/secret-table.tsx';
import { DeleteMenu, ReadFailed, TokenDialog } from '#platform/detail/token-parts.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { expiryOf, lifetimes, neverExpires } from '#platform/form/lifetime.ts';
import { LifetimeField } from '#platform/form/lifetime-field.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { Expiry } from '#platform/ui/secret-value.tsx';

type OfConnector = { connectorId: string };

const isValid = ({ expiresAt }: DirectoryToken) => expiresAt === null || expiresAt > Date.now();

/** The tokens of the directory. A new one is shown once. */
export function TokensCard({ connectorId }: OfConnector) {
  const { t } = useTranslation();
  const read = useRead(directorySyncApi.listTokens, { params: { id: connectorId } }, { quiet: true });
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState<NewDirectoryToken>();
  const mayCreate = read.data !== undefined && read.data.filter(isValid).length < maxDirectoryTokens;
  return (
    <ListCard
      title={t('directorySync.tokens.title')}
      help={t('directorySync.tokens.help')}
      action={
        mayCreate && <AddSecretButton onClick={() => setOpen(true)}>{t('directorySync.tokens.create')}</AddSecretButton>
      }
    >
      <TokenTable connectorId={connectorId} read={read} />
      {isOpen && (
        <CreateTokenDialog
          connectorId={connectorId}
          onClose={() => setOpen(false)}
          onCreated={(token) => {
            setOpen(false);
            setShown(token);
          }}
        />
      )}
      {shown && (
        <TokenDialog
          words={{
            title: t('directorySync.tokens.shownTitle'),
            help: t('directorySync.tokens.shownHelp'),
            value: t('directorySync.tokens.value'),
            done: t('directorySync.tokens.done'),
          }}
          value={shown.token}
          onClose={() => setShown(undefined)}
        />
      )}
    </ListCard>
  );
}

type Read = { data: readonly DirectoryToken[] | undefined; error: unknown; refetch: () => unknown };

function TokenTable({ connectorId, read }: OfConnector & { read: Read }) {
  const { t } = useTranslation();
  const { date, dateTime } = useFormat();
  if (read.error && !read.data) {
    return <ReadFailed {...read} />;
  }
  if (read.data?.length === 0) {
    return <CardTableNote>{t('directorySync.tokens.none')}</CardTableNote>;
  }
  return (
    <CardTable
      label={t('directorySync.tokens.title')}
      rows={read.data}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'name',
          title: t('directorySync.tokens.name'),
          width: '30%',
          cell: ({ name }) => (
            <div className="truncate" title={name}>
              {name}
            </div>
          ),
        },
        {
          id: 'created',
          title: t('directorySync.tokens.created'),
          isLabeled: true,
          cell: ({ createdAt }) => date(createdAt),
        },
        {
          id: 'used',
          title: t('directorySync.tokens.lastUsed'),
          isLabeled: true,
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('directorySync.tokens.unused') : dateTime(lastUsedAt)),
        },
        {
          id: 'expires',
          title: t('directorySync.tokens.expires'),
          isLabeled: true,
          cell: ({ expiresAt }) => <Expiry expiresAt={expiresAt} />,
        },
      ]}
      menu={(token) => <TokenMenu connectorId={connectorId} token={token} />}
    />
  );
}

function TokenMenu({ connectorId, token }: OfConnector & { token: DirectoryToken }) {
  const { t } = useTranslation();
  const { id: tokenId, name } = token;
  const remove = useWrite(directorySyncApi.removeToken, {
    onDone: () => showSuccess(t('directorySync.tokens.deleted')),
  });
  return (
    <DeleteMenu
      name={name}
      question={{ title: t('directorySync.tokens.deleteTitle', { name }), body: t('directorySync.tokens.deleteBody') }}
      onDelete={() => remove.mutate({ params: { id: connectorId, tokenId } })}
    />
  );
}

const TokenForm = z.object({ name: CreateDirectoryToken.shape.name, lifetime: z.enum(lifetimes) });
const landing = { field: () => 'name' as const };

type CreateProps = OfConnector & { onClose: () => void; onCreated: (token: NewDirectoryToken) => void };

function CreateTokenDialog({ connectorId, onClose, onCreated }: CreateProps) {
  const { t } = useTranslation();
  const create = useWrite(directorySyncApi.createToken, { quiet: true });
  const form = useForm<z.infer<typeof TokenForm>>({
    resolver: schemaResolver(TokenForm),
    defaultValues: { name: '', lifetime: neverExpires },
  });
  const submit = useSubmit(
    form,
    async ({ name, lifetime }) => {
      const body = { name, expiresAt: expiryOf(lifetime) };
      onCreated(await create.mutateAsync({ params: { id: connectorId }, body }));
    },
    landing,
  );
  return (
    <FormDialog
      size="small"
      onClose={onClose}
      title={t('directorySync.tokens.create')}
      description={t('directorySync.tokens.createHelp')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('directorySync.tokens.submit')}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('directorySync.tokens.name')}
        placeholder={t('directorySync.tokens.namePlaceholder')}
        autoFocus
      />
      <LifetimeField value={form.watch('lifetime')} onChange={(value) => form.setValue('lifetime', value)} />
    </FormDialog>
  );
}
