import type { QuotaKey } from '@postern/contracts/quota';
import { Suspense } from 'react';
import { useCurrentTenant } from '../router/current-tenant.ts';
import { useFeatures } from '../router/features.tsx';
import type { NoticeProps, TagProps } from './parts.ts';

const usePlanParts = () => useFeatures().find(({ planParts }) => planParts)?.planParts;

/** Renders nothing if no feature provides plans. */
export function PlanTag(props: TagProps) {
  const Part = usePlanParts()?.tag;
  return Part ? (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  ) : null;
}

/** Renders nothing if no feature provides plans. */
export function PlanNotice(props: NoticeProps) {
  const Part = usePlanParts()?.notice;
  return Part ? (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  ) : null;
}

/** Call before creating something that a plan may bill. Returns true at once if no feature provides plans. */
export function useAskPrice() {
  const askPrice = usePlanParts()?.askPrice;
  const tenant = useCurrentTenant();
  return async (key: QuotaKey | undefined, count = 1): Promise<boolean> =>
    !askPrice || !tenant || key === undefined || askPrice(tenant, { key, count });
}
