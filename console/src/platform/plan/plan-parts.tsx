import type { QuotaKey } from '@postern/contracts/quota';
import { type ComponentType, Suspense } from 'react';
import { useFeatures } from '../router/features.tsx';

type TagProps = { of: QuotaKey };
type NoticeProps = { of: readonly QuotaKey[] };

/** What an edition with plans says at the places that a plan limits. */
export type PlanParts = {
  /** Beside a title or a choice: which plan has it, or that it costs extra. */
  tag: ComponentType<TagProps>;
  /** Before something is created: that there is no room for it, or what it costs. The first limit that matters counts. */
  notice: ComponentType<NoticeProps>;
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
