import { type Change, dashboardApi } from '@postern/contracts/records/dashboard';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { Delta } from './delta.tsx';
import classes from './shared/dashboard.module.css';
import { useDayFormat } from './shared/format-day.ts';

/** Total and new users of today, and users who were active in the week and in the 30 days up to a day. */
export function Figures({ day }: { day: string | undefined }) {
  const { t } = useTranslation();
  const total = useRead(dashboardApi.totalUsers, {});
  const fresh = useRead(dashboardApi.newUsers, {});
  const active = useRead(dashboardApi.activeUsers, { query: { date: day } }, { keep: true });
  const failed = [total, fresh, active].find(({ error, data }) => error && !data);
  if (failed) {
    return (
      <section className={classes.card} aria-label={t('dashboard.figures')}>
        <LoadFailed error={failed.error} retry={failed.refetch} />
      </section>
    );
  }
  return (
    <dl className={`${classes.card} ${classes.figures}`} aria-label={t('dashboard.figures')}>
      <Figure label={t('dashboard.total')} count={total.data?.totalUserCount} note={t('dashboard.totalNote')} />
      <ChangedFigure label={t('dashboard.newToday')} change={fresh.data?.today} since={t('dashboard.vsYesterday')} />
      <ChangedFigure label={t('dashboard.newWeek')} change={fresh.data?.last7Days} since={t('dashboard.vsWeek')} />
      <ChangedFigure label={t('dashboard.weekly')} change={active.data?.wau} since={t('dashboard.vsWeek')} />
      <ChangedFigure label={t('dashboard.monthly')} change={active.data?.mau} since={t('dashboard.vsMonth')} />
    </dl>
  );
}

type ChangedFigureProps = { label: string; change: Change | undefined; since: string };

const ChangedFigure = ({ label, change, since }: ChangedFigureProps) => (
  <Figure label={label} count={change?.count} note={change && <Delta change={change} since={since} />} />
);

function Figure({ label, count, note }: { label: string; count: number | undefined; note: ReactNode }) {
  const { number } = useDayFormat();
  return (
    <div className={classes.figure} aria-busy={count === undefined}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.count}>{count === undefined ? <Skeleton width={96} /> : number(count)}</dd>
      <dd className={classes.note}>{count === undefined ? <Skeleton width={120} /> : note}</dd>
    </div>
  );
}
