/** The list with one item moved to another position. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) {
    return [...list];
  }
  return list.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** The new position of the item at `from` for a key; undefined if the key does not move it. */
export function placeByKey(key: string, from: number, count: number): number | undefined {
  const places: Record<string, number> = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: count - 1 };
  const place = places[key];
  return place === undefined ? undefined : Math.min(Math.max(place, 0), count - 1);
}

type Box = { top: number; height: number };

/** The position of an item dragged to `y`: below all items whose middle is above it. */
export function placeByPoint(others: readonly Box[], y: number): number {
  return others.filter(({ top, height }) => top + height / 2 < y).length;
}
