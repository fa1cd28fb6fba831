import type { ExecutionStats } from '@postern/contracts/records/webhooks';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Tag } from '#platform/ui/tag.tsx';
import classes from './webhooks.module.css';

/** A rate from here on is good; one below the other is bad. */
const [good, bad] = [0.98, 0.8];

/** Percent with one decimal, rounded down, so that a failure is never hidden behind 100 %. */
export function usePercent() {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const format = new Intl.NumberFormat(i18n.language, {
      style: 'percent',
      maximumFractionDigits: 1,
      roundingMode: 'floor',
    });
    return ({ successCount, requestCount }: ExecutionStats) => format.format(successCount / requestCount);
  }, [i18n.language]);
}

/** The share of successful requests; a dash if there were none. */
export function SuccessRate({ stats = { successCount: 0, requestCount: 0 } }: { stats?: ExecutionStats | undefined }) {
  const { t } = useTranslation();
  const percent = usePercent();
  if (stats.requestCount === 0) {
    return (
      <span className={classes.none}>
        <span aria-hidden>–</span>
        <span className="sr-only">{t('webhooks.noRequests')}</span>
      </span>
    );
  }
  const rate = stats.successCount / stats.requestCount;
  const [tone, icon] =
    rate >= good
      ? (['success', IconCircleCheck] as const)
      : rate >= bad
        ? (['warning', IconAlertTriangle] as const)
        : (['danger', IconAlertCircle] as const);
  return (
    <Tag tone={tone} icon={icon}>
      {percent(stats)}
    </Tag>
  );
}
