import {
  defaultMessageLimits,
  type MessageLimitsState,
  messageLimitsApi,
} from '@postern/contracts/messages/message-limits';
import type { Feature } from '#platform/app';
import type { Db } from '#platform/db/db';
import { route } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import {
  deleteOldCounters,
  deleteOldCounts,
  findMessageLimits,
  findUsedMessages,
  listMessageCounts,
  saveMessageLimits,
} from './store.ts';

export { recordSent, refundMessage, takeMessage } from './take-message.ts';

async function showLimits(db: Db): Promise<MessageLimitsState> {
  const limits = await findMessageLimits(db);
  const effectiveOf = (kind: 'email' | 'sms') => ({
    hour: limits[kind].hour ?? defaultMessageLimits[kind].hour,
    day: limits[kind].day ?? defaultMessageLimits[kind].day,
  });
  return {
    limits,
    effective: { email: effectiveOf('email'), sms: effectiveOf('sms') },
    used: await findUsedMessages(db),
  };
}

export const messageLimits: Feature = {
  name: 'message-limits',
  tenantRoutes: (scope) => {
    route(scope, messageLimitsApi.get, ({ db }) => showLimits(db));
    route(scope, messageLimitsApi.save, async ({ db, tenantId, body }) => {
      await saveMessageLimits(db, body);
      await emit(db, { name: 'Messages.Limits.Updated', subjectId: tenantId, data: { ...body } });
      return showLimits(db);
    });
    route(scope, messageLimitsApi.counts, ({ db, query: { unit } }) => listMessageCounts(db, unit));
  },
  jobs: [
    { name: 'message-limits.forget-counters', everySeconds: 3600, run: deleteOldCounters },
    { name: 'message-limits.forget-counts', everySeconds: 3600, run: deleteOldCounts },
  ],
};
