import type { Sku } from '@postern/contracts/cloud/plans';
import { addOnKeys, type Quota, type QuotaKey, switchedKeys } from '@postern/contracts/quota';

export const quotaOrder = [
  'mauLimit',
  'tokenLimit',
  'applicationsLimit',
  'machineToMachineLimit',
  'thirdPartyApplicationsLimit',
  'samlApplicationsLimit',
  'resourcesLimit',
  'scopesPerResourceLimit',
  'socialConnectorsLimit',
  'mfaEnabled',
  'enterpriseSsoLimit',
  'userRolesLimit',
  'machineToMachineRolesLimit',
  'scopesPerRoleLimit',
  'organizationsLimit',
  'tenantMembersLimit',
  'customDomainsLimit',
  'auditLogsRetentionDays',
  'hooksLimit',
  'securityFeaturesEnabled',
  'customJwtEnabled',
  'actionsEnabled',
  'passkeySignInEnabled',
  'subjectTokenEnabled',
  'bringYourUiEnabled',
  'collectUserProfileEnabled',
  'idpInitiatedSsoEnabled',
  'ticketSupportResponseTime',
] as const satisfies readonly (keyof Quota)[];
export type ComparedKey = (typeof quotaOrder)[number];

const isSwitch = (key: string) => switchedKeys.some((known) => known === key);

/** The limit of a plan for a key; a missing key is unlimited. */
export function limitOf({ quota }: Pick<Sku, 'quota'>, key: ComparedKey): number | boolean | null {
  const limit = quota[key];
  if (limit !== undefined) {
    return limit;
  }
  return key === 'ticketSupportResponseTime' ? 0 : isSwitch(key) ? true : null;
}

/** The add-ons of a paid plan. Tokens are sold in packs and shown separately. */
export const addOnsOf = (plan: Pick<Sku, 'quota'>): QuotaKey[] =>
  addOnKeys.filter((key) => {
    const limit = limitOf(plan, key);
    return key !== 'tokenLimit' && limit !== null && limit !== true;
  });
