/** The list with one item taken out and put in at another place. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) {
    return [...list];
  }
  return list.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** Where a key takes the item at `from`; undefined when the key means nothing here. */
export function placeByKey(key: string, from: number, count: number): number | undefined {
  const places: Record<string, number> = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: count - 1 };
  const place = places[key];
  return place === undefined ? undefined : Math.min(Math.max(place, 0), count - 1);
}

type Box = { top: number; height: number };

/** Where something held at `y` falls among the others: below all whose middle is above it. */
export function placeByPoint(others: readonly Box[], y: number): number {
  return others.filter(({ top, height }) => top + height / 2 < y).length;
}
