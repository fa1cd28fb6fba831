import { Button } from '@mantine/core';
import type { Connector } from '@postern/contracts/messages/connectors';
import { type EnterpriseTokenSecret, type SocialTokenSecret, secretsApi } from '@postern/contracts/people/secrets';
import { usersApi } from '@postern/contracts/people/users';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { CardTableNote } from '#platform/detail/card-table.tsx';
import { DangerRow, FormCard } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { Tag } from '#platform/ui/tag.tsx';
import classes from '../user-details.module.css';
import { TokenStatusTag, tokenStatusOf } from './token-status.tsx';

type Secret = SocialTokenSecret | EnterpriseTokenSecret;
type TokenStorageCardProps = {
  /** The provider of the account. */
  name: string;
  /** Its connectors; none if they were deleted. */
  connectors: readonly Pick<Connector, 'enableTokenStorage'>[];
  secret: Secret | undefined;
  /** A link to the settings of the connector. */
  link: ReactNode;
};

/** Whether provider tokens are stored, and their metadata; never the tokens themselves. */
export function TokenStorageCard({ name, connectors, secret, link }: TokenStorageCardProps) {
  const { t } = useTranslation();
  const [connector] = connectors;
  const status = tokenStatusOf(secret, connectors);
  return (
    <FormCard title={t('userDetails.storage.title')} help={t('userDetails.storage.help')} link={link}>
      <div>
        <div className={classes.status}>
          <TokenStatusTag status={status} />
        </div>
        {secret ? (
          <Facts secret={secret} />
        ) : (
          <CardTableNote>
            {t(
              connector ? `userDetails.storage.${status === 'none' ? 'none' : 'inactive'}` : 'userDetails.storage.gone',
            )}
          </CardTableNote>
        )}
      </div>
      {secret && <DeleteTokens secret={secret} name={name} />}
    </FormCard>
  );
}

function Facts({ secret }: { secret: Secret }) {
  const { t } = useTranslation();
  const { moment } = useFormat();
  const { scope, expiresAt, hasRefreshToken } = secret.metadata;
  const scopes = scope?.split(/[\s,]+/).filter(Boolean) ?? [];
  return (
    <>
      <KeyValues
        rows={[
          { label: t('userDetails.storage.created'), value: moment(secret.createdAt), plain: true },
          { label: t('userDetails.storage.updated'), value: moment(secret.updatedAt), plain: true },
          {
            label: t('userDetails.storage.expires'),
            value: expiresAt === undefined ? t('userDetails.storage.unknown') : moment(expiresAt * 1000),
            plain: true,
          },
          {
            label: t('userDetails.storage.refresh'),
            value: t(hasRefreshToken ? 'userDetails.storage.hasRefresh' : 'userDetails.storage.noRefresh'),
            plain: true,
          },
        ]}
      />
      <div className={classes.scopes}>
        <span>{t('userDetails.storage.scopes')}</span>
        {scopes.length > 0 ? scopes.map((one) => <Tag key={one}>{one}</Tag>) : t('userDetails.storage.unknown')}
      </div>
    </>
  );
}

function DeleteTokens({ secret, name }: { secret: Secret; name: string }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const remove = useWrite(secretsApi.remove, {
    onDone: async () => {
      showSuccess(t('userDetails.storage.deleted'));
      // Identities include their tokens and are read with the users.
      await queryClient.invalidateQueries({ queryKey: [usersApi.get.tag] });
    },
  });
  const ask = async () => {
    const confirmed = await confirm({
      title: t('userDetails.storage.deleteTitle', { name }),
      body: t('userDetails.storage.deleteBody'),
      confirm: t('userDetails.storage.delete'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { id: secret.id } });
    }
  };
  return (
    <DangerRow
      title={t('userDetails.storage.delete')}
      help={t('userDetails.storage.deleteBody')}
      action={
        <Button variant="danger" onClick={() => void ask()}>
          {t('userDetails.storage.delete')}
        </Button>
      }
    />
  );
}
