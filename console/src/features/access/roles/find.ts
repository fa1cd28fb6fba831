import { rolesApi } from '@postern/contracts/access/roles';
import i18next from 'i18next';
import { rolePermissionsPath } from '#paths/roles.ts';
import { call } from '#platform/client/call.ts';
import { containing } from '#platform/list/containing.ts';
import type { Find } from '#platform/palette/commands.ts';
import { roleIcons } from './shared/kinds.ts';

/** Finds roles for the palette by name, description or id. */
export const findRoles: Find = async (text, tenantId, signal) => {
  const query = { search: containing(text), page: '1', page_size: '5' };
  const { data } = await call(rolesApi.list, { query }, tenantId, signal);
  return data.map(({ id, name, type }) => ({
    id,
    label: name,
    note: text === id ? id : i18next.t(`roles.types.${type}`),
    icon: roleIcons[type],
    to: rolePermissionsPath,
    params: { id },
  }));
};
