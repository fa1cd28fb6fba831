import { type TrustedDevice, userSessionsApi } from '@postern/contracts/people/user-sessions';
import { IconDeviceDesktopOff } from '@tabler/icons-react';
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
import { DeviceIcon, useDeviceName } from './shared/device.tsx';
import classes from './user-sessions.module.css';

/** Browsers in which the person is not asked for a second factor. */
export function TrustedCard({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const read = useRead(userSessionsApi.listDevices, { params: { userId } }, { quiet: true });
  return (
    <ListCard title={t('userSessions.trusted.title')} help={t('userSessions.trusted.help')}>
      <CardList
        label={t('userSessions.trusted.title')}
        read={read}
        none={t('userSessions.trusted.none')}
        rowKey={({ id }) => id}
        columns={useColumns()}
        menu={(trusted) => <Remove userId={userId} trusted={trusted} />}
      />
    </ListCard>
  );
}

function Remove({ userId, trusted }: { userId: string; trusted: TrustedDevice }) {
  const { t } = useTranslation();
  const device = useDeviceName()(trusted.device);
  const remove = useWrite(userSessionsApi.removeDevice, {
    onDone: () => showSuccess(t('userSessions.trusted.ended')),
  });
  const ask = async () => {
    const confirmed = await confirm({
      title: t('userSessions.trusted.endTitle', { device }),
      body: t('userSessions.trusted.endBody'),
      confirm: t('userSessions.trusted.endAction'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { userId, deviceId: trusted.id } });
    }
  };
  return (
    <IconButton label={t('userSessions.trusted.end', { device })} size="small" onClick={() => void ask()}>
      <IconDeviceDesktopOff size={18} stroke={1.5} aria-hidden />
    </IconButton>
  );
}

function useColumns(): CardColumn<TrustedDevice>[] {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const momentText = useMomentText();
  const deviceName = useDeviceName();
  return [
    {
      id: 'device',
      title: t('userSessions.sessions.device'),
      width: '38%',
      cell: ({ device, userAgent }) => (
        <div className={classes.device} title={userAgent ?? undefined}>
          <DeviceIcon kind={device.kind} />
          <span className="truncate">{deviceName(device)}</span>
        </div>
      ),
    },
    {
      id: 'ip',
      title: t('userSessions.sessions.ip'),
      width: '18%',
      cell: ({ ip }) => <span className="tabular">{ip ?? t('userSessions.sessions.unknownIp')}</span>,
    },
    {
      id: 'until',
      title: t('userSessions.trusted.until'),
      isLabeled: true,
      cell: ({ expiresAt }) => (
        <time className="tabular" dateTime={new Date(expiresAt).toISOString()}>
          {dateTime(expiresAt)}
        </time>
      ),
    },
    {
      id: 'used',
      title: t('userSessions.sessions.used'),
      width: '22%',
      isLabeled: true,
      cell: ({ lastUsedAt }) => (
        <time className="tabular" dateTime={new Date(lastUsedAt).toISOString()}>
          {momentText(lastUsedAt)}
        </time>
      ),
    },
  ];
}
