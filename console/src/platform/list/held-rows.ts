import { useEffect, useReducer, useState } from 'react';
import { hasWrittenRecently } from '../client/own-writes.ts';
import type { Paged } from '../client/use-read.ts';

export type Held<Row> = {
  /** The rows on screen. While changes are held, their contents are current, but not their number and order. */
  data: Paged<Row> | undefined;
  /** Number of rows that wait to appear or disappear. */
  waiting: number;
  /** Keys of rows on screen that no longer exist, or moved to another page. */
  gone: ReadonlySet<string>;
  show: () => void;
};

/**
 * About how many rows appeared or disappeared; 0 if the same rows are in the same order. In an empty list nothing can
 * move, and what it says would no longer be true, so its first rows do not count.
 */
export function countChanges<Row>(shown: Paged<Row>, latest: Paged<Row>, keyOf: (row: Row) => string): number {
  const [before, after] = [shown.items.map(keyOf), latest.items.map(keyOf)];
  if (before.length === 0 || (before.length === after.length && before.every((key, at) => key === after[at]))) {
    return 0;
  }
  const added = after.filter((key) => !before.includes(key)).length;
  const removed = before.filter((key) => !after.includes(key)).length;
  // A new row also moves the last row to the next page, so both are one change.
  return Math.max(1, added, removed, Math.abs(latest.total - shown.total));
}

/** Keeps the rows where they are, with their latest contents. */
export function inPlace<Row>(shown: Paged<Row>, latest: Paged<Row>, keyOf: (row: Row) => string): Paged<Row> {
  const current = new Map(latest.items.map((row) => [keyOf(row), row]));
  return { ...shown, items: shown.items.map((row) => current.get(keyOf(row)) ?? row) };
}

/** A dialog or menu is open. Rows behind it must not move: it belongs to one, and focus returns there. */
const isCovered = () => document.querySelector('[aria-modal="true"], [role="menu"], [role="listbox"]') !== null;

/**
 * Holds rows that others add or remove while the list is in use, so that nothing moves under the pointer. Own changes,
 * other pages and other filters are shown at once.
 */
export function useHeldRows<Row>(
  latest: Paged<Row> | undefined,
  keyOf: (row: Row) => string,
  isInUse: boolean,
): Held<Row> {
  const [shown, setShown] = useState(latest);
  const [, lookAgain] = useReducer((count: number) => count + 1, 0);
  const isCandidate =
    shown !== undefined &&
    latest !== undefined &&
    shown !== latest &&
    shown.view === latest.view &&
    (latest.isBackground ?? !hasWrittenRecently());
  const waiting = isCandidate ? countChanges(shown, latest, keyOf) : 0;
  const isHeld = waiting > 0 && (isInUse || isCovered());
  const isOnlyCovered = isHeld && !isInUse;
  useEffect(() => {
    if (!isOnlyCovered) {
      return;
    }
    // Nothing reports that a dialog or menu has closed, but the person then goes on.
    const events = ['focusin', 'pointermove', 'keyup'];
    for (const name of events) {
      addEventListener(name, lookAgain);
    }
    return () => {
      for (const name of events) {
        removeEventListener(name, lookAgain);
      }
    };
  }, [isOnlyCovered]);
  if (!isHeld || !shown || !latest) {
    if (shown !== latest) {
      setShown(latest);
    }
    return { data: latest, waiting: 0, gone: new Set(), show: () => {} };
  }
  const current = new Set(latest.items.map(keyOf));
  return {
    data: inPlace(shown, latest, keyOf),
    waiting,
    gone: new Set(shown.items.map(keyOf).filter((key) => !current.has(key))),
    show: () => setShown(latest),
  };
}
