import type { Sku } from '@postern/contracts/plans';
import { type Quota, switchedKeys } from '@postern/contracts/quota';

/** What plans are compared by, in this order. */
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
  'auditLogsRetentionDays',
  'hooksLimit',
  'securityFeaturesEnabled',
  'customJwtEnabled',
  'subjectTokenEnabled',
  'bringYourUiEnabled',
  'collectUserProfileEnabled',
  'idpInitiatedSsoEnabled',
  'ticketSupportResponseTime',
] as const satisfies readonly (keyof Quota)[];
export type ComparedKey = (typeof quotaOrder)[number];

const isSwitch = (key: string) => switchedKeys.some((known) => known === key);

/** What a plan says of a key; one that it does not speak of is not limited. */
export function limitOf({ quota }: Pick<Sku, 'quota'>, key: ComparedKey): number | boolean | null {
  const limit = quota[key];
  if (limit !== undefined) {
    return limit;
  }
  return key === 'ticketSupportResponseTime' ? 0 : isSwitch(key) ? true : null;
}
