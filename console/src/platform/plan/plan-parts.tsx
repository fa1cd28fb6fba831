import type { QuotaKey } from '@postern/contracts/quota';
import type { Tenant } from '@postern/contracts/tenants';
import { type ComponentType, Suspense } from 'react';
import { useCurrentTenant } from '../router/current-tenant.ts';
import { useFeatures } from '../router/features.tsx';

type TagProps = { of: QuotaKey };
type NoticeProps = { of: readonly QuotaKey[] };
export type PlanUse = { key: QuotaKey; count: number };

/** What an edition with plans says at the places that a plan limits. */
export type PlanParts = {
  /** Beside a title or a choice: which plan has it, or that it costs extra. */
  tag: ComponentType<TagProps>;
  /** Before something is created: that there is no room for it, or what it costs. The first limit that matters counts. */
  notice: ComponentType<NoticeProps>;
  /** Asks before a use that adds to the bill; true when it costs nothing or the person agrees. */
  askPrice: (tenant: Tenant, use: PlanUse) => Promise<boolean>;
};

const usePlanParts = () => useFeatures().find(({ planParts }) => planParts)?.planParts;

/** Nothing where no feature knows plans. */
export function PlanTag(props: TagProps) {
  const Part = usePlanParts()?.tag;
  return Part ? (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  ) : null;
}

/** Nothing where no feature knows plans. */
export function PlanNotice(props: NoticeProps) {
  const Part = usePlanParts()?.notice;
  return Part ? (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  ) : null;
}

/** To be called before something is created that a plan may bill. True at once where no feature knows plans. */
export function useAskPrice() {
  const askPrice = usePlanParts()?.askPrice;
  const tenant = useCurrentTenant();
  return async (key: QuotaKey | undefined, count = 1): Promise<boolean> =>
    !askPrice || !tenant || key === undefined || askPrice(tenant, { key, count });
}
