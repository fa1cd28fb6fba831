import type { UserSession } from '@postern/contracts/people/user-sessions';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMomentText } from '#features/people/users/shared/moment-text.ts';
import type { CardColumn } from '#platform/detail/card-table.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { useMethodNames } from '../method-names.ts';
import { nameApplication } from '../name-application.ts';
import classes from '../user-sessions.module.css';
import { DeviceIcon, useDeviceName } from './device.tsx';

/** Device, applications, address and times of a session. A mark, such as the current one, is below the device. */
export function useSessionColumns<Session extends UserSession>(
  markOf?: (session: Session) => ReactNode,
): CardColumn<Session>[] {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const momentText = useMomentText();
  return [
    {
      id: 'device',
      title: t('userSessions.sessions.device'),
      width: '32%',
      cell: (session) => <DeviceCell session={session} mark={markOf?.(session)} />,
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

function DeviceCell({ session, mark }: { session: UserSession; mark: ReactNode }) {
  const deviceName = useDeviceName();
  const methodNames = useMethodNames();
  const { device, userAgent, methods } = session;
  return (
    <div className={classes.device} title={userAgent ?? undefined}>
      <DeviceIcon kind={device.kind} />
      <span>
        <span className="truncate">{deviceName(device)}</span>
        {methods.length > 0 && <span className={`${classes.second} truncate`}>{methodNames(methods)}</span>}
        {mark && <span>{mark}</span>}
      </span>
    </div>
  );
}
