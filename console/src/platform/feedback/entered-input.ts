import { type FocusEvent, useRef } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement;

const isField = (target: EventTarget): target is Field =>
  (target instanceof HTMLInputElement && target.type !== 'search') || target instanceof HTMLTextAreaElement;

const heldBy = (field: Field) =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')
    ? String(field.checked)
    : field.value;

/** Stores the value of each field at its first focus. Search fields are ignored. */
export function useEnteredInput() {
  const before = useRef(new Map<Field, string>());
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      if (isField(target) && !before.current.has(target)) {
        before.current.set(target, heldBy(target));
      }
    },
    /** Whether a field has a different value now. */
    hasInput: () => [...before.current].some(([field, value]) => field.isConnected && heldBy(field) !== value),
  };
}
