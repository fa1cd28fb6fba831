import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { IconBuildingFortress } from '@tabler/icons-react';
import { ssoConnectorPath } from '#paths/sso-connectors.ts';
import { call } from '#platform/client/call.ts';
import type { Find } from '#platform/palette/commands.ts';

const shown = 5;

/** Finds connectors for the palette by name, domain or id. Filtered here, because the API has no search for them. */
export const findSsoConnectors: Find = async (text, tenantId, signal) => {
  const { data } = await call(ssoConnectorsApi.list, { query: {} }, tenantId, signal);
  const wanted = text.toLocaleLowerCase();
  return data
    .filter(({ id, connectorName, domains }) =>
      [id, connectorName, ...domains].some((one) => one.toLocaleLowerCase().includes(wanted)),
    )
    .slice(0, shown)
    .map(({ id, connectorName, domains, name }) => ({
      id,
      label: connectorName,
      note: text === id ? id : (domains[0] ?? name),
      icon: IconBuildingFortress,
      to: ssoConnectorPath,
      params: { id },
    }));
};
