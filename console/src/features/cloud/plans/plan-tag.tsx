import type { QuotaKey } from '@postern/contracts/quota';
import { useTranslation } from 'react-i18next';
import { Tag } from '#platform/ui/tag.tsx';
import { planTagOf } from './limits.ts';
import { usePlanUsage } from './plan-usage.ts';
import { planLabel } from './shared/plan-label.ts';

/** The plan that includes the feature; in a development tenant, the one that production tenants need for it. */
export function PlanTag({ of: key }: { of: QuotaKey }) {
  const { t } = useTranslation();
  const known = usePlanUsage();
  const tag = known && planTagOf(known.tenant, known.use, key);
  return (
    tag && (
      <Tag tone={tag === 'addOn' ? 'neutral' : 'accent'} small>
        {tag === 'addOn' ? t('plans.addOn') : planLabel(t, 'pro')}
      </Tag>
    )
  );
}
