import { dashboardApi } from '@postern/contracts/records/dashboard';
import { IconChartAreaLine, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { Delta } from './delta.tsx';
import { NumberTable } from './number-table.tsx';
import { AreaChart, type ChartWords, Legend } from './shared/area-chart.tsx';
import classes from './shared/dashboard.module.css';
import { addDays, toDay } from './shared/days.ts';
import { useDayFormat } from './shared/format-day.ts';
import { Segments } from './shared/segments.tsx';

/** Daily active users of 30 days, as a chart or as a table, next to the 30 days before. */
export function ActivityCard({ day = toDay(new Date()) }: { day: string | undefined }) {
  const { t } = useTranslation();
  const { number, full, short, long } = useDayFormat();
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const read = useRead(dashboardApi.activeUsers, { query: { date: day } }, { keep: true });
  const before = useRead(dashboardApi.activeUsers, { query: { date: addDays(day, -30) } }, { keep: true, quiet: true });
  const { data } = read;
  const words: ChartWords = {
    point: ({ at, count, before: earlier }) => {
      const values = { day: full(at), active: number(count) };
      return earlier === undefined
        ? t('dashboard.pointOnly', values)
        : t('dashboard.point', { ...values, before: number(earlier) });
    },
    short,
    long,
    count: t('dashboard.active'),
    before: t('dashboard.before'),
  };
  const points = data?.dauCurve.map(({ date, count }, index) => ({
    at: date,
    count,
    before: before.data?.dauCurve[index]?.count,
  }));
  return (
    <section className={classes.card} aria-labelledby="dashboard-activity">
      <div className={classes.head}>
        <div>
          <h2 id="dashboard-activity" className={classes.label}>
            {t('dashboard.daily')}
          </h2>
          <p className={classes.now}>
            <span className={classes.count}>{data ? number(data.dau.count) : <Skeleton width={72} />}</span>
            {data && <Delta change={data.dau} since={t('dashboard.vsDayBefore')} />}
          </p>
        </div>
        <div className={classes.headEnd}>
          {view === 'chart' && <Legend now={t('dashboard.past30')} other={t('dashboard.before')} />}
          <Segments
            label={t('dashboard.view')}
            value={view}
            onChange={setView}
            choices={[
              { value: 'chart', label: t('dashboard.chart'), icon: IconChartAreaLine },
              { value: 'table', label: t('dashboard.table'), icon: IconTable },
            ]}
          />
        </div>
      </div>
      {read.error && !data ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : view === 'chart' ? (
        <AreaChart label={t('dashboard.daily')} points={points} words={words} />
      ) : (
        <NumberTable
          label={t('dashboard.daily')}
          columns={[t('dashboard.day'), t('dashboard.active'), t('dashboard.before')]}
          rows={(points ?? []).toReversed().map((point) => ({
            key: point.at,
            name: full(point.at),
            values: [number(point.count), point.before === undefined ? '–' : number(point.before)],
          }))}
        />
      )}
    </section>
  );
}
