import { auditApi } from '@postern/contracts/records/audit';
import { IconListDetails } from '@tabler/icons-react';
import i18next from 'i18next';
import { auditLogPath } from '#paths/audit.ts';
import { call } from '#platform/client/call.ts';
import type { Find } from '#platform/palette/commands.ts';
import { isId } from '#platform/palette/find-in-list.ts';
import { eventTitle } from './shared/event-title.ts';

/** Finds an entry of the audit log for the palette by its id. */
export const findLogs: Find = async (text, tenantId, signal) => {
  if (!isId(text)) {
    return [];
  }
  const { data } = await call(auditApi.get, { params: { id: text } }, tenantId, signal);
  return [
    {
      id: data.id,
      label: eventTitle(i18next.t, data.key),
      note: data.id,
      icon: IconListDetails,
      to: auditLogPath,
      params: { logId: data.id },
    },
  ];
};
