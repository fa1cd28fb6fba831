import { Readable } from 'node:stream';
import type { LiveEvent } from '@postern/contracts/cloud/live';
import type { App } from '#platform/app';
import { every } from '#platform/every';

/** Keeps proxies from closing an idle connection. */
const beatMs = 25_000;
/** The token is checked only when a stream opens, so streams must be reopened regularly. */
const lifeMs = 15 * 60_000;
/** Usually one per browser; the oldest is closed first. */
const maxPerPerson = 20;

type Streams = { open: Map<string, Set<Readable>>; beat: ReturnType<typeof every> | undefined };

/** The state of this feature. */
export const createStreams = (): Streams => ({ open: new Map(), beat: undefined });

const streamsOf = (app: App) => app.stateOf<Streams>('live');

const all = ({ open }: Streams) => [...open.values()].flatMap((streams) => [...streams]);

/** One timer for all streams; stopped while there are none. */
function keepBeating(streams: Streams): void {
  streams.beat ??= every(beatMs, () => {
    for (const stream of all(streams)) {
      stream.push(': still here\n\n');
    }
  });
}

function forget(streams: Streams, userId: string, stream: Readable): void {
  const own = streams.open.get(userId);
  own?.delete(stream);
  if (own?.size === 0) {
    streams.open.delete(userId);
  }
  if (streams.open.size === 0) {
    streams.beat?.stop();
    streams.beat = undefined;
  }
}

/** Opens a stream of events for a person until their browser disconnects. */
export function openStream(app: App, userId: string): Readable {
  const streams = streamsOf(app);
  const own = streams.open.get(userId) ?? new Set<Readable>();
  streams.open.set(userId, own);
  const [oldest] = own;
  if (oldest && own.size >= maxPerPerson) {
    oldest.push(null);
  }
  const stream = new Readable({ read() {} });
  const end = setTimeout(() => stream.push(null), lifeMs).unref();
  stream.once('close', () => {
    clearTimeout(end);
    forget(streams, userId, stream);
  });
  stream.once('end', () => forget(streams, userId, stream));
  own.add(stream);
  keepBeating(streams);
  // Signals the browser that it receives all events from now on.
  stream.push(': listening\n\n');
  return stream;
}

export function deliver(app: App, userIds: readonly string[], event: LiveEvent): void {
  const { open } = streamsOf(app);
  for (const stream of userIds.flatMap((userId) => [...(open.get(userId) ?? [])])) {
    stream.push(`data: ${JSON.stringify(event)}\n\n`);
    if (event.kind === 'accountSuspended') {
      stream.push(null);
    }
  }
}

/** On shutdown: browsers reopen their streams on another node. */
export function closeStreams(app: App): void {
  for (const stream of all(streamsOf(app))) {
    stream.push(null);
  }
}
