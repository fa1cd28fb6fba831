import { resourcesApi } from '@postern/contracts/access/resources';
import { IconBox } from '@tabler/icons-react';
import { resourcePermissionsPath } from '#paths/resources.ts';
import { call } from '#platform/client/call.ts';
import type { Find } from '#platform/palette/commands.ts';

const shown = 5;

/**
 * Finds API resources for the palette by name, identifier or id. Filtered here, because the API has no search for them.
 */
export const findResources: Find = async (text, tenantId, signal) => {
  const { data } = await call(resourcesApi.list, { query: {} }, tenantId, signal);
  const wanted = text.toLocaleLowerCase();
  return data
    .filter(({ id, name, indicator }) => [id, name, indicator].some((one) => one.toLocaleLowerCase().includes(wanted)))
    .slice(0, shown)
    .map(({ id, name, indicator }) => ({
      id,
      label: name,
      note: text === id ? id : indicator,
      icon: IconBox,
      to: resourcePermissionsPath,
      params: { id },
    }));
};
