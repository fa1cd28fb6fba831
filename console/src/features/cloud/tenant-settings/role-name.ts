import type { TenantMember } from '@postern/contracts/cloud/tenant-members';
import { TenantRole, tenantRoles } from '@postern/contracts/cloud/tenants';
import { useTranslation } from 'react-i18next';

export const isAdministrator = ({ organizationRoles }: TenantMember) =>
  organizationRoles.some(({ id }) => id === 'admin');

/** The built-in role with the most rights. */
export const knownRole = ({ organizationRoles }: TenantMember): TenantRole =>
  tenantRoles.find((role) => organizationRoles.some(({ id }) => id === role)) ?? 'collaborator';

/** Built-in roles in the console language; roles added by an operator keep their name. */
export function useRoleName(): (role: { id: string; name: string }) => string {
  const { t } = useTranslation();
  return ({ id, name }) => {
    const known = TenantRole.safeParse(id).data;
    return known ? t(`tenantSettings.roles.${known}`) : name;
  };
}
