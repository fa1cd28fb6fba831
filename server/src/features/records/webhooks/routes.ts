import { isTrue, JsonObject } from '@postern/contracts/fields';
import {
  type Webhook,
  type WebhookConfig,
  type WebhookWithStats,
  webhooksApi,
} from '@postern/contracts/records/webhooks';
import { countAll, countLimit, readTimes, totalOf } from '#features/records/audit';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { refusalOf } from '#platform/egress/egress';
import { AppError, invalidInput, refuseOtherTenant } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { enqueueNow } from '#platform/jobs/jobs';
import { newId, newSecret } from '#platform/secrets/ids';
import { countDeliveries, countStates, listDeliveries, reviveAll, reviveDelivery } from './deliveries.store.ts';
import { keySealer } from './seal-keys.ts';
import {
  countByHour,
  countExecutions,
  countRecentLogs,
  countWebhooks,
  deleteWebhook,
  findPauses,
  findSigningHook,
  findWebhook,
  insertWebhook,
  listRecentLogs,
  listWebhooks,
  resumeWebhook,
  rotateSigningKey,
  updateWebhook,
} from './store.ts';
import { deliverJob, deliverQueue } from './subscribe.ts';
import { sendTest, testPayloadOf } from './test-payload.ts';

/** How long a replaced signing key is still used. */
const overlapHours = 24;

const missing = (id: string) => new AppError('entity.not_exists_with_id', { values: { name: 'Hook', id } });

/** What changes of an unknown hook answer. */
const missingForChange = () => new AppError('entity.not_exists', { values: { name: 'Hook' } });

/** The administrator asks for deliveries: they need not wait for the end of a pause. */
async function deliverNow(db: Db, tenantId: string, id: string): Promise<void> {
  await resumeWebhook(db, tenantId, id);
  await enqueueNow(db, deliverQueue, [deliverJob({ tenantId, id })]);
}

async function getWebhook(app: App, db: Db, id: string): Promise<Webhook> {
  const found = await findWebhook(db, id, keySealer(app));
  if (!found) {
    throw missing(id);
  }
  return found;
}

/** Rejects addresses that can never be called, such as those in the operator's network. */
async function checkUrl({ egress }: App, config: WebhookConfig | undefined): Promise<void> {
  const refusal = config && (await refusalOf(() => egress.check(config.url)));
  if (refusal) {
    const { sentence: message, values: fill } = refusal;
    throw invalidInput('body', [{ path: ['config', 'url'], message, fill }]);
  }
}

async function withStats(db: Db, hooks: Webhook[]): Promise<WebhookWithStats[]> {
  const stats = await countExecutions(
    db,
    hooks.map(({ id }) => id),
  );
  return hooks.map((hook) => ({
    ...hook,
    executionStats: stats.get(hook.id) ?? { successCount: 0, requestCount: 0 },
  }));
}

