import type { ExecutionStats, WebhookStatus } from '@postern/contracts/records/webhooks';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/i18n/format.ts';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { usePercent } from './success-rate.tsx';
import classes from './webhooks.module.css';

const sum = (hours: WebhookStatus['hours']): ExecutionStats => ({
  successCount: hours.reduce((total, { successCount }) => total + successCount, 0),
  requestCount: hours.reduce((total, { requestCount }) => total + requestCount, 0),
});

/** Success rate, number of requests and their course over the last 24 hours. */
export function RequestsSummary({ status }: { status: WebhookStatus | undefined }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const percent = usePercent();
  const stats = status && sum(status.hours);
  return (
    <section className={classes.summary} aria-label={t('webhooks.summary.title')}>
      <dl className={classes.figures}>
        <div>
          <dt>{t('webhooks.columns.successRate')}</dt>
          <dd>{stats ? stats.requestCount > 0 ? percent(stats) : '–' : <Skeleton width={72} height={24} />}</dd>
          <dd className={classes.figureNote}>
            {stats && t('webhooks.summary.failed', { count: stats.requestCount - stats.successCount })}
          </dd>
        </div>
        <div>
          <dt>{t('webhooks.columns.requests')}</dt>
          <dd>{stats ? number(stats.requestCount) : <Skeleton width={72} height={24} />}</dd>
          <dd className={classes.figureNote}>{status && t('webhooks.summary.waiting', { count: status.waiting })}</dd>
        </div>
      </dl>
      <Hours hours={status?.hours ?? []} />
    </section>
  );
}

/** A bar per hour. The same numbers are in a table for screen readers. */
function Hours({ hours }: { hours: WebhookStatus['hours'] }) {
  const { t, i18n } = useTranslation();
  const { number } = useFormat();
  const clock = new Intl.DateTimeFormat(i18n.language, { hour: '2-digit', minute: '2-digit' });
  const most = Math.max(1, ...hours.map(({ requestCount }) => requestCount));
  // React passes custom properties to CSS, but its types do not include them.
  const height = (count: number) => ({ '--share': count / most }) as CSSProperties;
  return (
    <div className={classes.chart}>
      <div className={classes.chartHead}>
        <span>{t('webhooks.summary.byHour')}</span>
        <span className={classes.legend} aria-hidden>
          <span>{t('webhooks.summary.delivered')}</span>
          <span data-failed>{t('webhooks.summary.failedLegend')}</span>
        </span>
      </div>
      <div className={classes.bars} aria-hidden>
        {hours.map(({ startsAt, successCount, requestCount }) => (
          <div
            key={startsAt}
            className={classes.bar}
            title={t('webhooks.summary.hour', {
              time: clock.format(startsAt),
              delivered: number(successCount),
              failed: number(requestCount - successCount),
            })}
          >
            <i data-failed style={height(requestCount - successCount)} />
            <i style={height(successCount)} />
          </div>
        ))}
      </div>
      <div className={classes.axis} aria-hidden>
        {[0, 6, 12, 18].map((index) => {
          const hour = hours[index];
          return <span key={index}>{hour && clock.format(hour.startsAt)}</span>;
        })}
        <span>{t('webhooks.summary.now')}</span>
      </div>
      <table className="sr-only">
        <caption>{t('webhooks.summary.byHour')}</caption>
        <thead>
          <tr>
            <th>{t('webhooks.columns.time')}</th>
            <th>{t('webhooks.summary.delivered')}</th>
            <th>{t('webhooks.summary.failedLegend')}</th>
          </tr>
        </thead>
        <tbody>
          {hours.map(({ startsAt, successCount, requestCount }) => (
            <tr key={startsAt}>
              <td>{clock.format(startsAt)}</td>
              <td>{number(successCount)}</td>
              <td>{number(requestCount - successCount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
