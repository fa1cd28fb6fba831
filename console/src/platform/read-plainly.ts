import { acknowledgements, appearanceModes, type Preferences } from '@postern/contracts/account/me';
import { type Change, changeActions } from '@postern/contracts/records/changes';

type Check = (value: unknown) => boolean;
type Fields = Readonly<Record<string, Check>>;

export const isText: Check = (value) => typeof value === 'string';
export const isBoolean: Check = (value) => typeof value === 'boolean';
export const isTextOrNull: Check = (value) => value === null || isText(value);
export const isOneOf =
  (values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const isOptional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

/**
 * The known fields of an object, or undefined if one is wrong. The first screen reads a few values that need a check;
 * this replaces the library of the schemas there, which is 26 KB. A test compares the results with the schemas.
 */
export function readFields(value: unknown, fields: Fields): object | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return undefined;
  }
  const found: Record<string, unknown> = { ...value };
  const isValid = Object.entries(fields).every(([name, check]) => check(found[name]));
  return isValid
    ? Object.fromEntries(Object.entries(found).filter(([name]) => Object.hasOwn(fields, name)))
    : undefined;
}

const preferences: Fields = {
  language: isOptional(isText),
  appearanceMode: isOptional(isOneOf(appearanceModes)),
  ...Object.fromEntries(acknowledgements.map((name) => [name, isOptional(isBoolean)])),
};

// The fields were checked.
export const readPreferences = (value: unknown) => readFields(value, preferences) as Preferences | undefined;

const change: Fields = { kind: isText, id: isText, action: isOneOf(changeActions) };

// The fields were checked.
export const readChange = (value: unknown) => readFields(value, change) as Change | undefined;
