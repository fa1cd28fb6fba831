import { Button } from '@mantine/core';
import { type SigningKey, type SigningKeyType, signingKeysApi } from '@postern/contracts/access/signing-keys';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isOutOfReach } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { type CardColumn, CardTable } from '#platform/detail/card-table.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import { ReadFailed } from '#platform/detail/token-parts.tsx';
import { useTellOutOfReach } from '#platform/feedback/out-of-reach.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { CopyButton } from '#platform/ui/copy-button.tsx';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { useDeleteKey } from './delete.ts';
import { KeyStatus } from './key-status.tsx';
import classes from './signing-keys.module.css';

/** The maximum delay of a browser timer. */
const maxDelay = 2 ** 31 - 1;

/** A pending key becomes active automatically: refetch at that time. */
function useRefetchAtSwitch(keys: readonly SigningKey[] | undefined, refetch: () => unknown): void {
  const from = keys?.find(({ effectiveAt }) => effectiveAt !== undefined)?.effectiveAt;
  useEffect(() => {
    const delay = from === undefined ? maxDelay : from - Date.now() + 1000;
    if (delay >= maxDelay) {
      return;
    }
    const timer = setTimeout(refetch, Math.max(delay, 1000));
    return () => clearTimeout(timer);
  }, [from, refetch]);
}

/** Of the private keys only the previous one; of the cookie keys any but the last. */
const isDeletable = (keyType: SigningKeyType, { status }: SigningKey, keys: readonly SigningKey[]) =>
  keyType === 'private-keys' ? status === 'Previous' : keys.length > 1;

export function KeyCard({ keyType, onRotate }: { keyType: SigningKeyType; onRotate: () => void }) {
  const { t } = useTranslation();
  const read = useRead(signingKeysApi.list, { params: { keyType } });
  const remove = useDeleteKey(keyType);
  const columns = useColumns(keyType);
  useRefetchAtSwitch(read.data, read.refetch);
  useTellOutOfReach(!read.data && isOutOfReach(read.error));
  const title = t(`signingKeys.${keyType}.title`);
  return (
    <ListCard
      title={title}
      help={t(`signingKeys.${keyType}.help`)}
      action={
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} stroke={1.5} aria-hidden />}
          aria-label={t(`signingKeys.${keyType}.rotate`)}
          onClick={onRotate}
        >
          {t('signingKeys.rotate')}
        </Button>
      }
    >
      {read.error && !read.data ? (
        <ReadFailed {...read} />
      ) : (
        <CardTable
          label={title}
          columns={columns}
          rows={read.data}
          rowKey={({ id }) => id}
          menu={(key) =>
            isDeletable(keyType, key, read.data ?? []) && (
              <IconButton label={t('signingKeys.deleteWhat', { id: key.id })} onClick={() => void remove(key)}>
                <IconTrash size={18} stroke={1.5} aria-hidden />
              </IconButton>
            )
          }
        />
      )}
    </ListCard>
  );
}

function Copied({ text, label }: { text: string; label: string }) {
  return (
    <span className={classes.copied}>
      <code className="truncate" title={text}>
        {text}
      </code>
      <CopyButton value={text} label={label} />
    </span>
  );
}

function useColumns(keyType: SigningKeyType): CardColumn<SigningKey>[] {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const onlyPrivate: CardColumn<SigningKey>[] = [
    {
      id: 'algorithm',
      title: t('signingKeys.columns.algorithm'),
      width: '104px',
      isLabeled: true,
      cell: ({ signingKeyAlgorithm, companions = [] }) => (
        <>
          <span className={classes.line}>{signingKeyAlgorithm}</span>
          {companions.map(({ id, algorithm }) => (
            <span key={id} className={classes.line}>
              {t('signingKeys.companion', { algorithm })}
            </span>
          ))}
        </>
      ),
    },
    {
      id: 'fingerprint',
      title: t('signingKeys.columns.fingerprint'),
      cell: ({ fingerprint, companions = [] }) => (
        <>
          {fingerprint && <Copied text={fingerprint.sha256.formatted} label={t('signingKeys.copyFingerprint')} />}
          {companions.map(({ id, algorithm, fingerprint: { sha256 } }) => (
            <Copied key={id} text={sha256.formatted} label={t('signingKeys.copyCompanionFingerprint', { algorithm })} />
          ))}
        </>
      ),
    },
  ];
  return [
    {
      id: 'id',
      title: t('signingKeys.columns.id'),
      width: '22%',
      cell: ({ id }) => <Copied text={id} label={t('signingKeys.copyId')} />,
    },
    {
      id: 'status',
      title: t('signingKeys.columns.status'),
      width: '216px',
      cell: (key) => <KeyStatus signingKey={key} />,
    },
    ...(keyType === 'private-keys' ? onlyPrivate : []),
    {
      id: 'created',
      title: t('signingKeys.columns.created'),
      width: keyType === 'private-keys' ? '200px' : undefined,
      isLabeled: true,
      cell: ({ createdAt }) => <span className={classes.created}>{dateTime(createdAt)}</span>,
    },
  ];
}
