/** A list that was refetched within this time after a write shows the result of that write. */
const recentMs = 5000;

let lastAt = Number.NEGATIVE_INFINITY;

export function noteWrite(): void {
  lastAt = performance.now();
}

/** Whether this window changed something a moment ago. */
export const hasWrittenRecently = () => performance.now() - lastAt < recentMs;
