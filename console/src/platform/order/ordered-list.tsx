import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './order.module.css';
import { OrderHandle } from './order-handle.tsx';
import { useOrder } from './use-order.ts';

type OrderedListProps<Item> = {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  nameOf: (item: Item) => string;
  onOrder: (items: Item[]) => void;
  children: (item: Item, index: number) => ReactNode;
};

/** Reorderable rows. A single row cannot be moved. */
export function OrderedList<Item>({ label, items, keyOf, nameOf, onOrder, children }: OrderedListProps<Item>) {
  const { t } = useTranslation();
  const byKey = new Map(items.map((item) => [keyOf(item), item]));
  const itemsOf = (keys: readonly string[]) => keys.flatMap((key) => byKey.get(key) ?? []);
  const name = (key: string) => itemsOf([key]).map(nameOf).join('');
  const { box, order, draggedKey, handle, spoken } = useOrder<HTMLUListElement>({
    keys: [...byKey.keys()],
    onOrder: (keys) => onOrder(itemsOf(keys)),
    say: (key, position) => t('order.moved', { name: name(key), position, count: byKey.size }),
  });
  return (
    <>
      <ul ref={box} aria-label={label} className={classes.list} hidden={items.length === 0}>
        {itemsOf(order).map((item, index) => {
          const key = keyOf(item);
          return (
            <li key={key} data-order-key={key} data-dragged={key === draggedKey || undefined} className={classes.row}>
              {items.length > 1 && <OrderHandle name={nameOf(item)} {...handle(key)} />}
              <div className={classes.content}>{children(item, index)}</div>
            </li>
          );
        })}
      </ul>
      <span className="sr-only" role="status">
        {spoken}
      </span>
    </>
  );
}
