type Plan = { mauLimit: number | null; tokenLimit: number | null; isEnterprise?: boolean };

/** What the plans include, as far as the tenant list shows it. Any other plan id is an enterprise plan. */
export const plans: Record<string, Plan> = {
  free: { mauLimit: 50_000, tokenLimit: 500_000 },
  dev: { mauLimit: 100, tokenLimit: 500_000 },
  'pro-202509': { mauLimit: null, tokenLimit: 1_000_000 },
  admin: { mauLimit: null, tokenLimit: null },
  oss: { mauLimit: null, tokenLimit: null },
};
