import type { Readable } from 'node:stream';
import { type LiveEvent, liveApi } from '@postern/contracts/cloud/live';
import type { App } from '#platform/app';
import type { Caller } from '#platform/http/caller';
import { createStreamCheck, type StreamReader } from '#platform/http/check-streams';
import { createEventStreams, type EventStreams } from '#platform/http/event-streams';

/** Usually one per browser; the oldest is closed first. */
const maxPerPerson = 20;

/** Streams by the ID of their person. */
type State = { streams: EventStreams<StreamReader>; checkRights(): void };

export function createState(app: App): State {
  // A right may end without an event, for example with its time.
  const streams = createEventStreams<StreamReader>(() => checkRights());
  const checkRights = createStreamCheck(app, liveApi.watch, streams.all);
  return { streams, checkRights };
}

const stateOf = (app: App) => app.stateOf<State>('live');

/** Opens a stream of events for a person until their browser disconnects or their token ends. */
export function openStream(app: App, reader: StreamReader, { subject, expiresAt }: Caller): Readable {
  const { streams } = stateOf(app);
  const own = streams.of(subject);
  if (own.length >= maxPerPerson) {
    own[0]?.end();
  }
  return streams.open(subject, reader, { endsAt: expiresAt });
}

export function deliver(app: App, userIds: readonly string[], event: LiveEvent | null): void {
  const { streams, checkRights } = stateOf(app);
  if (event === null) {
    if (userIds.some((userId) => streams.of(userId).length > 0)) {
      checkRights();
    }
    return;
  }
  for (const stream of userIds.flatMap((userId) => streams.of(userId))) {
    stream.send(`data: ${JSON.stringify(event)}\n\n`);
    if (event.kind === 'accountSuspended') {
      stream.end();
    }
  }
}

/** Browsers reopen their streams. */
export const closeStreams = (app: App): void => stateOf(app).streams.endAll();

/** On shutdown: browsers reopen their streams on another node. */
export const stopStreams = (app: App): void => stateOf(app).streams.stop();
