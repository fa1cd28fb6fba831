import { toNestErrors } from '@hookform/resolvers';
import i18next from 'i18next';
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import { z } from 'zod';

/** The error message for an issue, in the console language. A schema's own message is used as it is. */
function sentenceFor(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? i18next.t('fields.required')
        : i18next.t('fields.tooSmall', { min: String(issue.minimum) });
    case 'too_big':
      return issue.origin === 'string'
        ? i18next.t('fields.tooLong', { max: String(issue.maximum) })
        : i18next.t('fields.tooBig', { max: String(issue.maximum) });
    case 'invalid_type':
      return i18next.t(['int', 'number'].includes(issue.expected) ? 'fields.wholeNumber' : 'fields.required');
    case 'custom':
      return issue.message;
    default:
      return i18next.t('fields.invalid');
  }
}

/** A text field is never null: an empty one means null where the schema accepts it. */
function emptyToNull<Values extends FieldValues>(schema: z.ZodType, values: Values): Values {
  const fields = schema instanceof z.ZodObject ? schema.shape : {};
  const pairs = Object.entries(values).map(([name, value]) => [
    name,
    value === '' && fields[name]?.safeParse(null).success ? null : value,
  ]);
  // It has the same fields, and null only where the schema takes it.
  return Object.fromEntries(pairs) as Values;
}

type Options = { emptyIsNull?: boolean };

/** Validates a form with a zod schema, usually the contract's own. */
export function schemaResolver<Values extends FieldValues, Output>(
  schema: z.ZodType<Output, Values>,
  { emptyIsNull = false }: Options = {},
): Resolver<Values, unknown, Output> {
  return async (values, _context, options) => {
    const result = await schema.safeParseAsync(emptyIsNull ? emptyToNull(schema, values) : values);
    if (result.success) {
      return { values: result.data, errors: {} };
    }
    const errors: FieldErrors = {};
    for (const issue of result.error.issues) {
      const name = issue.path.join('.');
      errors[name] ??= { type: issue.code ?? 'custom', message: sentenceFor(issue) };
    }
    return { values: {}, errors: toNestErrors(errors, options) };
  };
}