export function webhookRoutes(scope: Scope): void {
  route(scope, webhooksApi.list, async ({ app, db, query, page, total }) => {
    if (page) {
      total(await countWebhooks(db));
    }
    const hooks = await listWebhooks(db, page, keySealer(app));
    return isTrue(query.includeExecutionStats) ? withStats(db, hooks) : hooks;
  });

  route(scope, webhooksApi.create, {
    prepare: ({ app, body }) => checkUrl(app, body.config),
    handle: async ({ app, db, tenantId, body }) => {
      const { name = '', event = null, events = [], config, enabled = true } = body;
      refuseOtherTenant(tenantId, body.tenantId);
      if (event === null && events.length === 0) {
        throw new AppError('hook.missing_events');
      }
      const all = [...new Set(events)];
      const id = newId();
      await emit(db, { name: 'Webhook.Created', subjectId: id, data: { name } });
      const hook = { tenantId, id, name, event, events: all, config, signingKey: newSecret(), enabled };
      return insertWebhook(db, hook, keySealer(app));
    },
  });

  route(scope, webhooksApi.sample, {
    respond: async ({ params: { event } }) => JsonObject.parse(testPayloadOf('fake-webhook-id', event)),
  });

  route(scope, webhooksApi.get, async ({ app, db, params: { id }, query }) => {
    const hook = await getWebhook(app, db, id);
    const [counted] = isTrue(query.includeExecutionStats) ? await withStats(db, [hook]) : [];
    return counted ?? hook;
  });

  route(scope, webhooksApi.update, {
    prepare: ({ app, body }) => checkUrl(app, body.config),
    handle: async ({ app, db, tenantId, params: { id }, body }) => {
      refuseOtherTenant(tenantId, body.tenantId);
      const events = body.events && [...new Set(body.events)];
      const updated = await updateWebhook(db, { tenantId, id }, { ...body, events }, keySealer(app));
      if (!updated) {
        throw missingForChange();
      }
      if (updated.event === null && updated.events.length === 0) {
        throw new AppError('hook.missing_events');
      }
      await emit(db, { name: 'Webhook.Data.Updated', subjectId: id, data: { fields: Object.keys(body) } });
      if (updated.enabled) {
        // Deliveries may have waited while it was off.
        await enqueueNow(db, deliverQueue, [deliverJob(updated)]);
      }
      return updated;
    },
  });

  route(scope, webhooksApi.remove, async ({ db, params: { id } }) => {
    if (!(await deleteWebhook(db, id))) {
      throw missing(id);
    }
    await emit(db, { name: 'Webhook.Deleted', subjectId: id });
  });

  route(scope, webhooksApi.rotateKey, async ({ app, db, tenantId, params: { id } }) => {
    const updated = await rotateSigningKey(db, { tenantId, id }, newSecret(), overlapHours, keySealer(app));
    if (!updated) {
      throw missingForChange();
    }
    await emit(db, { name: 'Webhook.SigningKey.Rotated', subjectId: id });
    return updated;
  });

  route(scope, webhooksApi.test, {
    // No connection is held while the endpoint is called.
    respond: async ({ app, tenantId, params: { id }, body: { events, config } }) => {
      const hook = await app.tenancy.read(tenantId, (db) => findSigningHook(db, tenantId, id, keySealer(app)));
      if (!hook) {
        throw missing(id);
      }
      await checkUrl(app, config);
      const { signingKey, previousKey } = hook;
      await sendTest(app, id, { config, signingKey, previousKey: previousKey ?? undefined }, events);
    },
  });

  deliveryRoutes(scope);
}

function deliveryRoutes(scope: Scope): void {
  route(scope, webhooksApi.recentLogs, async ({ db, params: { id }, query, page, total }) => {
    if (!page) {
      // `paged: always` gives every call a page.
      return [];
    }
    const filter = { hookId: id, logKey: query.logKey, result: query.result, ...readTimes(query) };
    const isDay = filter.from === undefined && filter.until === undefined && !isTrue(query.enableCap);
    const limit = isDay ? countAll : countLimit(page, query.enableCap);
    total(...totalOf(await countRecentLogs(db, filter, limit.most), limit));
    return listRecentLogs(db, filter, page);
  });

  route(scope, webhooksApi.status, async ({ db, params: { id } }) => {
    const pauses = await findPauses(db, id);
    if (!pauses) {
      throw missing(id);
    }
    return { ...pauses, ...(await countStates(db, id)), hours: await countByHour(db, id) };
  });

  route(scope, webhooksApi.deliveries, async ({ app, db, params: { id }, query, page, total }) => {
    await getWebhook(app, db, id);
    if (!page) {
      return [];
    }
    const filter = { hookId: id, state: query.state, deliveryId: query.deliveryId };
    total(await countDeliveries(db, filter));
    return listDeliveries(db, filter, page);
  });

  route(scope, webhooksApi.replay, async ({ app, db, tenantId, params: { id, deliveryId } }) => {
    await getWebhook(app, db, id);
    const revived = await reviveDelivery(db, id, deliveryId);
    if (!revived) {
      throw new AppError('entity.not_exists_with_id', { values: { name: 'Delivery', id: deliveryId } });
    }
    await emit(db, { name: 'Webhook.Deliveries.Replayed', subjectId: id, data: { deliveryId } });
    await deliverNow(db, tenantId, id);
    return revived;
  });

  route(scope, webhooksApi.replayAll, async ({ app, db, tenantId, params: { id } }) => {
    await getWebhook(app, db, id);
    const replayed = await reviveAll(db, id);
    await emit(db, { name: 'Webhook.Deliveries.Replayed', subjectId: id, data: { replayed } });
    await deliverNow(db, tenantId, id);
    return { replayed };
  });
}
