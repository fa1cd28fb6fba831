export type Sort<Field extends string> = { field: Field; direction: 'asc' | 'desc' };

/** `-name` is the field name, last one first. */
export function readSort<Field extends string>(value: Field | `-${Field}` | undefined): Sort<Field> | undefined {
  if (value === undefined) {
    return undefined;
  }
  // The contract lets only these two forms through.
  return value.startsWith('-')
    ? { field: value.slice(1) as Field, direction: 'desc' }
    : { field: value as Field, direction: 'asc' };
}
