import type { JsonObject } from '@postern/contracts/fields';
import { type ConnectorFormItem, configPathOf } from '@postern/contracts/messages/connectors';
import i18next from 'i18next';
import { locateJsonError } from '#platform/form/locate-json-error.ts';

export type ConfigValue = string | boolean | string[];
/** Values of the config fields, by field name. */
export type ConfigValues = Record<string, ConfigValue>;

type Items = readonly ConnectorFormItem[];

/** A key as field name: the form treats dots, commas and brackets in names as paths. */
export const fieldName = (key: string) => encodeURIComponent(key).replaceAll('.', '%2E');

function textOf(item: ConnectorFormItem, value: unknown): string {
  if (value === undefined || value === null) {
    return '';
  }
  return item.type === 'Json' ? JSON.stringify(value, null, 2) : String(value);
}

/** A stored choice may differ in case, such as `OAuth2`. */
const choiceOf = (choices: readonly { value: string }[], text: string) =>
  choices.find(({ value }) => value.toLowerCase() === text.toLowerCase())?.value ?? text;

function fieldValue(item: ConnectorFormItem, value: unknown): ConfigValue {
  switch (item.type) {
    case 'Switch':
      return value === true;
    case 'MultiSelect':
      return Array.isArray(value) ? value.map(String) : [];
    case 'Select':
      return choiceOf(item.selectItems, textOf(item, value));
    default:
      return textOf(item, value);
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of an item in a config. */
const storedValue = (config: JsonObject, item: ConnectorFormItem) =>
  configPathOf(item).reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), config);

/** A copy of an object with a value at a path; `undefined` removes it. */
function withValue(object: JsonObject, [step = '', ...rest]: readonly string[], value: unknown): JsonObject {
  const inner = object[step];
  const next = rest.length > 0 ? withValue(isObject(inner) ? inner : {}, rest, value) : value;
  const others = Object.entries(object).filter(([name]) => name !== step);
  return Object.fromEntries(next === undefined ? others : [...others, [step, next]]);
}

/** Field values of a stored config; missing values use the defaults of the factory. */
export function valuesOfConfig(items: Items, config: JsonObject): ConfigValues {
  return Object.fromEntries(
    items.map((item) => [fieldName(item.key), fieldValue(item, storedValue(config, item) ?? item.defaultValue)]),
  );
}

/** Whether the value is still the factory's default, which is not a secret. */
export const isUntouched = (item: ConnectorFormItem, value: unknown) => value === fieldValue(item, item.defaultValue);

/** Whether an item is shown, depending on the other values. */
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

/** A cleared list or object falls back to its default. */
const fallsBack = ({ type, defaultValue }: ConnectorFormItem) => type === 'Json' && defaultValue !== undefined;

function problemOf(item: ConnectorFormItem, value: ConfigValue | undefined): string | undefined {
  if (isEmpty(value)) {
    return item.required && item.type !== 'Switch' && !fallsBack(item) ? i18next.t('fields.required') : undefined;
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

/** Errors by field name. The factory on the server checks more. */
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
      // A secret may start or end with a space; other values are trimmed.
      return item.isConfidential ? value : String(value).trim();
    default:
      return value;
  }
}

/** The config to send: shown and filled-in values, plus values of `kept` that have no field. */
export function configOfValues(items: Items, values: ConfigValues, kept: JsonObject): JsonObject {
  const others = items.reduce((config, item) => withValue(config, configPathOf(item), undefined), kept);
  return items.reduce((config, item) => {
    const value = values[fieldName(item.key)];
    if (value === undefined || !isShown(item, values)) {
      return config;
    }
    // A cleared list or object falls back to the default, because a factory may require it.
    const emptied = item.type === 'Json' ? item.defaultValue : undefined;
    return withValue(config, configPathOf(item), isEmpty(value) ? emptied : wireValue(item, value));
  }, others);
}
