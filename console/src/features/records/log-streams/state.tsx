import type { LogStream } from '@postern/contracts/records/log-streams';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconPlayerPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/i18n/format.ts';
import { Tag } from '#platform/ui/tag.tsx';
import classes from './log-streams.module.css';

type Props = { stream: LogStream };

function StateTag({ stream: { enabled, failingSince, entriesBehind } }: Props) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  if (!enabled) {
    return <Tag icon={IconPlayerPause}>{t('logStreams.states.paused')}</Tag>;
  }
  if (failingSince !== null) {
    return (
      <Tag tone="danger" icon={IconAlertTriangle}>
        {t('logStreams.states.failing', { time: dateTime(failingSince) })}
      </Tag>
    );
  }
  return entriesBehind > 0 ? (
    <Tag tone="info" icon={IconClock}>
      {t('logStreams.states.sending')}
    </Tag>
  ) : (
    <Tag tone="success" icon={IconCircleCheck}>
      {t('logStreams.states.current')}
    </Tag>
  );
}

/** Whether a stream works, the last error, and entries that it will never send. */
export function StreamState({ stream }: Props) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { lastError, missedEntries: count } = stream;
  return (
    <div className={classes.state}>
      <StateTag stream={stream} />
      {lastError !== null && (
        <span className={classes.note} title={lastError}>
          {lastError}
        </span>
      )}
      {count > 0 && <span className={classes.note}>{t('logStreams.missed', { count, number: number(count) })}</span>}
    </div>
  );
}

/** How far a stream is behind the log. */
export function StreamLag({ stream: { entriesBehind: count, oldestWaitingAt } }: Props) {
  const { t } = useTranslation();
  const { number, relative } = useFormat();
  if (count === 0) {
    return <span className={classes.note}>{t('logStreams.nothingWaiting')}</span>;
  }
  return (
    <div className={classes.state}>
      <span className="tabular">{t('logStreams.waiting', { count, number: number(count) })}</span>
      {oldestWaitingAt !== null && (
        <span className={classes.note}>{t('logStreams.oldest', { time: relative(oldestWaitingAt) })}</span>
      )}
    </div>
  );
}
