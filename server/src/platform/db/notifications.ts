import pg from 'pg';
import type { Log } from '#platform/observe/log';
import { clientOptions, type DatabaseAddress } from './db.ts';
import { watchSilence } from './watch-silence.ts';

export type Notifications = { close(): Promise<void> };

type Options = {
  address: DatabaseAddress;
  log: Log;
  channels: Record<string, (payload: string) => void>;
  /** Called after a reconnect, because notifications may have been missed. */
  onReconnect: () => void;
  /** Called while the database does not respond. */
  onSilent?: () => void;
};

const retryDelay = 500;
const answerMs = 5000;

/** Listens for NOTIFY on a dedicated connection and reconnects when it is lost. */
export async function listen({ address, log, channels, onReconnect, onSilent }: Options): Promise<Notifications> {
  let client: pg.Client | undefined;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;
  let opening: Promise<void> | undefined;

  async function open() {
    const next = new pg.Client({ ...clientOptions(address, 'postern-listen'), query_timeout: answerMs });
    next.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? ''));
    next.on('error', (error) => log.warn({ err: error }, 'listen connection lost'));
    try {
      await next.connect();
      for (const channel of Object.keys(channels)) {
        await next.query(`listen ${channel}`);
      }
    } catch (error) {
      next.end().catch(() => undefined);
      throw error;
    }
    // Only from here on: a failed connect also emits `end`, and each failure would be retried twice.
    next.on('end', () => {
      client = undefined;
      if (!isClosed) {
        retry = setTimeout(reopen, retryDelay);
      }
    });
    client = next;
    if (isClosed) {
      await next.end();
    }
  }

  async function reopen() {
    try {
      opening = open();
      await opening;
      onReconnect();
    } catch (error) {
      log.warn({ err: error }, 'listen connection reopen failed');
      if (!isClosed) {
        retry = setTimeout(reopen, retryDelay);
      }
    }
  }

  await open();
  const watch = watchSilence({
    database: 'home',
    ask: async () => (client ? client.query('select 1') : opening),
    onSilent() {
      onSilent?.();
      // With a pending statement this closes the connection at once, and it is opened again.
      client?.end().catch(() => undefined);
    },
    log,
  });
  return {
    async close() {
      isClosed = true;
      watch.stop();
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}
