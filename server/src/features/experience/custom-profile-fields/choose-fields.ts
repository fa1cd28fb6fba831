import type { ProfileFieldNames } from '@postern/contracts/experience/custom-profile-fields';

/** The chosen fields in the chosen order, without names that no field has; all fields if none were chosen. */
export function chooseFields<Field extends { name: string }>(
  chosen: ProfileFieldNames | null,
  fields: Field[],
): Field[] {
  if (!chosen) {
    return fields;
  }
  const byName = new Map(fields.map((field) => [field.name, field]));
  return chosen.flatMap(({ name }) => byName.get(name) ?? []);
}
