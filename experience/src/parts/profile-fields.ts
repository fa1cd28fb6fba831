import type {
  CustomProfileField,
  ProfileFieldConfig,
  ProfileFieldType,
} from '@postern/contracts/experience/custom-profile-fields';
import { datePatternOf } from '@postern/contracts/experience/date-pattern';
import { isWebAddress } from '../platform/addresses.ts';
import { fill } from '../platform/languages.ts';
import type { Phrases } from '../platform/phrases.ts';
import type { FieldErrors, Values } from './step-form.tsx';

/** One input: a field, or a part of one. `key` is its name in the form. */
export type Input = {
  key: string;
  name: string;
  type: ProfileFieldType;
  label: string;
  description: string | undefined;
  required: boolean;
  config: ProfileFieldConfig;
};

type Words = Phrases['extraProfile'];

const knownNames = (words: Words): Record<string, string> => words.names;

export const labelOf = ({ name, label }: { name: string; label?: string | undefined }, words: Words) =>
  label || knownNames(words)[name] || name;

export const hasParts = ({ type }: CustomProfileField) => type === 'Address' || type === 'Fullname';

export function inputsOf(field: CustomProfileField, words: Words): Input[] {
  const { name, type, description, required, config } = field;
  if (!hasParts(field)) {
    const label = labelOf(field, words);
    return [{ key: name, name, type, label, description: description || undefined, required, config }];
  }
  return (config.parts ?? [])
    .filter(({ enabled }) => enabled)
    .map((part) => ({
      key: `${name}.${part.name}`,
      name: part.name,
      type: part.type,
      label: labelOf(part, words),
      description: part.description || undefined,
      required: part.required,
      config: part.config ?? {},
    }));
}

/** The first violated rule, in the order in which the server checks them. */
function problemOf({ type, config }: Input, text: string, words: Words): string | undefined {
  const { minLength, maxLength, minValue, maxValue, format = '' } = config;
  const number = Number(text.replace(',', '.'));
  switch (type) {
    case 'Number':
      if (!/^-?\d{1,15}([.,]\d{1,10})?$/.test(text)) {
        return words.number;
      }
      if (minValue !== undefined && number < minValue) {
        return fill(words.least, { min: minValue });
      }
      return maxValue !== undefined && number > maxValue ? fill(words.most, { max: maxValue }) : undefined;
    case 'Url':
      return isWebAddress(text) ? undefined : words.url;
    case 'Regex':
      return matches(format, text) ? undefined : patternProblem(config, words);
    case 'Text':
      if (minLength !== undefined && text.length < minLength) {
        return fill(words.shortest, { min: minLength });
      }
      return maxLength !== undefined && text.length > maxLength ? fill(words.longest, { max: maxLength }) : undefined;
    default:
      return undefined;
  }
}

/** The placeholder of the field is the example that its administrator gave. */
const patternProblem = ({ placeholder }: ProfileFieldConfig, words: Words) =>
  placeholder ? fill(words.patternLike, { example: placeholder }) : words.pattern;

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern).test(text);
  } catch {
    // Patterns that are invalid here are left to the server.
    return true;
  }
}

export function checkFields(fields: readonly CustomProfileField[], values: Values, words: Words): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of fields) {
    const inputs = inputsOf(field, words);
    for (const input of inputs) {
      const text = (values[input.key] ?? '').trim();
      const problem = text ? problemOf(input, text, words) : input.required && words.required;
      if (problem) {
        errors[input.key] = problem;
      }
    }
    const [first] = inputs;
    const isEmpty = inputs.every(({ key }) => !values[key]?.trim());
    if (first && hasParts(field) && field.required && isEmpty) {
      errors[first.key] ??= words.required;
    }
  }
  return errors;
}

/** The browser's picker returns 2026-11-15; the tenant may require another format. */
export function printDate(iso: string, config: ProfileFieldConfig): string {
  const [year = '', month = '', day = ''] = iso.split('-');
  const parts: Record<string, string> = {
    yyyy: year,
    MM: month,
    M: String(Number(month)),
    dd: day,
    d: String(Number(day)),
  };
  return datePatternOf(config).replace(/yyyy|MM|M|dd|d/g, (token) => parts[token] ?? token);
}

function readValue({ type, config }: Input, typed: string | undefined): unknown {
  if (type === 'Checkbox') {
    return typed !== undefined;
  }
  const text = typed?.trim() ?? '';
  if (text === '') {
    return undefined;
  }
  if (type === 'Number') {
    return Number(text.replace(',', '.'));
  }
  return type === 'Date' ? printDate(text, config) : text;
}

/** The values in the server's format: address parts are nested, name parts are top-level. */
export function readFields(fields: readonly CustomProfileField[], values: Values, words: Words) {
  const result: Record<string, unknown> = {};
  for (const field of fields) {
    const given = inputsOf(field, words)
      .map((input) => [input.name, readValue(input, values[input.key])] as const)
      .filter(([, value]) => value !== undefined);
    if (field.type === 'Address' && given.length > 0) {
      result[field.name] = Object.fromEntries(given);
    } else if (field.type !== 'Address') {
      Object.assign(result, Object.fromEntries(given));
    }
  }
  return result;
}

/** The form key of the field that the server reports. */
export function keyOf(fields: readonly CustomProfileField[], data: unknown, words: Words): string | undefined {
  const path = typeof data === 'object' && data !== null && 'field' in data ? String(data.field) : undefined;
  const inputs = fields.flatMap((field) => inputsOf(field, words));
  return inputs.find(({ key, name }) => key === path || name === path)?.key;
}
