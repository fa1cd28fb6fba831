import type { Readable } from 'node:stream';
import { changesApi, resetEvent } from '@postern/contracts/records/changes';
import { adminTenantId } from '@postern/contracts/wire';
import type { FastifyRequest } from 'fastify';
import type { App } from '#platform/app';
import type { Caller } from '#platform/http/caller';
import { createStreamCheck, type StreamReader } from '#platform/http/check-streams';
import { AppError } from '#platform/http/errors';
import { createEventStreams, type EventStreams } from '#platform/http/event-streams';
import type { Announcement } from './announce.ts';
import { watchChanges } from './store.ts';

/** Per node. One window of a browser holds the stream for all windows. */
const maxPerPerson = 10;
const maxPerTenant = 200;
const retryAfterSeconds = 30;

type Owner = StreamReader & { subject: string };

type State = { streams: EventStreams<Owner>; checkRights(): void };

const stateOf = (app: App) => app.stateOf<State>('changes');

/** Rights of console members are in the admin tenant. */
const watchedBy = (tenantId: string) => [...new Set([tenantId, adminTenantId])];

async function renewWatches(app: App, tenantIds: readonly string[]): Promise<void> {
  for (const tenantId of new Set(tenantIds.flatMap(watchedBy))) {
    await app.tenancy.write(tenantId, watchChanges);
  }
}

export function createState(app: App): State {
  const streams = createEventStreams<Owner>(() => {
    // A right may end without an event, for example with its time.
    checkRights();
    renewWatches(app, streams.groups()).catch((error: unknown) => {
      // Readers reconnect and read everything again.
      app.log.warn({ err: error }, 'change watch renewal failed');
      streams.endAll();
    });
  });
  const checkRights = createStreamCheck(app, changesApi.watch, streams.all);
  app.metrics.gauge('postern_change_streams_open', () => streams.all().length);
  return { streams, checkRights };
}

/** Opens a stream of the changes of a tenant. A reader that names its last event may have missed some. */
export async function openStream(
  app: App,
  request: FastifyRequest,
  tenantId: string,
  { subject, expiresAt }: Caller,
): Promise<Readable> {
  const { streams } = stateOf(app);
  const requireRoom = () => {
    const own = streams.of(tenantId);
    if (own.length >= maxPerTenant || own.filter(({ owner }) => owner.subject === subject).length >= maxPerPerson) {
      throw new AppError('changes.too_many_streams', { retryAfter: retryAfterSeconds });
    }
  };
  requireRoom();
  await renewWatches(app, [tenantId]);
  // Others may have opened streams in the meantime.
  requireRoom();
  const first = request.headers['last-event-id'] === undefined ? '' : `event: ${resetEvent}\ndata: {}\n\n`;
  return streams.open(tenantId, { tenantId, subject, request }, { endsAt: expiresAt, first });
}

export function deliver(app: App, { tenantId, seq, revokes, changes }: Announcement): void {
  const { streams, checkRights } = stateOf(app);
  const text = changes
    .map(([kind, id, action]) => `id: ${seq}\ndata: ${JSON.stringify({ kind, id, action })}\n\n`)
    .join('');
  for (const stream of streams.of(tenantId)) {
    stream.send(text);
  }
  if (revokes && streams.all().length > 0) {
    checkRights();
  }
}

/** Readers reopen their streams. */
export function closeStreams(app: App, matches: (tenantId: string) => boolean = () => true): void {
  for (const stream of stateOf(app).streams.all()) {
    if (matches(stream.owner.tenantId)) {
      stream.end();
    }
  }
}

/** On shutdown: readers reopen their streams on another node. */
export const stopStreams = (app: App): void => stateOf(app).streams.stop();
