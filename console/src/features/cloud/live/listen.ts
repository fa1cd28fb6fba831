import type { LiveEvent } from '@postern/contracts/cloud/live';
import { liveApi } from '@postern/contracts/cloud/live';
import { cloudApiIndicator } from '@postern/contracts/wire';
import { accessToken } from '#platform/session/access-token.ts';
import { readSession } from '#platform/session/store.ts';
import { takeEvents } from './read-events.ts';

const name = 'postern:console:live';
const shortestPause = 1000;
const longestPause = 60_000;
/** After a stream that lasted this long, the next one may start at once. */
const goodMs = 30_000;

type Listener = {
  onEvent: (event: LiveEvent) => void;
  /** The stream was interrupted, so events may be missing. */
  onGap: () => void;
};

/** Events of one window are shared with all windows of the browser. */
type Shared = { event: LiveEvent } | { gap: true };

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Forwards the events of one stream until it ends. */
async function follow(tell: (event: LiveEvent) => void, onOpen: () => void, signal: AbortSignal): Promise<void> {
  const token = await accessToken({ resource: cloudApiIndicator });
  const response = await fetch(liveApi.watch.path, { headers: { authorization: `Bearer ${token}` }, signal });
  if (!response.ok || !response.body) {
    throw new Error(`The stream of events answered ${response.status}.`);
  }
  onOpen();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) {
      return;
    }
    const { events, rest } = takeEvents(text + value);
    text = rest;
    for (const event of events) {
      tell(event);
    }
  }
}

async function keepFollowing({ onEvent, onGap }: Listener, signal: AbortSignal): Promise<void> {
  let wait = shortestPause;
  let hasGap = false;
  while (!signal.aborted && readSession()) {
    const startedAt = performance.now();
    try {
      await follow(onEvent, () => hasGap && onGap(), signal);
    } catch {
      // A temporary network or server failure, or the page was left. The loop below retries.
    }
    hasGap = true;
    wait = performance.now() - startedAt > goodMs ? shortestPause : Math.min(wait * 2, longestPause);
    // Jitter, so that browsers do not all reconnect at once.
    await pause(wait * (0.5 + Math.random() / 2), signal);
  }
}

/**
 * Listens until the returned function is called. One window holds the stream, because browsers limit connections per
 * server.
 */
export function listen(listener: Listener): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<Shared>) =>
    'event' in data ? listener.onEvent(data.event) : listener.onGap(),
  );
  const share = (message: Shared) => channel.postMessage(message);
  const leading: Listener = {
    onEvent: (event) => {
      share({ event });
      listener.onEvent(event);
    },
    onGap: () => {
      share({ gap: true });
      listener.onGap();
    },
  };
  navigator.locks
    .request(name, { signal: stop.signal }, () => keepFollowing(leading, stop.signal))
    .catch((error: unknown) => {
      if (!stop.signal.aborted) {
        throw error;
      }
    });
  return () => {
    stop.abort();
    channel.close();
  };
}
