import type { Tenant } from '@postern/contracts/cloud/tenants';
import type { QuotaKey } from '@postern/contracts/quota';
import type { ComponentType } from 'react';

export type TagProps = { of: QuotaKey };
export type NoticeProps = { of: readonly QuotaKey[] };
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
