import { type UserApplicationGrant, type UserSession, userSessionsApi } from '@postern/contracts/people/user-sessions';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CardList } from '#features/people/users/shared/card-list.tsx';
import { useMomentText } from '#features/people/users/shared/moment-text.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import type { CardColumn } from '#platform/detail/card-table.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { nameApplication } from './name-application.ts';
import { useDeviceName } from './shared/device.tsx';
import classes from './user-sessions.module.css';

const shownScopes = 3;

export function GrantsCard({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const read = useRead(userSessionsApi.listGrants, { params: { userId } }, { quiet: true });
  const { data } = useRead(userSessionsApi.list, { params: { userId } }, { quiet: true });
  return (
    <ListCard title={t('userSessions.grants.title')} help={t('userSessions.grants.help')}>
      <CardList
        label={t('userSessions.grants.title')}
        // Others end with their access tokens.
        read={{ ...read, data: read.data?.grants.filter(({ refreshUntil }) => refreshUntil !== null) }}
        none={t('userSessions.grants.none')}
        rowKey={({ id }) => id}
        columns={useColumns(data?.sessions)}
        menu={(grant) => <End userId={userId} grant={grant} />}
      />
    </ListCard>
  );
}

function End({ userId, grant }: { userId: string; grant: UserApplicationGrant }) {
  const { t } = useTranslation();
  const name = nameApplication(t, grant.application);
  const end = useWrite(userSessionsApi.removeGrant, { onDone: () => showSuccess(t('userSessions.grants.ended')) });
  const ask = async () => {
    const confirmed = await confirm({
      title: t('userSessions.grants.endTitle', { name }),
      body: t('userSessions.grants.endBody'),
      confirm: t('userSessions.grants.endAction'),
      danger: true,
    });
    if (confirmed) {
      end.mutate({ params: { userId, grantId: grant.id } });
    }
  };
  return (
    <IconButton label={t('userSessions.grants.end', { name })} size="small" onClick={() => void ask()}>
      <IconPlugConnectedX size={18} stroke={1.5} aria-hidden />
    </IconButton>
  );
}

function useColumns(sessions: readonly UserSession[] | undefined): CardColumn<UserApplicationGrant>[] {
  const { t } = useTranslation();
  const { date } = useFormat();
  const momentText = useMomentText();
  const deviceName = useDeviceName();
  const scopesOf = ({ scopes, resources }: UserApplicationGrant) => [
    ...new Set([...scopes, ...resources.flatMap((resource) => resource.scopes)]),
  ];
  return [
    {
      id: 'application',
      title: t('userSessions.grants.application'),
      width: '32%',
      cell: ({ application }) => (
        <div className="truncate" title={application.id}>
          {application.name === null ? t('userSessions.grants.gone') : nameApplication(t, application)}
        </div>
      ),
    },
    {
      id: 'scopes',
      title: t('userSessions.grants.scopes'),
      cell: (grant) => {
        const all = scopesOf(grant);
        const shown = all.slice(0, shownScopes).join(', ');
        const count = all.length - shownScopes;
        return (
          <span title={all.join(', ')}>
            {count > 0 ? t('userSessions.grants.scopesMore', { scopes: shown, count }) : shown}
          </span>
        );
      },
    },
    {
      id: 'from',
      title: t('userSessions.grants.from'),
      width: '16%',
      isLabeled: true,
      cell: ({ sessionId }) => {
        const session = sessions?.find(({ id }) => id === sessionId);
        return session ? deviceName(session.device) : t('userSessions.grants.noSession');
      },
    },
    {
      id: 'used',
      title: t('userSessions.grants.used'),
      width: '22%',
      isLabeled: true,
      cell: ({ lastUsedAt, refreshUntil, expiresAt }) => (
        <>
          <span className="tabular">{momentText(lastUsedAt)}</span>
          <div className={`${classes.second} tabular`}>
            {t('userSessions.grants.until', { when: date(refreshUntil ?? expiresAt) })}
          </div>
        </>
      ),
    },
  ];
}
