export type BatchWriter = {
  /** Something was added to what waits: it is written soon, or at once when a whole batch waits. */
  added(): void;
  /** Writes everything that waits; false when the database does not take it now. */
  flush(): Promise<boolean>;
  /** The last write of a process that ends. */
  close(): Promise<boolean>;
  isClosed(): boolean;
};

type Options = {
  /** So long things are gathered before they are written together. */
  waitMs: number;
  /** The longest pause after failures; each doubles it. */
  maxWaitMs: number;
  /** From so many on they are written at once. */
  batchSize?: number;
  /** How many things wait. */
  waiting(): number;
  /** Writes a batch of what waits. False: it is kept, and is tried again later. */
  writeBatch(): Promise<boolean>;
};

/**
 * For what happens too often to be written one by one, and may be lost when a process is killed: audit entries and usage.
 * It is kept in memory and written in batches, by one writer at a time. Everything else belongs into the queue of jobs.
 */
export function createBatchWriter({ waitMs, maxWaitMs, batchSize, waiting, writeBatch }: Options): BatchWriter {
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
    writing ??= writeAll().finally(() => {
      writing = undefined;
      if (waiting() > 0) {
        schedule();
      }
    });
    return writing;
  }

  async function flush(): Promise<boolean> {
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
