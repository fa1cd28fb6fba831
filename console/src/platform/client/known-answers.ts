/**
 * The last answers with their ETags, in memory only: the server forbids browsers to store them, and with the ETag it
 * answers an unchanged read without a body.
 */
type Known<Data> = { etag: string; data: Data };

const known = new Map<string, Known<unknown>>();
const maxKnown = 100;

/** A key belongs to one contract, so it determines the type. */
export const findAnswer = <Data>(key: string) => known.get(key) as Known<Data> | undefined;

export function saveAnswer(key: string, etag: string | null, data: unknown): void {
  // Deleted first, so that the order is that of their arrival.
  known.delete(key);
  if (etag !== null) {
    known.set(key, { etag, data });
  }
  const [oldest] = known.keys();
  if (known.size > maxKnown && oldest !== undefined) {
    known.delete(oldest);
  }
}
