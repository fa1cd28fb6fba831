import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** The number of changed fields of a form; a list counts as one. */
export function dirtyCount<Values extends FieldValues, Output>(form: UseFormReturn<Values, unknown, Output>): number {
  return Object.values(form.formState.dirtyFields).filter(isDirty).length;
}

function isDirty(mark: unknown): boolean {
  return typeof mark === 'object' && mark !== null ? Object.values(mark).some(isDirty) : mark === true;
}
