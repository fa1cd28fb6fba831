import pg from 'pg';
import { clientOptions, type DatabaseAddress } from './db.ts';
import type { Log } from './log.ts';

export type Notifications = { close(): Promise<void> };

type Options = {
  address: DatabaseAddress;
  log: Log;
  channels: Record<string, (payload: string) => void>;
  /** Called after a reconnect, because notifications may have been missed. */
  onReconnect: () => void;
};

const retryDelay = 500;

/** Listens for NOTIFY on a dedicated connection and reconnects when it is lost. */
export async function listen({ address, log, channels, onReconnect }: Options): Promise<Notifications> {
  let client: pg.Client | undefined;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;

  async function open() {
    const next = new pg.Client(clientOptions(address, 'postern-listen'));
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
      await open();
      onReconnect();
    } catch (error) {
      log.warn({ err: error }, 'listen connection reopen failed');
      if (!isClosed) {
        retry = setTimeout(reopen, retryDelay);
      }
    }
  }

  await open();
  return {
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}
