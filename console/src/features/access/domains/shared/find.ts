import { domainsApi } from '@postern/contracts/access/domains';
import { IconWorld } from '@tabler/icons-react';
import { domainsPath } from '#paths/domains.ts';
import type { Find } from '#platform/palette/commands.ts';
import { namedLike, readList } from '#platform/palette/find-in-list.ts';

/** Finds custom domains for the palette by name or id. */
export const findDomains: Find = async (text, tenantId) => {
  const domains = await readList(domainsApi.list, {}, tenantId);
  return namedLike(domains, text, ({ domain }) => [domain]).map(({ id, domain }) => ({
    id,
    label: domain,
    note: text === id ? id : undefined,
    icon: IconWorld,
    to: domainsPath,
  }));
};
