import { connectorsApi } from '@postern/contracts/messages/connectors';
import i18next from 'i18next';
import { connectorPath } from '#paths/connectors.ts';
import { call } from '#platform/client/call.ts';
import type { Find } from '#platform/palette/commands.ts';
import { tabOf, typeIcons } from './kinds.ts';
import { sayIn } from './shared/say-in.ts';

const shown = 5;

/** Finds connectors for the palette by name, target or id. Filtered here, because the API has no search for them. */
export const findConnectors: Find = async (text, tenantId, signal) => {
  const { data } = await call(connectorsApi.list, { query: {} }, tenantId, signal);
  const wanted = text.toLocaleLowerCase();
  return data
    .filter(({ id, name, target }) =>
      [id, sayIn(name, i18next.language), target].some((one) => one.toLocaleLowerCase().includes(wanted)),
    )
    .slice(0, shown)
    .map(({ id, name, type, target }) => ({
      id,
      label: sayIn(name, i18next.language),
      note: text === id ? id : target,
      icon: typeIcons[type],
      to: connectorPath,
      params: { tab: tabOf(type), connectorId: id },
    }));
};
