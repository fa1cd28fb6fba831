import type { Readable } from 'node:stream';
import type { LiveEvent } from '@postern/contracts/cloud/live';
import type { App } from '#platform/app';
import { createEventStreams, type EventStreams } from '#platform/http/event-streams';

/** Usually one per browser; the oldest is closed first. */
const maxPerPerson = 20;

/** The state of this feature: streams by the ID of their person. */
export const createStreams = (): EventStreams<undefined> => createEventStreams();

const streamsOf = (app: App) => app.stateOf<EventStreams<undefined>>('live');

/** Opens a stream of events for a person until their browser disconnects. */
export function openStream(app: App, userId: string): Readable {
  const streams = streamsOf(app);
  const own = streams.of(userId);
  if (own.length >= maxPerPerson) {
    own[0]?.end();
  }
  return streams.open(userId, undefined);
}

export function deliver(app: App, userIds: readonly string[], event: LiveEvent): void {
  const streams = streamsOf(app);
  for (const stream of userIds.flatMap((userId) => streams.of(userId))) {
    stream.send(`data: ${JSON.stringify(event)}\n\n`);
    if (event.kind === 'accountSuspended') {
      stream.end();
    }
  }
}

/** Browsers reopen their streams. */
export const closeStreams = (app: App): void => streamsOf(app).endAll();

/** On shutdown: browsers reopen their streams on another node. */
export const stopStreams = (app: App): void => streamsOf(app).stop();
