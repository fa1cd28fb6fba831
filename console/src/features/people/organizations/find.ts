import { organizationsApi } from '@postern/contracts/people/organizations';
import { IconBuilding } from '@tabler/icons-react';
import { organizationSettingsPath } from '#paths/organizations.ts';
import { call } from '#platform/client/call.ts';
import type { Find } from '#platform/palette/commands.ts';

/** Finds organizations for the palette by name, description or id. */
export const findOrganizations: Find = async (text, tenantId, signal) => {
  const { data } = await call(
    organizationsApi.list,
    { query: { q: text, page: '1', page_size: '5' } },
    tenantId,
    signal,
  );
  return data.map(({ id, name, description }) => ({
    id,
    label: name,
    note: text === id ? id : (description ?? undefined),
    icon: IconBuilding,
    to: organizationSettingsPath,
    params: { id },
  }));
};
