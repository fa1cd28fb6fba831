import { Text } from '@mantine/core';
import { type Quota, switchedKeys } from '@postern/contracts/quota';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/i18n/format.ts';
import { limitName } from './labels.ts';

const isSwitch = (key: string) => switchedKeys.some((one) => one === key);

/** What a plan limits, so that it is seen before it is chosen. */
export function PlanLimits({ quota }: { quota: Partial<Quota> }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const entries = Object.entries(quota).filter(([key]) => key !== 'ticketSupportResponseTime');
  const limits = entries.flatMap(([key, limit]) =>
    typeof limit === 'number' && limit > 0 ? [`${limitName(t, key)}: ${number(limit)}`] : [],
  );
  const without = entries.flatMap(([key, limit]) =>
    limit === 0 || (isSwitch(key) && limit === false) ? [limitName(t, key)] : [],
  );
  return (
    <Text size="sm" c="dimmed">
      {limits.length > 0 ? limits.join(' · ') : t('operators.plan.unlimited')}
      {without.length > 0 && (
        <>
          <br />
          {t('operators.plan.without', { list: without.join(', ') })}
        </>
      )}
    </Text>
  );
}
