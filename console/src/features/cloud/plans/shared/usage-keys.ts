/** The cards, in order. Roles are two limits in the API and one item to buy. */
const usageKeys = [
  'mauLimit',
  'organizationsLimit',
  'mfaEnabled',
  'enterpriseSsoLimit',
  'rbacEnabled',
  'resourcesLimit',
  'machineToMachineLimit',
  'samlApplicationsLimit',
  'thirdPartyApplicationsLimit',
  'tenantMembersLimit',
  'hooksLimit',
  'tokenLimit',
  'securityFeaturesEnabled',
] as const;
export type UsageKey = (typeof usageKeys)[number];

const onFree: readonly UsageKey[] = ['mauLimit', 'tokenLimit'];
const latestPro = 'pro-202509';
const notOnLatestPro: readonly UsageKey[] = ['rbacEnabled', 'thirdPartyApplicationsLimit'];

/** The cards that a plan shows. */
export function usageKeysOf(planId: string): readonly UsageKey[] {
  if (planId === 'free') {
    return onFree;
  }
  return planId === latestPro ? usageKeys.filter((key) => !notOnLatestPro.includes(key)) : usageKeys;
}
