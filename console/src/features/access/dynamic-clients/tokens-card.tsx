import {
  dynamicClientsApi,
  type InitialAccessToken,
  maxInitialAccessTokens,
} from '@postern/contracts/access/dynamic-clients';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { CardTable, CardTableNote } from '#platform/detail/card-table.tsx';
import { Cards } from '#platform/detail/cards.tsx';
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

/** The tokens with which programs register. A new one is shown once. */
export function TokensCard() {
  const { t } = useTranslation();
  const read = useRead(dynamicClientsApi.listTokens, {}, { quiet: true });
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState<string>();
  const mayCreate = read.data !== undefined && read.data.length < maxInitialAccessTokens;
  return (
    <Cards>
      <ListCard
        title={t('dynamicClients.tokens.title')}
        help={t('dynamicClients.tokens.help')}
        action={
          mayCreate && (
            <AddSecretButton onClick={() => setOpen(true)}>{t('dynamicClients.tokens.create')}</AddSecretButton>
          )
        }
      >
        <TokenTable read={read} />
        {isOpen && (
          <CreateTokenDialog
            onClose={() => setOpen(false)}
            onCreated={(value) => {
              setOpen(false);
              setShown(value);
            }}
          />
        )}
        {shown && (
          <TokenDialog
            words={{
              title: t('dynamicClients.tokens.shownTitle'),
              help: t('dynamicClients.tokens.shownHelp'),
              value: t('dynamicClients.tokens.value'),
              done: t('dynamicClients.tokens.done'),
            }}
            value={shown}
            onClose={() => setShown(undefined)}
          />
        )}
      </ListCard>
    </Cards>
  );
}

type Read = { data: readonly InitialAccessToken[] | undefined; error: unknown; refetch: () => unknown };

function TokenTable({ read }: { read: Read }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (read.error && !read.data) {
    return <ReadFailed {...read} />;
  }
  if (read.data?.length === 0) {
    return <CardTableNote>{t('dynamicClients.tokens.none')}</CardTableNote>;
  }
  return (
    <CardTable
      label={t('dynamicClients.tokens.title')}
      rows={read.data}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'name',
          title: t('dynamicClients.tokens.name'),
          width: '40%',
          cell: ({ name }) => (
            <div className="truncate" title={name}>
              {name}
            </div>
          ),
        },
        {
          id: 'uses',
          title: t('dynamicClients.tokens.uses'),
          isLabeled: true,
          cell: ({ uses, maxUses: max }) =>
            max === null ? number(uses) : t('dynamicClients.tokens.usedOf', { uses, max }),
        },
        {
          id: 'expires',
          title: t('dynamicClients.tokens.expires'),
          isLabeled: true,
          cell: ({ expiresAt }) => <Expiry expiresAt={expiresAt} />,
        },
      ]}
      menu={(token) => <TokenMenu token={token} />}
    />
  );
}

function TokenMenu({ token: { id, name } }: { token: InitialAccessToken }) {
  const { t } = useTranslation();
  const remove = useWrite(dynamicClientsApi.removeToken, {
    onDone: () => showSuccess(t('dynamicClients.tokens.deleted')),
  });
  return (
    <DeleteMenu
      name={name}
      question={{
        title: t('dynamicClients.tokens.deleteTitle', { name }),
        body: t('dynamicClients.tokens.deleteBody'),
      }}
      onDelete={() => remove.mutate({ params: { id } })}
    />
  );
}

const tokenForm = (t: TFunction) =>
  z.object({
    name: z.string().trim().min(1).max(128),
    maxUses: z
      .string()
      .trim()
      .refine((text) => text === '' || (/^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= 1_000_000), {
        error: t('dynamicClients.tokens.maxWrong'),
      }),
    lifetime: z.enum(lifetimes),
  });
type TokenValues = z.infer<ReturnType<typeof tokenForm>>;
const landing = { field: () => 'name' as const };

function CreateTokenDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (value: string) => void }) {
  const { t } = useTranslation();
  const create = useWrite(dynamicClientsApi.createToken, { quiet: true });
  const resolver = useMemo(() => schemaResolver(tokenForm(t)), [t]);
  const form = useForm<TokenValues>({ resolver, defaultValues: { name: '', maxUses: '', lifetime: neverExpires } });
  const submit = useSubmit(
    form,
    async ({ name, maxUses, lifetime }) => {
      const body = { name, maxUses: maxUses === '' ? null : Number(maxUses), expiresAt: expiryOf(lifetime) ?? null };
      onCreated((await create.mutateAsync({ body })).value);
    },
    landing,
  );
  return (
    <FormDialog
      size="small"
      onClose={onClose}
      title={t('dynamicClients.tokens.create')}
      description={t('dynamicClients.tokens.createHelp')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('dynamicClients.tokens.create')}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('dynamicClients.tokens.name')}
        placeholder={t('dynamicClients.tokens.namePlaceholder')}
        autoFocus
      />
      <TextField
        control={form.control}
        name="maxUses"
        label={t('dynamicClients.tokens.max')}
        help={t('dynamicClients.tokens.maxHelp')}
        inputMode="numeric"
        optional
      />
      <LifetimeField value={form.watch('lifetime')} onChange={(value) => form.setValue('lifetime', value)} />
    </FormDialog>
  );
}
