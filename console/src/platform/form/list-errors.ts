import type { FieldError } from 'react-hook-form';

/** Errors of a list field: one for the list, and one per item. */
export function listErrors(error: FieldError | undefined): { own?: string; rows: (string | undefined)[] } {
  // react-hook-form types it as the error of a single field; for a list it is an array, optionally with a root.
  const shape = error as unknown as
    | { message?: string; root?: { message?: string } }
    | (Array<{ message?: string } | undefined> & { root?: { message?: string } })
    | undefined;
  if (Array.isArray(shape)) {
    return { own: shape.root?.message, rows: shape.map((row) => row?.message) };
  }
  return { own: shape?.root?.message ?? shape?.message, rows: [] };
}
