import type { JsonObject } from '@postern/contracts/fields';
import { type ImportColumn, type ImportOptions, isImportField } from '@postern/contracts/people/user-imports';
import { AppError } from '#platform/errors';

/** Column → field. */
export type Mapping = Map<string, string>;

const invalid = (details: string) => new AppError('user_import.mapping_invalid', { details });

/** Which field is read from which column: the guess with the changes of the caller. */
export function mapColumns(columns: readonly ImportColumn[], changes: ImportOptions['mapping']): Mapping {
  const given = new Map(Object.entries(changes));
  const unknown = [...given.keys()].find((name) => !columns.some((column) => column.name === name));
  if (unknown !== undefined) {
    throw invalid(`The file has no column ${unknown}.`);
  }
  const pairs = columns.flatMap(({ name, field: guess }) => {
    const field = given.has(name) ? given.get(name) : guess;
    return field ? [[name, field] as const] : [];
  });
  const wrong = pairs.find(([, field]) => !isImportField(field));
  if (wrong) {
    throw invalid(`${wrong[1]} is not a field. Use one of ours, or customData. and a name.`);
  }
  const fields = pairs.map(([, field]) => field);
  const twice = fields.find((field, index) => fields.indexOf(field) !== index);
  if (twice !== undefined) {
    throw invalid(`${twice} is read from two columns.`);
  }
  if (fields.length === 0) {
    throw invalid('No column is read.');
  }
  return new Map(pairs);
}

/** The values of a record by field. */
export function pickFields(values: JsonObject, mapping: Mapping): Map<string, unknown> {
  return new Map(
    Object.entries(values).flatMap(([column, value]) => {
      const field = mapping.get(column);
      return field === undefined ? [] : [[field, value] as const];
    }),
  );
}
