import {
  type CustomProfileField,
  type ProfileFieldConfig,
  ProfileFieldType,
  type SaveProfileField,
} from '@postern/contracts/experience/custom-profile-fields';
import { isDatePattern } from '@postern/contracts/experience/date-pattern';
import i18next from 'i18next';
import { z } from 'zod';
import { dateFormats, hasParts, isBuiltIn, newField, partsOf } from '../shared/kinds.ts';

const text = (max: number) => z.string().trim().max(max);

const Values = z.object({
  type: ProfileFieldType,
  label: text(128),
  description: text(256),
  placeholder: text(256),
  required: z.boolean(),
  min: z.string(),
  max: z.string(),
  dateFormat: z.string(),
  customFormat: text(128),
  pattern: z.string().max(128),
  options: z.string(),
  isTicked: z.boolean(),
  parts: z.array(z.object({ name: z.string(), label: text(128), enabled: z.boolean(), required: z.boolean() })),
});
export type FieldFormValues = z.input<typeof Values>;

type Options = NonNullable<ProfileFieldConfig['options']>;

/** One option per line: `value:label`, or only the value. */
export function readOptions(lines: string): Options {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [value = '', ...rest] = line.split(':');
      const label = rest.join(':').trim();
      return label ? { value: value.trim(), label } : { value: value.trim() };
    });
}

export const writeOptions = (options: Options) =>
  options.map(({ value, label }) => (label ? `${value}:${label}` : value)).join('\n');

const numberIn = (given: string) => (given.trim() === '' ? undefined : Number(given));
const isCount = (given: string) => given.trim() === '' || /^\d{1,15}$/.test(given.trim());
const isPattern = (given: string) => {
  try {
    new RegExp(given);
    return given !== '';
  } catch {
    // The error is shown at the field.
    return false;
  }
};

type Problem = { path: keyof FieldFormValues; key: ProblemKey };
type ProblemKey = 'limits' | 'length' | 'number' | 'options' | 'optionLength' | 'pattern' | 'parts' | 'customFormat';

function limitProblems({ type, min, max }: FieldFormValues): Problem[] {
  const wrong = (['min', 'max'] as const).filter((path) => !isCount({ min, max }[path]));
  if (wrong.length > 0) {
    return wrong.map((path) => ({ path, key: 'number' }));
  }
  const [low, high] = [numberIn(min), numberIn(max)];
  if (type === 'Text' && Math.max(low ?? 0, high ?? 0) > 1024) {
    return [{ path: (high ?? 0) > 1024 ? 'max' : 'min', key: 'length' }];
  }
  return low !== undefined && high !== undefined && low > high ? [{ path: 'max', key: 'limits' }] : [];
}

function optionProblems({ options }: FieldFormValues): Problem[] {
  const values = readOptions(options);
  const isGood = values.length > 0 && values.every(({ value }) => value) && values.length <= 500;
  if (!isGood || new Set(values.map(({ value }) => value)).size < values.length) {
    return [{ path: 'options', key: 'options' }];
  }
  const isLong = values.some(({ value, label = '' }) => value.length > 256 || label.length > 256);
  return isLong ? [{ path: 'options', key: 'optionLength' }] : [];
}

/** Errors that the server would report for the selected type. */
export function findProblems(values: FieldFormValues): Problem[] {
  const { type } = values;
  return [
    ...(type === 'Text' || type === 'Number' ? limitProblems(values) : []),
    ...(type === 'Select' ? optionProblems(values) : []),
    ...(type === 'Regex' && !isPattern(values.pattern) ? [{ path: 'pattern', key: 'pattern' } as const] : []),
    ...(type === 'Date' && values.dateFormat === 'custom' && !isDatePattern(values.customFormat)
      ? [{ path: 'customFormat', key: 'customFormat' } as const]
      : []),
    ...(hasParts(type) && !values.parts.some(({ enabled }) => enabled)
      ? [{ path: 'parts', key: 'parts' } as const]
      : []),
  ];
}

/** Schema of one field; a custom field needs a label, because it has no default name. */
export const fieldForm = (name: string) =>
  Values.check(({ value, issues }) => {
    const add = (path: string, message: string) => issues.push({ code: 'custom', path: [path], message, input: value });
    if (!isBuiltIn(name) && value.label === '') {
      add('label', i18next.t('fields.required'));
    }
    for (const { path, key } of findProblems(value)) {
      add(path, i18next.t(`profileFields.problems.${key}`));
    }
  });

export function valuesOf({ name, type, config, ...field }: CustomProfileField): FieldFormValues {
  const first = newField(name, type).config ?? {};
  const [low, high] = type === 'Number' ? [config.minValue, config.maxValue] : [config.minLength, config.maxLength];
  const { format } = config;
  const isListed = format === undefined || dateFormats.some((one) => one === format);
  return {
    type,
    label: field.label,
    description: field.description ?? '',
    placeholder: config.placeholder ?? '',
    required: field.required,
    min: low?.toString() ?? '',
    max: high?.toString() ?? '',
    // A format that is not listed is treated as custom, however it was stored.
    dateFormat: type !== 'Date' ? dateFormats[0] : isListed ? (format ?? dateFormats[0]) : 'custom',
    customFormat: config.customFormat ?? (type === 'Date' && !isListed && format !== 'custom' ? format : ''),
    pattern: type === 'Regex' ? (format ?? '') : '',
    options: writeOptions(config.options ?? first.options ?? []),
    isTicked: config.defaultValue === 'true',
    parts: hasParts(type)
      ? partsOf(type, config.parts).map((part) => ({
          name: part.name,
          label: part.label ?? '',
          enabled: part.enabled,
          required: part.required,
        }))
      : [],
  };
}

function configOf(values: FieldFormValues, stored: CustomProfileField): ProfileFieldConfig {
  const placeholder = values.placeholder || undefined;
  const [low, high] = [numberIn(values.min), numberIn(values.max)];
  switch (values.type) {
    case 'Text':
      return { placeholder, minLength: low, maxLength: high };
    case 'Number':
      return { placeholder, minValue: low, maxValue: high };
    case 'Date':
      return {
        placeholder,
        format: values.dateFormat,
        customFormat: values.dateFormat === 'custom' ? values.customFormat : undefined,
      };
    case 'Checkbox':
      return { defaultValue: values.isTicked ? 'true' : 'false' };
    case 'Select':
      return { placeholder, options: readOptions(values.options) };
    case 'Url':
      return { placeholder };
    case 'Regex':
      return { placeholder, format: values.pattern };
    case 'Address':
    case 'Fullname': {
      const known = partsOf(values.type, stored.config.parts);
      return {
        parts: values.parts.flatMap(({ name, label, enabled, required }) =>
          known
            .filter((part) => part.name === name)
            .map((part) => ({ ...part, label: label || undefined, enabled, required: enabled && required })),
        ),
      };
    }
  }
}

/** The request body for the form values. Keeps values of parts that the form does not show. */
export function bodyOf(values: FieldFormValues, stored: CustomProfileField): SaveProfileField {
  const isBox = values.type === 'Checkbox';
  return {
    type: values.type,
    label: values.label || undefined,
    description: isBox ? undefined : values.description || undefined,
    required: !isBox && values.required,
    config: configOf(values, stored),
  };
}
