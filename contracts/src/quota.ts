import { z } from 'zod';

/** What a plan limits by number; null means as many as wanted. */
export const countedKeys = [
  'mauLimit',
  'tokenLimit',
  'applicationsLimit',
  'machineToMachineLimit',
  'thirdPartyApplicationsLimit',
  'samlApplicationsLimit',
  'resourcesLimit',
  'scopesPerResourceLimit',
  'userRolesLimit',
  'machineToMachineRolesLimit',
  'scopesPerRoleLimit',
  'socialConnectorsLimit',
  'hooksLimit',
  'organizationsLimit',
  'enterpriseSsoLimit',
  'tenantMembersLimit',
  'auditLogsRetentionDays',
] as const;

/** What a plan has or has not. */
export const switchedKeys = [
  'mfaEnabled',
  'securityFeaturesEnabled',
  'customJwtEnabled',
  'subjectTokenEnabled',
  'bringYourUiEnabled',
  'collectUserProfileEnabled',
  'idpInitiatedSsoEnabled',
] as const;

export type CountedKey = (typeof countedKeys)[number];
export type SwitchedKey = (typeof switchedKeys)[number];
export type QuotaKey = CountedKey | SwitchedKey;

const Limit = z.number().int().nonnegative().nullable();

export const Quota = z.object({
  ...(Object.fromEntries(countedKeys.map((key) => [key, Limit])) as Record<CountedKey, typeof Limit>),
  ...(Object.fromEntries(switchedKeys.map((key) => [key, z.boolean()])) as Record<SwitchedKey, z.ZodBoolean>),
  /** Hours until support answers; 0 where a plan has none. */
  ticketSupportResponseTime: z.number().int().nonnegative(),
});
export type Quota = z.infer<typeof Quota>;

/** What a plan does not speak of is not limited. */
export function wholeQuota(quota: Partial<Quota>): Quota {
  const open = [...countedKeys.map((key) => [key, null]), ...switchedKeys.map((key) => [key, true])];
  // Every key of a quota is in one of the two lists, or is the last one.
  return { ...Object.fromEntries(open), ticketSupportResponseTime: 0, ...quota } as Quota;
}

/** Paid plans may use more of these than they include; what is more is billed instead of refused. */
export const addOnKeys: readonly QuotaKey[] = [
  'machineToMachineLimit',
  'resourcesLimit',
  'mfaEnabled',
  'organizationsLimit',
  'tenantMembersLimit',
  'enterpriseSsoLimit',
  'hooksLimit',
  'securityFeaturesEnabled',
  'thirdPartyApplicationsLimit',
  'userRolesLimit',
  'machineToMachineRolesLimit',
  'samlApplicationsLimit',
  'tokenLimit',
];

/**
 * Limits of features that this release has. Plans, comparisons, usage and bills leave out every other key. The change that
 * builds a feature adds its line here.
 */
export const builtKeys: readonly string[] = [
  'mauLimit',
  'tokenLimit',
  'applicationsLimit',
  'machineToMachineLimit',
  'thirdPartyApplicationsLimit',
  'resourcesLimit',
  'scopesPerResourceLimit',
  'userRolesLimit',
  'machineToMachineRolesLimit',
  'scopesPerRoleLimit',
  'socialConnectorsLimit',
  'tenantMembersLimit',
  'auditLogsRetentionDays',
  'securityFeaturesEnabled',
  'customJwtEnabled',
  'subjectTokenEnabled',
  'bringYourUiEnabled',
  'collectUserProfileEnabled',
  'ticketSupportResponseTime',
] satisfies (keyof Quota)[];

export const isBuilt = (key: string) => builtKeys.includes(key);

/**
 * What a request may use up. Things that are counted in another one name the parameter with its id; where there is no
 * such parameter, the thing itself was just created.
 */
export type QuotaUse = QuotaKey | { key: QuotaKey; of: string };

export const paidPlanIds: readonly string[] = ['pro', 'pro-202411', 'pro-202509'];
/** Of the tenant of those who run the installation; nobody buys it. */
export const adminPlanId = 'admin';
const knownPlanIds: readonly string[] = ['free', 'dev', adminPlanId, 'oss', ...paidPlanIds];

/** Anything that is not one of the plans on offer was agreed on with a customer. */
export const isEnterprisePlan = (planId: string) => !knownPlanIds.includes(planId);

/** Whether what goes beyond the plan is billed rather than refused. */
export const isPaidPlan = (planId: string) => paidPlanIds.includes(planId) || isEnterprisePlan(planId);
