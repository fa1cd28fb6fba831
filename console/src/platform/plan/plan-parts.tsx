import { Suspense } from 'react';
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
