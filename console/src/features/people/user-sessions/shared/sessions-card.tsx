import { Button } from '@mantine/core';
import { type UserSession, userSessionsApi } from '@postern/contracts/people/user-sessions';
import { IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CardList } from '#features/people/users/shared/card-list.tsx';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { ListCard } from '#platform/detail/form-card.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { isReadOnly } from '#platform/session/read-only.ts';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { useDeviceName } from './device.tsx';
import { useSessionColumns } from './session-columns.tsx';

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
      action={read.data && read.data.sessions.length > 0 && <EndAll userId={userId} api={api} />}
    >
      <CardList
        label={t('userSessions.sessions.title')}
        read={{ ...read, data: read.data?.sessions }}
        none={t('userSessions.sessions.none')}
        rowKey={({ id }) => id}
        columns={useSessionColumns()}
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
      end.mutate({ params: { userId, sessionId: session.id }, query: { revokeGrantsTarget: 'all' } });
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
