export type Sort<Field extends string> = { field: Field; direction: 'asc' | 'desc' };

/** `-name` sorts by name in descending order. */
export function readSort<Field extends string>(value: Field | `-${Field}` | undefined): Sort<Field> | undefined {
  if (value === undefined) {
    return undefined;
  }
  // The contract accepts only these two forms.
  return value.startsWith('-')
    ? { field: value.slice(1) as Field, direction: 'desc' }
    : { field: value as Field, direction: 'asc' };
}
