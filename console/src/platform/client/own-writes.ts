/** A read that was refetched within this time after a write shows the result of that write. */
const recentMs = 5000;

let lastAt = Number.NEGATIVE_INFINITY;

export function noteWrite(): void {
  lastAt = performance.now();
}

const isRecent = (at: number) => performance.now() - at < recentMs;

/** Whether this window changed something a moment ago. */
export const hasWrittenRecently = () => isRecent(lastAt);

/** Paths that this window deletes, and since when. */
const deletedAt = new Map<string, number>();

/** Runs a delete. The reads below its path are not refetched meanwhile and shortly after: they would answer 404. */
export async function noteDelete<Result>(path: string, run: () => Promise<Result>): Promise<Result> {
  for (const [known, at] of deletedAt) {
    if (!isRecent(at)) {
      deletedAt.delete(known);
    }
  }
  deletedAt.set(path, Number.POSITIVE_INFINITY);
  try {
    const result = await run();
    deletedAt.set(path, performance.now());
    return result;
  } catch (error) {
    deletedAt.delete(path);
    throw error;
  }
}

/** Whether this window deletes the path, or what it belongs to, now or did a moment ago. */
export const isBeingDeleted = (path: string): boolean =>
  [...deletedAt].some(([known, at]) => isRecent(at) && (path === known || path.startsWith(`${known}/`)));

/** For tests, whose next page is that of another window. */
export function forgetWrites(): void {
  lastAt = Number.NEGATIVE_INFINITY;
  deletedAt.clear();
}
