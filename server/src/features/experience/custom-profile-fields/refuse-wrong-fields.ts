import { AppError } from '#platform/http/errors';

const longestList = 500;

/** Throws if a name occurs twice or if no field has it. */
export function refuseWrongFields(names: readonly string[], fields: readonly { name: string }[]): void {
  const known = new Set(fields.map(({ name }) => name));
  const missing = names.filter((name) => !known.has(name));
  if (missing.length > 0) {
    throw new AppError('custom_profile_fields.entity_not_exists_with_names', {
      values: { names: missing.join(', ').slice(0, longestList) },
    });
  }
  const duplicateNames = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
  if (duplicateNames.length > 0) {
    const details = `These names occur more than once: ${duplicateNames.join(', ').slice(0, longestList)}`;
    throw new AppError('request.invalid_input', { values: { details }, details, data: { duplicateNames } });
  }
}
