import { createHash, randomUUID } from 'node:crypto';
import { pageViewsApi } from '@postern/contracts/operations/page-views';
import { adminTenantId } from '@postern/contracts/wire';
import { z } from 'zod';
import { countLimits } from '#features/operations/throttle';
import type { App, Feature } from '#platform/app';
import type { Db } from '#platform/db/db';
import { route, type Scope } from '#platform/http/route';
import { enqueue, installation, type Job, type Outcome } from '#platform/jobs/jobs';
import type { OutboxEvent } from '#platform/jobs/outbox';
import { type ProductEvent, productEventOf } from './product-events.ts';
import { messageOfEvent, messageOfView, sendMessages } from './send.ts';
import { countTokensOfDay } from './store.ts';

const sendQueue = 'trackers.send';
const tokensQueue = 'trackers.tokens';
const viewsPerHour = 1000;
const tenantsPerStep = 500;
const isOn = ({ config }: App) => config.tracker !== undefined;

const Events = z.array(
  z.object({ event: z.string(), tenantId: z.string(), at: z.number(), id: z.string(), count: z.number().optional() }),
);
const Views = z.array(z.object({ path: z.string(), at: z.number(), id: z.string() }));
const Payload = z.object({ events: Events.default([]), views: Views.default([]) });

/** Adds a job in the transaction that takes the events from the outbox. */
async function handOut(db: Db, given: OutboxEvent[], app: App): Promise<void> {
  const events = isOn(app) ? given.flatMap((event) => productEventOf(event) ?? []) : [];
  if (events.length > 0) {
    await enqueue(db, { queue: sendQueue, tenantId: installation, payload: { events } });
  }
}

async function send({ payload, signal }: Job, app: App): Promise<Outcome> {
  const { events, views } = Payload.parse(payload);
  const { edition } = app.config;
  const batch = [
    ...events.map(({ count, ...event }) =>
      messageOfEvent({ ...event, ...(count === undefined ? {} : { count }) }, edition),
    ),
    ...views.map((view) => messageOfView(view, edition)),
  ];
  await sendMessages(app, batch, signal);
  return undefined;
}

/** The same for each attempt and each node, so that the receiver counts a day once. */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Tokens are counted, not listed: one event per tenant for the day before. */
async function sendTokenCounts({ signal }: Job, app: App, region?: string): Promise<Outcome> {
  const end = new Date().setUTCHours(0, 0, 0, 0);
  const day = new Date(end - 1).toISOString().slice(0, 10);
  let after: string | undefined = '';
  while (after !== undefined && !signal.aborted) {
    const from: string = after;
    const { last, counts } = await app.tenancy.system((db) => countTokensOfDay(db, day, from, tenantsPerStep), region);
    const events = counts.map(
      ({ tenantId, tokens }): ProductEvent => ({
        event: 'access token issued',
        tenantId,
        at: end - 1,
        id: idOf(`${tenantId} ${day}`),
        count: tokens,
      }),
    );
    const batch = events.map((event) => messageOfEvent(event, app.config.edition));
    await sendMessages(app, batch, signal);
    after = last;
  }
  return undefined;
}

function trackerRoutes(scope: Scope): void {
  route(scope, pageViewsApi.create, {
    respond: async ({ app, body: { path }, caller }) => {
      if (!isOn(app)) {
        return;
      }
      const limit = { what: `page views of ${caller.subject}`, amount: 1, most: viewsPerHour };
      if (await app.tenancy.write(adminTenantId, (db) => countLimits(db, [limit], 3600))) {
        return;
      }
      const views = [{ path, at: Date.now(), id: randomUUID() }];
      await app.tenancy.system((db) => enqueue(db, { queue: sendQueue, tenantId: installation, payload: { views } }));
    },
  });
}

/** Sends product events and page views to the receiver that the operator names; nothing without one. */
export const trackers: Feature = {
  name: 'trackers',
  adminRoutes: trackerRoutes,
  subscribers: [{ name: 'trackers', handle: handOut }],
  queues: [
    { queue: sendQueue, isOutbound: true, isOn, run: send },
    { queue: tokensQueue, isOutbound: true, isOn, everySeconds: 86_400, run: sendTokenCounts },
  ],
};
