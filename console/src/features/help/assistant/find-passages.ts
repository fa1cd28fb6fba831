import { assistantApi } from '@postern/contracts/help/assistant';
import { IconBook } from '@tabler/icons-react';
import { call } from '#platform/client/call.ts';
import { config } from '#platform/config.ts';
import type { Find } from '#platform/palette/commands.ts';

const mostShown = 4;

/** Sections of the documentation for the command palette. */
export const findPassages: Find = async (query, tenantId, signal) => {
  const { data } = await call(assistantApi.search, { query: { q: query.slice(0, 200) } }, tenantId, signal);
  return data.slice(0, mostShown).map(({ title, heading, path }) => ({
    id: path,
    label: heading || title,
    ...(heading ? { note: title } : {}),
    icon: IconBook,
    href: `${config.docsUrl}/${path}`,
  }));
};
