import { Button } from '@mantine/core';
import { type LockedIdentifier, throttleApi } from '@postern/contracts/operations/throttle';
import { IconLockOpen } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadPage } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { type CardColumn, CardTable } from '#platform/detail/card-table.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import { ReadFailed } from '#platform/detail/token-parts.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { CheckBox } from '#platform/form/check-box.tsx';
import { useReadView } from '#platform/form/read-view.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { IconButton } from '#platform/ui/icon-button.tsx';
import classes from '../security.module.css';
import { UnlockDialog } from './unlock-dialog.tsx';

/** The list shows one page: a tenant under attack is unlocked page by page. */
const shown = 100;
const refreshMs = 30_000;

/** Who is locked out, why and until when; unlocks one, some, or typed identifiers. */
export function LockedCard() {
  const { t } = useTranslation();
  const [isTyping, setTyping] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const read = useReadPage(
    throttleApi.list,
    { query: { page: '1', page_size: String(shown) } },
    { quiet: true, every: refreshMs },
  );
  const rows = read.data?.items;
  const ids = rows?.map(({ id }) => id).filter((id) => chosen.includes(id)) ?? [];
  const unlock = useWrite(throttleApi.unlockSome, {
    onDone: ({ unlocked }) => {
      setChosen([]);
      showSuccess(t('security.locked.unlocked', { count: unlocked }));
    },
  });
  const nameOf = useLockedName();
  const columns = useColumns(chosen, (id, isChosen) =>
    setChosen(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id)),
  );
  return (
    <ListCard
      title={t('security.locked.title')}
      help={t('security.locked.help')}
      action={
        <div className={classes.actions}>
          {ids.length > 0 && (
            <BusyButton busy={unlock.isPending} onClick={() => unlock.mutate({ body: { ids } })}>
              {t('security.locked.unlockSelected', { count: ids.length })}
            </BusyButton>
          )}
          <Button variant="default" onClick={() => setTyping(true)}>
            {t('security.locked.unlockTyped')}
          </Button>
        </div>
      }
    >
      {read.error && !rows ? (
        <ReadFailed {...read} />
      ) : (
        <CardTable
          live
          none={t('security.locked.none')}
          label={t('security.locked.title')}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          menu={(row) => (
            <IconButton
              label={t('security.locked.unlockOne', { identifier: nameOf(row) })}
              onClick={() => unlock.mutate({ body: { ids: [row.id] } })}
            >
              <IconLockOpen size={18} stroke={1.5} aria-hidden />
            </IconButton>
          )}
        />
      )}
      {read.data && read.data.total > shown && (
        <p className={classes.facts}>{t('security.locked.more', { shown, total: read.data.total })}</p>
      )}
      {isTyping && <UnlockDialog onClose={() => setTyping(false)} />}
    </ListCard>
  );
}

/** The identifier, or the second factor of a person. */
function useLockedName() {
  const { t } = useTranslation();
  return ({ id, identifier, factor }: LockedIdentifier) =>
    factor
      ? t(`security.locked.factors.${factor.type}`, { name: factor.userName ?? factor.userId })
      : (identifier ?? id);
}

function useColumns(
  chosen: readonly string[],
  onChoose: (id: string, isChosen: boolean) => void,
): CardColumn<LockedIdentifier>[] {
  const { t } = useTranslation();
  const { dateTime, relative } = useFormat();
  const nameOf = useLockedName();
  const isRead = useReadView();
  return [
    {
      id: 'identifier',
      title: t('security.locked.columns.identifier'),
      width: '40%',
      cell: (row) => {
        const label = row.identifier === null ? t('security.locked.unknown') : nameOf(row);
        const help = row.isKnownDevice ? t('security.locked.knownDevice') : undefined;
        return isRead ? (
          [label, help].filter(Boolean).join(' · ')
        ) : (
          <CheckBox
            checked={chosen.includes(row.id)}
            onCheck={(isChosen) => onChoose(row.id, isChosen)}
            label={label}
            {...(help ? { help } : {})}
          />
        );
      },
    },
    {
      id: 'reason',
      title: t('security.locked.columns.reason'),
      cell: ({ action, failures }) => t(`security.locked.reasons.${action}`, { count: failures }),
    },
    {
      id: 'since',
      title: t('security.locked.columns.since'),
      isLabeled: true,
      cell: ({ lockedAt }) => dateTime(lockedAt),
    },
    {
      id: 'until',
      title: t('security.locked.columns.until'),
      isLabeled: true,
      cell: ({ lockedUntil }) => <span title={relative(lockedUntil)}>{dateTime(lockedUntil)}</span>,
    },
  ];
}
