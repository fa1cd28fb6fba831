import type { ConnectorFormItem } from '@postern/contracts/connectors';
import type { JsonObject } from '@postern/contracts/fields';
import i18next from 'i18next';
import { locateJsonError } from '#platform/form/locate-json-error.ts';

export type ConfigValue = string | boolean | string[];
/** What stands in the fields of a config, by the name of the field. */
export type ConfigValues = Record<string, ConfigValue>;

type Items = readonly ConnectorFormItem[];

/** A key as the name of a field: the form reads dots, commas and brackets in names as paths. */
export const fieldName = (key: string) => encodeURIComponent(key).replaceAll('.', '%2E');

function textOf(item: ConnectorFormItem, value: unknown): string {
  if (value === undefined || value === null) {
    return '';
  }
  return item.type === 'Json' ? JSON.stringify(value, null, 2) : String(value);
}

function fieldValue(item: ConnectorFormItem, value: unknown): ConfigValue {
  switch (item.type) {
    case 'Switch':
      return value === true;
    case 'MultiSelect':
      return Array.isArray(value) ? value.map(String) : [];
    default:
      return textOf(item, value);
  }
}

/** The fields of a stored config; what it does not say starts with what the factory proposes. */
export function valuesOfConfig(items: Items, config: JsonObject): ConfigValues {
  return Object.fromEntries(
    items.map((item) => [fieldName(item.key), fieldValue(item, config[item.key] ?? item.defaultValue)]),
  );
}

/** Nothing was entered: what the factory proposes is no secret. */
export const isUntouched = (item: ConnectorFormItem, value: unknown) => value === fieldValue(item, item.defaultValue);

/** Whether an item is to be filled in, given what stands in the others. */
export function isShown({ showConditions, isDevFeature }: ConnectorFormItem, values: ConfigValues): boolean {
  return (
    !isDevFeature &&
    (showConditions ?? []).every(({ targetKey, expectValue }) => {
      const value = values[fieldName(targetKey)];
      return expectValue === undefined ? Boolean(value) && value !== '' : value === expectValue;
    })
  );
}

const isEmpty = (value: ConfigValue | undefined) =>
  value === undefined || (typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0);

function problemOf(item: ConnectorFormItem, value: ConfigValue | undefined): string | undefined {
  if (isEmpty(value)) {
    return item.required && item.type !== 'Switch' ? i18next.t('fields.required') : undefined;
  }
  if (item.type === 'Number' && !Number.isFinite(Number(value))) {
    return i18next.t('connectors.form.number');
  }
  return item.type === 'Json' ? jsonProblem(String(value)) : undefined;
}

export function jsonProblem(text: string): string | undefined {
  const error = locateJsonError(text);
  return (
    error &&
    i18next.t('fields.jsonLine', { line: error.line, problem: i18next.t(`fields.jsonProblems.${error.problem}`) })
  );
}

/** What is wrong with the fields, by their names. The factory on the server knows more. */
export function checkConfig(items: Items, values: ConfigValues): { field: string; message: string }[] {
  return items
    .filter((item) => isShown(item, values))
    .flatMap((item) => {
      const field = fieldName(item.key);
      const message = problemOf(item, values[field]);
      return message ? [{ field, message }] : [];
    });
}

function wireValue(item: ConnectorFormItem, value: ConfigValue): unknown {
  switch (item.type) {
    case 'Number':
      return Number(value);
    case 'Json':
      return JSON.parse(String(value));
    case 'Text':
      // A secret may begin or end with a space; what is pasted elsewhere should not.
      return item.isConfidential ? value : String(value).trim();
    default:
      return value;
  }
}

/** The config to send: what is shown and filled in, beside what `kept` holds that has no field. */
export function configOfValues(items: Items, values: ConfigValues, kept: JsonObject): JsonObject {
  const own = new Set(items.map(({ key }) => key));
  const others = Object.entries(kept).filter(([key]) => !own.has(key));
  const given = items.flatMap((item) => {
    const value = values[fieldName(item.key)];
    return value === undefined || isEmpty(value) || !isShown(item, values) ? [] : [[item.key, wireValue(item, value)]];
  });
  return Object.fromEntries([...others, ...given]);
}
