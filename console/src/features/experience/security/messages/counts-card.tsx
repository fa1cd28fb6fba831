import { type MessageUnit, messageLimitsApi } from '@postern/contracts/messages/message-limits';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { ListCard } from '#platform/detail/form-card.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { AreaChart, type ChartWords, Legend } from '../../../records/dashboard/shared/area-chart.tsx';
import { Segments } from '../../../records/dashboard/shared/segments.tsx';
import classes from '../security.module.css';

const refreshMs = 60_000;

/** Names of hours and days in the time zone of the browser. */
function useSlotNames(unit: MessageUnit) {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions) => {
      const made = new Intl.DateTimeFormat(i18n.language, options);
      return (at: string) => made.format(Number(at));
    };
    return unit === 'hour'
      ? { short: format({ hour: 'numeric' }), long: format({ dateStyle: 'medium', timeStyle: 'short' }) }
      : { short: format({ month: 'short', day: 'numeric' }), long: format({ dateStyle: 'medium' }) };
  }, [i18n.language, unit]);
}

/** Messages per hour or per day, sent and refused. */
export function CountsCard() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [kind, setKind] = useState<'email' | 'sms'>('sms');
  const [unit, setUnit] = useState<MessageUnit>('hour');
  const read = useRead(messageLimitsApi.counts, { query: { unit } }, { keep: true, every: refreshMs });
  const names = useSlotNames(unit);
  const points = read.data?.map((slot) => ({
    at: String(slot.at),
    count: slot[kind].sent,
    before: slot[kind].refused,
  }));
  const words: ChartWords = {
    point: ({ at, count, before = 0 }) =>
      t('security.messages.chart.point', { at: names.long(at), sent: number(count), refused: number(before) }),
    ...names,
    count: t('security.messages.chart.sent'),
    before: t('security.messages.chart.refused'),
  };
  return (
    <ListCard
      title={t('security.messages.chart.title')}
      help={t('security.messages.chart.help')}
      action={
        <div className={classes.actions}>
          <Segments
            label={t('security.messages.chart.kind')}
            value={kind}
            onChange={setKind}
            choices={[
              { value: 'sms', label: t('security.messages.chart.sms') },
              { value: 'email', label: t('security.messages.chart.email') },
            ]}
          />
          <Segments
            label={t('security.messages.chart.unit')}
            value={unit}
            onChange={setUnit}
            choices={[
              { value: 'hour', label: t('security.messages.chart.hour') },
              { value: 'day', label: t('security.messages.chart.day') },
            ]}
          />
        </div>
      }
    >
      {read.error && !read.data ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : (
        <>
          <Legend now={t('security.messages.chart.sent')} other={t('security.messages.chart.refused')} />
          <AreaChart label={t(`security.messages.chart.label.${kind}`)} points={points} words={words} />
        </>
      )}
    </ListCard>
  );
}
