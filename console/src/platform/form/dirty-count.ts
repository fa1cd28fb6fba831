import type { FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * The number of changes that a person made: changed fields, where a list counts as one. Fields that only followed
 * another one do not count.
 */
export function dirtyCount<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  following: readonly string[] = [],
): number {
  return Object.entries(form.formState.dirtyFields).filter(([name, mark]) => !following.includes(name) && isDirty(mark))
    .length;
}

function isDirty(mark: unknown): boolean {
  return typeof mark === 'object' && mark !== null ? Object.values(mark).some(isDirty) : mark === true;
}
