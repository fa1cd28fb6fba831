import { Button } from '@mantine/core';
import { type UserSession, userSessionsApi } from '@postern/contracts/people/user-sessions';
import { IconLogout } from '@tabler/icons-react';
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
import { isReadOnly } from '#platform/session/read-only.ts';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { DeviceIcon, useDeviceName } from '../device.tsx';
import { useMethodNames } from '../method-names.ts';
import { nameApplication } from '../name-application.ts';
import classes from '../user-sessions.module.css';

/** Whose sessions these are decides which endpoints are called: of users, or of administrators. */
type SessionsApi = Pick<typeof userSessionsApi, 'list' | 'remove' | 'removeAll'>;

type SessionsProps = { userId: string; api?: SessionsApi };

export function SessionsCard({ userId, api = userSessionsApi }: SessionsProps) {
  const { t } = useTranslation();
  const read = useRead(api.list, { params: { userId } }, { quiet: true });
  return (
    <ListCard
      title={t('userSessions.sessions.title')}
      help={t('userSessions.sessions.help')}
      action={read.data && read.data.length > 0 && <EndAll userId={userId} api={api} />}
    >
      <CardList
        label={t('userSessions.sessions.title')}
        read={read}
        none={t('userSessions.sessions.none')}
        rowKey={({ id }) => id}
        columns={useColumns()}
        menu={(session) => <End userId={userId} session={session} api={api} />}
      />
    </ListCard>
  );
}

function EndAll({ userId, api }: Required<SessionsProps>) {
  const { t } = useTranslation();
  const end = useWrite(api.removeAll, {
    onDone: () => showSuccess(t('userSessions.sessions.endedAll')),
  });
  const ask = async () => {
    const confirmed = await confirm({
      title: t('userSessions.sessions.endAllTitle'),
      body: t('userSessions.sessions.endAllBody'),
      confirm: t('userSessions.sessions.endAll'),
      danger: true,
    });
    if (confirmed) {
      end.mutate({ params: { userId } });
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconLogout className="flip" size={18} stroke={1.5} aria-hidden />}
      onClick={() => void ask()}
    >
      {t('userSessions.sessions.endAll')}
    </Button>
  );
}

function End({ userId, session, api }: Required<SessionsProps> & { session: UserSession }) {
  const { t } = useTranslation();
  const device = useDeviceName()(session.device);
  const end = useWrite(api.remove, { onDone: () => showSuccess(t('userSessions.sessions.ended')) });
  const ask = async () => {
    const confirmed = await confirm({
      title: t('userSessions.sessions.endTitle', { device }),
      body: t('userSessions.sessions.endBody'),
      confirm: t('userSessions.sessions.endAction'),
      danger: true,
    });
    if (confirmed) {
      end.mutate({ params: { userId, sessionId: session.id } });
    }
  };
  if (isReadOnly()) {
    return null;
  }
  return (
    <IconButton label={t('userSessions.sessions.end', { device })} size="small" onClick={() => void ask()}>
      <IconLogout className="flip" size={18} stroke={1.5} aria-hidden />
    </IconButton>
  );
}

function useColumns(): CardColumn<UserSession>[] {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const momentText = useMomentText();
  const deviceName = useDeviceName();
  const methodNames = useMethodNames();
  return [
    {
      id: 'device',
      title: t('userSessions.sessions.device'),
      width: '32%',
      cell: ({ device, userAgent, methods }) => (
        <div className={classes.device} title={userAgent ?? undefined}>
          <DeviceIcon kind={device.kind} />
          <span>
            <span className="truncate">{deviceName(device)}</span>
            {methods.length > 0 && <span className={`${classes.second} truncate`}>{methodNames(methods)}</span>}
          </span>
        </div>
      ),
    },
    {
      id: 'applications',
      title: t('userSessions.sessions.applications'),
      cell: ({ applications }) =>
        applications.map((one) => nameApplication(t, one)).join(', ') || t('userSessions.sessions.noApplication'),
    },
    {
      id: 'ip',
      title: t('userSessions.sessions.ip'),
      width: '16%',
      cell: ({ ip }) => <span className="tabular">{ip ?? t('userSessions.sessions.unknownIp')}</span>,
    },
    {
      id: 'used',
      title: t('userSessions.sessions.used'),
      width: '22%',
      isLabeled: true,
      cell: ({ lastUsedAt, createdAt }) => (
        <>
          <time className="tabular" dateTime={new Date(lastUsedAt).toISOString()}>
            {momentText(lastUsedAt)}
          </time>
          <div className={`${classes.second} tabular`}>
            {t('userSessions.sessions.since', { when: dateTime(createdAt) })}
          </div>
        </>
      ),
    },
  ];
}
