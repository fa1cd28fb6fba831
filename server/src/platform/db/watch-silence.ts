import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { every } from '#platform/jobs/every';
import type { Log } from '#platform/observe/log';
import { clientOptions, type DatabaseAddress } from './db.ts';
import { isTimeout } from './pool.ts';

const beatMs = 2000;
const answerMs = 2000;
const againMs = 200;

/** Whether it settles in time, with a result or an error of the other side. */
async function isAnswered(work: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  const options = { signal: timer.signal, ref: false };
  // The second timer lets a process that was busy read the answer that has arrived in the meantime.
  const late = sleep(answerMs, false, options)
    .then(() => sleep(againMs, false, options))
    .catch(() => false);
  const settled = work.then(
    () => true,
    (error) => !isTimeout(error),
  );
  return Promise.race([settled, late]).finally(() => timer.abort());
}

type Options = {
  /** For the log. */
  database: string;
  ask: () => Promise<unknown>;
  onSilent: () => void;
  log: Log;
};

/**
 * Asks a database every two seconds and reports when it gives no answer twice in a row. An error is an answer: the
 * database has closed its connections, so their users know. Without an answer, statements would wait until TCP gives up,
 * which takes minutes. A single miss may be caused by this process.
 */
export function watchSilence({ database, ask, onSilent, log }: Options): { stop(): void } {
  let isAsking = false;
  let wasSilent = false;

  async function beat(): Promise<void> {
    if (isAsking) {
      return;
    }
    isAsking = true;
    let isSilent = !(await isAnswered(ask()));
    if (isSilent) {
      await sleep(againMs, undefined, { ref: false });
      isSilent = !(await isAnswered(ask()));
    }
    if (isSilent) {
      onSilent();
    }
    if (isSilent !== wasSilent) {
      wasSilent = isSilent;
      log.warn({ database }, isSilent ? 'database does not respond' : 'database responds again');
    }
    isAsking = false;
  }

  return every(beatMs, () => void beat());
}

/**
 * Notes failures of what is asked, and logs the first one and the recovery. An error is an answer for `watchSilence`,
 * because the users of a primary get it too. Users of a standby do not: the primary answers them.
 */
export function noteOutages(ask: () => Promise<unknown>, { database, log }: Pick<Options, 'database' | 'log'>) {
  let isUp = true;
  return {
    isUp: () => isUp,
    async ask(): Promise<void> {
      try {
        await ask();
        if (!isUp) {
          log.info({ database }, 'database available again');
        }
        isUp = true;
      } catch (error) {
        if (isUp) {
          log.error({ database, err: error }, 'database unavailable');
        }
        isUp = false;
        throw error;
      }
    },
  };
}

/** Opens a connection and closes it. A statement would wait behind others if the address is a busy pooler. */
export async function tryConnect(address: DatabaseAddress): Promise<void> {
  const client = new pg.Client({ ...clientOptions(address, 'postern-watch'), connectionTimeoutMillis: 2 * answerMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } finally {
    client.end().catch(() => undefined);
  }
}
