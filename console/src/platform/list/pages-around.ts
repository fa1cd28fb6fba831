export type PagerEntry = { key: string; page: number; gap: boolean };

/** First, last and the neighbors of the current page; at most seven entries, so that the row never jumps. */
export function pagesAround(page: number, last: number): PagerEntry[] {
  if (last <= 7) {
    return Array.from({ length: last }, (_, index) => entry(index + 1));
  }
  const start = Math.min(Math.max(page - 1, 2), last - 3);
  const middle = page < 5 ? [2, 3, 4, 5] : page > last - 4 ? [last - 4, last - 3, last - 2, last - 1] : undefined;
  const shown = middle ?? [start, start + 1, start + 2];
  return [
    entry(1),
    ...((shown[0] ?? 2) > 2 ? [gap('before')] : []),
    ...shown.map(entry),
    ...((shown.at(-1) ?? last) < last - 1 ? [gap('after')] : []),
    entry(last),
  ];
}

const entry = (page: number): PagerEntry => ({ key: String(page), page, gap: false });
const gap = (key: string): PagerEntry => ({ key, page: 0, gap: true });
