import { pathOf } from '@postern/contracts/endpoint';
import { type Change, changesApi } from '@postern/contracts/records/changes';
import { targetOf } from '../client/target.ts';
import { readChange } from '../read-plainly.ts';
import { accessToken } from '../session/access-token.ts';
import { readSession } from '../session/store.ts';
import { keepFollowing, StreamRefused } from './event-stream.ts';

type Listener = {
  onChange: (change: Change) => void;
  /** Changes may be missing: before the stream opened, or while the window was hidden. */
  onGap: () => void;
};

/** Messages of the window that holds the stream, for the other windows of the browser. */
type Shared = { change: Change } | { gap: true };

/** The person may not read this tenant. The pages say so themselves. */
const refused = [401, 403, 404];

async function open(tenantId: string, signal: AbortSignal): Promise<Response> {
  if (!readSession()) {
    throw new StreamRefused();
  }
  const { base, access } = await targetOf(changesApi.watch, undefined, tenantId);
  const token = access && (await accessToken(access));
  const response = await fetch(`${base}${pathOf(changesApi.watch)}`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
    signal,
  });
  if (refused.includes(response.status)) {
    throw new StreamRefused();
  }
  return response;
}

/** Follows the stream for all windows. Unknown messages of a newer server are ignored. */
function lead(tenantId: string, share: (message: Shared) => void, signal: AbortSignal): Promise<void> {
  return keepFollowing(
    {
      open: (aborted) => open(tenantId, aborted),
      onOpen: () => share({ gap: true }),
      onMessage: (data) => {
        const change = readChange(JSON.parse(data));
        if (change) {
          share({ change });
        }
      },
    },
    signal,
  );
}

/**
 * Follows the changes of a tenant until the returned function is called. One visible window of the browser holds the
 * stream and informs the others, because browsers limit connections per server.
 */
export function followChanges(tenantId: string, { onChange, onGap }: Listener): () => void {
  const name = `postern:console:changes:${tenantId}`;
  const channel = new BroadcastChannel(name);
  let stop: AbortController | undefined;

  function receive(message: Shared): void {
    if (document.hidden) {
      // Read again when the window is shown.
      return;
    }
    if ('change' in message) {
      onChange(message.change);
    } else {
      onGap();
    }
  }

  function begin(): void {
    const current = new AbortController();
    stop = current;
    const share = (message: Shared) => {
      channel.postMessage(message);
      receive(message);
    };
    navigator.locks
      .request(name, { signal: current.signal }, () => lead(tenantId, share, current.signal))
      .catch((error: unknown) => {
        if (!current.signal.aborted) {
          throw error;
        }
      });
  }

  function end(): void {
    stop?.abort();
    stop = undefined;
  }

  function onVisibility(): void {
    if (document.hidden) {
      end();
    } else if (!stop) {
      begin();
      onGap();
    }
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Shared>) => receive(data));
  document.addEventListener('visibilitychange', onVisibility);
  if (!document.hidden) {
    begin();
  }
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    end();
    channel.close();
  };
}
