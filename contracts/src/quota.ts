import { z } from 'zod';

/** Limits of a plan by number; null means unlimited. */
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
  'customDomainsLimit',
  'auditLogsRetentionDays',
] as const;

/** Features that a plan has or not. */
export const switchedKeys = [
  'mfaEnabled',
  'securityFeaturesEnabled',
  'customJwtEnabled',
  'actionsEnabled',
  'passkeySignInEnabled',
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
  /** Response time of support in hours; 0 if a plan has none. */
  ticketSupportResponseTime: z.number().int().nonnegative(),
});
export type Quota = z.infer<typeof Quota>;

/** Missing keys are unlimited. */
export function wholeQuota(quota: Partial<Quota>): Quota {
  const open = [...countedKeys.map((key) => [key, null]), ...switchedKeys.map((key) => [key, true])];
  // Every key of a quota is in one of the two lists, or is the last one.
  return { ...Object.fromEntries(open), ticketSupportResponseTime: 0, ...quota } as Quota;
}

/** Limits that paid plans may exceed; overage is billed instead of rejected. */
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
 * What a request may use. Things that are counted within another one name the parameter with its id; without such a
 * parameter, the thing itself was just created.
 */
export type QuotaUse =
  | QuotaKey
  | { key: QuotaKey; of: string }
  /** Extends things that are counted, such as members of an organization: not while there are more than allowed. */
  | { key: QuotaKey; extends: true };

export const paidPlanIds: readonly string[] = ['pro', 'pro-202411', 'pro-202509'];
/** The plan of the admin tenant; it cannot be bought. */
export const adminPlanId = 'admin';
export const developmentPlanId = 'dev';
/** Another name of the plan of development tenants, which operators and clients may send. */
const developmentAlias = 'development';
const knownPlanIds: readonly string[] = [
  'free',
  developmentPlanId,
  developmentAlias,
  adminPlanId,
  'oss',
  ...paidPlanIds,
];

export const resolvePlanId = (planId: string) => (planId === developmentAlias ? developmentPlanId : planId);

/** All other plans are custom plans of a customer. */
export const isEnterprisePlan = (planId: string) => !knownPlanIds.includes(planId);

/** Whether overage is billed rather than rejected. */
export const isPaidPlan = (planId: string) => paidPlanIds.includes(planId) || isEnterprisePlan(planId);
