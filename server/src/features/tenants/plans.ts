type Plan = {
  mauLimit: number | null;
  tokenLimit: number | null;
  /** Members and open invitations; null where more of them are billed instead of refused. */
  tenantMembersLimit: number | null;
  isEnterprise?: boolean;
};

const pro: Plan = { mauLimit: null, tokenLimit: 1_000_000, tenantMembersLimit: null };
const unlimited: Plan = { mauLimit: null, tokenLimit: null, tenantMembersLimit: null };

/** What the plans include, as far as tenants and their members are concerned. */
const plans: Record<string, Plan> = {
  free: { mauLimit: 50_000, tokenLimit: 500_000, tenantMembersLimit: 1 },
  dev: { mauLimit: 100, tokenLimit: 500_000, tenantMembersLimit: 20 },
  pro,
  'pro-202411': pro,
  'pro-202509': pro,
  admin: unlimited,
  oss: unlimited,
};

/** Any plan that is not one of ours is an enterprise plan. */
export const planOf = (planId: string): Plan => plans[planId] ?? { ...unlimited, isEnterprise: true };

/** Plans that cost nothing: a tenant that has one may be deleted without settling anything. */
export const isFreeOfCharge = (planId: string) => planId === 'free' || planId === 'dev';
