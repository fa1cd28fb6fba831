import { organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { organizationScopesApi } from '@postern/contracts/access/organization-scopes';
import { IconKey } from '@tabler/icons-react';
import i18next from 'i18next';
import { roleIcons } from '#features/access/roles/shared/kinds.ts';
import { organizationRolePermissionsPath, organizationScopesPath } from '#paths/organization-template.ts';
import { call } from '#platform/client/call.ts';
import type { Find } from '#platform/palette/commands.ts';

/** Finds organization roles and organization permissions for the palette by name, description or id. */
export const findInTemplate: Find = async (text, tenantId, signal) => {
  const query = { q: text.slice(0, 128), page: '1', page_size: '5' };
  const [roles, scopes] = await Promise.all([
    call(organizationRolesApi.list, { query }, tenantId, signal),
    call(organizationScopesApi.list, { query }, tenantId, signal),
  ]);
  return [
    ...roles.data.map(({ id, name, type }) => ({
      id,
      label: name,
      note: text === id ? id : i18next.t(`roles.types.${type}`),
      icon: roleIcons[type],
      to: organizationRolePermissionsPath,
      params: { id },
    })),
    ...scopes.data.map(({ id, name }) => ({
      id,
      label: name,
      note: text === id ? id : i18next.t('organizationTemplate.kinds.organization'),
      icon: IconKey,
      to: organizationScopesPath,
    })),
  ];
};
