import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { moved, placeByKey, placeByPoint } from './move.ts';

type OrderOptions = {
  keys: readonly string[];
  onOrder: (keys: string[]) => void;
  /** Announced to screen readers after a move. */
  say: (key: string, position: number) => string;
};

const rowsIn = (box: HTMLElement | null) => [...(box?.querySelectorAll<HTMLElement>('[data-order-key]') ?? [])];

/**
 * Reorders rows by dragging a handle or with the arrow keys on it. Rows have `data-order-key` inside `box`, and are
 * rendered in the order of `order`, which differs from `keys` while one is dragged.
 */
export function useOrder<Box extends HTMLElement>({ keys, onOrder, say }: OrderOptions) {
  const box = useRef<Box>(null);
  const [drag, setDrag] = useState<{ key: string; order: string[] }>();
  const [spoken, setSpoken] = useState('');
  const focusNext = useRef<string>(undefined);
  const order = drag?.order ?? [...keys];

  useLayoutEffect(() => {
    // A row that moved in the document has lost the focus.
    const row = rowsIn(box.current).find(({ dataset }) => dataset.orderKey === focusNext.current);
    focusNext.current = undefined;
    row?.querySelector<HTMLElement>('[data-order-handle]')?.focus();
  });

  const settle = (key: string, next: string[]) => {
    if (next.join('\n') !== keys.join('\n')) {
      onOrder(next);
      setSpoken(say(key, next.indexOf(key) + 1));
    }
  };

  useEffect(() => {
    if (!drag) {
      return;
    }
    const follow = ({ clientY }: globalThis.PointerEvent) => {
      const others = rowsIn(box.current).filter(({ dataset }) => dataset.orderKey !== drag.key);
      const place = placeByPoint(
        others.map((row) => row.getBoundingClientRect()),
        clientY,
      );
      if (drag.order.indexOf(drag.key) !== place) {
        setDrag({ key: drag.key, order: moved(drag.order, drag.order.indexOf(drag.key), place) });
      }
    };
    const drop = () => {
      focusNext.current = drag.key;
      setDrag(undefined);
      settle(drag.key, drag.order);
    };
    const cancel = () => setDrag(undefined);
    const key = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && cancel();
    // On the window, because the row under the pointer moves in the document while it is dragged.
    addEventListener('pointermove', follow);
    addEventListener('pointerup', drop);
    addEventListener('pointercancel', cancel);
    addEventListener('keydown', key);
    return () => {
      removeEventListener('pointermove', follow);
      removeEventListener('pointerup', drop);
      removeEventListener('pointercancel', cancel);
      removeEventListener('keydown', key);
    };
  });

  const handle = (key: string) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button === 0) {
        event.preventDefault();
        setDrag({ key, order: [...keys] });
      }
    },
    onKeyDown: (event: KeyboardEvent) => {
      const place = placeByKey(event.key, keys.indexOf(key), keys.length);
      if (place !== undefined) {
        event.preventDefault();
        focusNext.current = key;
        settle(key, moved(keys, keys.indexOf(key), place));
      }
    },
  });
  return { box, order, draggedKey: drag?.key, handle, spoken };
}
