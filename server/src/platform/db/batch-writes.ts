import { inBackground } from '#platform/jobs/background';

export type BatchWriter = {
  /** Call after adding an item. Schedules a write, or writes at once if a full batch is waiting. */
  added(): void;
  /** Writes all waiting items. Returns false if the database does not accept writes now. */
  flush(): Promise<boolean>;
  /** The last write before the process ends. */
  close(): Promise<boolean>;
  isClosed(): boolean;
};

type Options = {
  /** How long items are collected before a write. */
  waitMs: number;
  /** Maximum delay after failures; the delay doubles with each failure. */
  maxWaitMs: number;
  /** Number of items that triggers a write at once. */
  batchSize?: number;
  /** Number of waiting items. */
  waiting(): number;
  /** For totals that grow without notice, such as metrics: writes again and again after `waitMs`, once it has begun. */
  isEndless?: boolean;
  /** Writes one batch. If it returns false, the items are kept and retried later. */
  writeBatch(): Promise<boolean>;
};

/**
 * For data that is too frequent for single writes and may be lost when a process is killed: audit entries and usage.
 * Items are kept in memory and written in batches by one writer at a time. Use the job queue for everything else.
 */
export function createBatchWriter({
  waitMs,
  maxWaitMs,
  batchSize,
  waiting,
  isEndless,
  writeBatch,
}: Options): BatchWriter {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<boolean> | undefined;
  let failures = 0;
  let isClosed = false;
  const isBatchFull = () => batchSize !== undefined && waiting() >= batchSize;

  function schedule(): void {
    if (timer || isClosed) {
      return;
    }
    timer = setTimeout(
      () => {
        timer = undefined;
        void write();
      },
      Math.min(waitMs * 2 ** failures, maxWaitMs),
    ).unref();
  }

  async function writeAll(): Promise<boolean> {
    let isGood: boolean;
    do {
      isGood = await writeBatch();
      failures = isGood ? 0 : failures + 1;
    } while (isGood && isBatchFull());
    return isGood;
  }

  function write(): Promise<boolean> {
    writing ??= inBackground(writeAll).finally(() => {
      writing = undefined;
      if (isEndless || waiting() > 0) {
        schedule();
      }
    });
    return writing;
  }

  async function flush(): Promise<boolean> {
    if (isEndless) {
      // What grew while the current write was reading is in the next one.
      await writing;
      return write();
    }
    let isGood = true;
    while (isGood && (waiting() > 0 || writing)) {
      isGood = await write();
    }
    return isGood;
  }

  return {
    added() {
      if (isBatchFull() && failures === 0 && !writing) {
        void write();
      } else {
        schedule();
      }
    },
    flush,
    close() {
      isClosed = true;
      clearTimeout(timer);
      return flush();
    },
    isClosed: () => isClosed,
  };
}
