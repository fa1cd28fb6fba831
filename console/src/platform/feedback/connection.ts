import { sharedValue, useShared } from '../shared-value.ts';

/** `offline`: the browser says that it has no network. `unreachable`: a server of the product does not answer. */
export type Connection = 'good' | 'offline' | 'unreachable';

const connection = sharedValue<Connection>(navigator.onLine ? 'good' : 'offline');
const whenBack = new Set<() => void>();

/** Addresses of servers whose last request got no response. */
const silent = new Set<string>();

function become(next: Connection): void {
  if (connection.get() === next) {
    return;
  }
  connection.set(next);
  if (next === 'good') {
    for (const listener of whenBack) {
      listener();
    }
  }
}

addEventListener('offline', () => become('offline'));
addEventListener('online', () => {
  silent.clear();
  become('good');
});

/** Notes whether a request to this address got a response. */
export function noteResponse(base: string, isThere: boolean): void {
  if (!isThere) {
    silent.add(base);
  } else if (!silent.delete(base)) {
    return;
  }
  if (connection.get() !== 'offline') {
    become(silent.size > 0 ? 'unreachable' : 'good');
  }
}

/** Asks the silent servers for any response. */
export async function askSilentServers(timeoutMs: number): Promise<void> {
  await Promise.all(
    [...silent].map((base) =>
      // Without CORS: whether there is a response is all that matters.
      fetch(`${base}/api/status`, { mode: 'no-cors', signal: AbortSignal.timeout(timeoutMs) }).then(
        () => noteResponse(base, true),
        () => undefined,
      ),
    ),
  );
}

/** Calls the function whenever the connection is back. Returns a function that ends this. */
export function onBack(listener: () => void): () => void {
  whenBack.add(listener);
  return () => void whenBack.delete(listener);
}

export const useConnection = () => useShared(connection);
