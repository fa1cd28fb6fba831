import { IconWifiOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { askSilentServers, onBack, useConnection } from './connection.ts';
import classes from './connection-notice.module.css';

const pauseMs = 5000;

/** Says at once that there is no connection, and reads again what failed when it is back. */
export function ConnectionNotice() {
  const { t } = useTranslation();
  const connection = useConnection();
  const client = useQueryClient();
  useEffect(
    () => onBack(() => void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null })),
    [client],
  );
  useEffect(() => {
    if (connection === 'unreachable') {
      const timer = setInterval(() => !document.hidden && void askSilentServers(pauseMs), pauseMs);
      return () => clearInterval(timer);
    }
  }, [connection]);
  return (
    <div className={classes.place} role="status">
      {connection !== 'good' && (
        <p className={classes.notice}>
          <IconWifiOff size={18} stroke={1.5} aria-hidden />
          {t(`states.connection.${connection}`)}
        </p>
      )}
    </div>
  );
}
