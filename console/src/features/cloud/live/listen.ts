import type { LiveEvent } from '@postern/contracts/cloud/live';
import { liveApi } from '@postern/contracts/cloud/live';
import { cloudApiIndicator } from '@postern/contracts/wire';
import { keepFollowing, StreamRefused } from '#platform/live/event-stream.ts';
import { accessToken } from '#platform/session/access-token.ts';
import { readSession } from '#platform/session/store.ts';
import { readEvent } from './read-events.ts';

const name = 'postern:console:live';
type Listener = {
  onEvent: (event: LiveEvent) => void;
  /** The stream was interrupted, so events may be missing. */
  onGap: () => void;
};

/** Events of one window are shared with all windows of the browser. */
type Shared = { event: LiveEvent } | { gap: true };

async function open(signal: AbortSignal): Promise<Response> {
  if (!readSession()) {
    throw new StreamRefused();
  }
  const token = await accessToken({ resource: cloudApiIndicator });
  return fetch(liveApi.watch.path, { headers: { authorization: `Bearer ${token}` }, signal });
}

function follow({ onEvent, onGap }: Listener, signal: AbortSignal): Promise<void> {
  let isFirst = true;
  return keepFollowing(
    {
      open,
      onOpen: () => {
        if (!isFirst) {
          onGap();
        }
        isFirst = false;
      },
      onMessage: (data) => {
        const event = readEvent(data);
        if (event) {
          onEvent(event);
        }
      },
    },
    signal,
  );
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
    .request(name, { signal: stop.signal }, () => follow(leading, stop.signal))
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
