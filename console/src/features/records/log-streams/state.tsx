import type { LogStream } from '@postern/contracts/records/log-streams';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconPlayerPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/i18n/format.ts';
import { Tag } from '#platform/ui/tag.tsx';
import classes from './log-streams.module.css';

type Props = { stream: LogStream };

const stateOf = ({ enabled, failingSince, entriesBehind }: LogStream) =>
  !enabled ? 'paused' : failingSince !== null ? 'failing' : entriesBehind > 0 ? 'sending' : 'current';

const looks = {
  paused: { tone: 'neutral', icon: IconPlayerPause },
  failing: { tone: 'danger', icon: IconAlertTriangle },
  sending: { tone: 'info', icon: IconClock },
  current: { tone: 'success', icon: IconCircleCheck },
} as const;

/** The state of a stream in a few words. */
export function useStateText(): (stream: LogStream) => string {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return (stream) => t(`logStreams.states.${stateOf(stream)}`, { time: dateTime(stream.failingSince ?? 0) });
}

/** Whether a stream works, the last error, and entries that it will never send. */
export function StreamState({ stream }: Props) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const stateText = useStateText();
  const { lastError, missedEntries: count } = stream;
  return (
    <div className={classes.state}>
      <Tag {...looks[stateOf(stream)]}>{stateText(stream)}</Tag>
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
