import { useLayoutEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * Shows the stored values while nothing is changed, also when they change elsewhere. A form that was reset ignores
 * input until its fields are rendered again. In a layout effect that happens before the browser handles the next event;
 * in a plain effect, input typed meanwhile would be lost. `valuesOf` must be the same function at each render.
 */
export function useStoredValues<Values extends FieldValues, Output, Stored>(
  form: UseFormReturn<Values, unknown, Output>,
  stored: Stored,
  valuesOf: (stored: Stored) => Values,
): void {
  const { reset } = form;
  const { isDirty } = form.formState;
  useLayoutEffect(() => {
    if (!isDirty) {
      reset(valuesOf(stored));
    }
  }, [stored, valuesOf, isDirty, reset]);
}
