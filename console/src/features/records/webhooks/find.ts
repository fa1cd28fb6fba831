import { webhooksApi } from '@postern/contracts/records/webhooks';
import { IconWebhook } from '@tabler/icons-react';
import { webhookSettingsPath } from '#paths/webhooks.ts';
import type { Find } from '#platform/palette/commands.ts';
import { namedLike, readList } from '#platform/palette/find-in-list.ts';

/** Finds webhooks for the palette by name, address or id. */
export const findWebhooks: Find = async (text, tenantId) => {
  const webhooks = await readList(webhooksApi.list, { query: {} }, tenantId);
  return namedLike(webhooks, text, ({ name, config }) => [name, config.url]).map(({ id, name, config }) => ({
    id,
    label: name,
    note: text === id ? id : config.url,
    icon: IconWebhook,
    to: webhookSettingsPath,
    params: { id },
  }));
};
