import { useEffect, useLayoutEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** The error of a form whose stored values changed elsewhere since it was filled. Submitting is still possible. */
const changedElsewhere = 'root.changedElsewhere';

export const isChangedElsewhere = <Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
): boolean => form.formState.errors.root?.changedElsewhere !== undefined;

/** Whether two values of a form are equal. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Shows the stored values while nothing is changed, also when they change elsewhere; otherwise notes that they did.
 * Input that is equal to what is stored is saved: the response to the save may have come too late. A form that was reset
 * ignores input until its fields are rendered again. In a layout effect that happens before the browser handles the next
 * event; in a plain effect, input typed meanwhile would be lost. `valuesOf` must be the same function at each render.
 */
export function useStoredValues<Values extends FieldValues, Output, Stored>(
  form: UseFormReturn<Values, unknown, Output>,
  stored: Stored,
  valuesOf: (stored: Stored) => Values,
): void {
  const { reset, getValues, setError, clearErrors } = form;
  const { isDirty, isSubmitting, defaultValues } = form.formState;
  useLayoutEffect(() => {
    const values = valuesOf(stored);
    if (!isDirty || (!isSubmitting && isSame(getValues(), values))) {
      reset(values);
    }
  }, [stored, valuesOf, isDirty, isSubmitting, reset, getValues]);
  // An own save also changes what is stored, before the form is reset to it.
  const hasChanged = isDirty && !isSubmitting && !isSame(valuesOf(stored), defaultValues);
  useEffect(() => {
    if (hasChanged) {
      setError(changedElsewhere, { type: 'stored' });
    } else {
      clearErrors(changedElsewhere);
    }
  }, [hasChanged, setError, clearErrors]);
}
