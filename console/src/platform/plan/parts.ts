import type { QuotaKey } from '@postern/contracts/quota';
import type { ComponentType } from 'react';

export type TagProps = { of: QuotaKey };
export type NoticeProps = { of: readonly QuotaKey[] };

/** Components of an edition with plans, for the places that a plan limits. */
export type PlanParts = {
  /** Next to a title or a choice: the plan that includes it, or that it costs extra. */
  tag: ComponentType<TagProps>;
  /** Shown before creation: the limit is reached, or the price. Uses the first limit that applies. */
  notice: ComponentType<NoticeProps>;
};
