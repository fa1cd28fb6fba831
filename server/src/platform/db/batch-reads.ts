/** Returns the rows that exist, by key. */
type Read<Row> = (tenantId: string, keys: string[]) => Promise<Map<string, Row>>;

/** After the requests that have already arrived in this turn of the event loop. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

type Batch<Row> = { keys: Set<string>; found: Promise<Map<string, Row>> };

/**
 * For single rows that very many requests read. One query per tenant runs at a time; calls that arrive meanwhile share
 * the next one. A call never gets the result of a query that began before it, so results are as fresh as without it.
 */
export function batchByTenant<Row>(read: Read<Row>): (tenantId: string, key: string) => Promise<Row | undefined> {
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, Batch<Row>>();

  function openBatch(tenantId: string): Batch<Row> {
    const keys = new Set<string>();
    const found = (running.get(tenantId) ?? Promise.resolve()).then(nextTurn).then(() => {
      waiting.delete(tenantId);
      return read(tenantId, [...keys]);
    });
    const forget = () => {
      if (running.get(tenantId) === ended) {
        running.delete(tenantId);
      }
    };
    const ended: Promise<void> = found.then(forget, forget);
    running.set(tenantId, ended);
    const batch = { keys, found };
    waiting.set(tenantId, batch);
    return batch;
  }

  return async (tenantId, key) => {
    const { keys, found } = waiting.get(tenantId) ?? openBatch(tenantId);
    keys.add(key);
    return (await found).get(key);
  };
}
