import { isObject } from '#features/people/user-jobs';
import { CliError } from '../command.ts';

export type Item = Record<string, unknown>;

export const text = (value: unknown): string | undefined =>
  typeof value === 'number' ? String(value) : typeof value === 'string' && value !== '' ? value : undefined;
export const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((one) => text(one) ?? []) : [];
export const items = (value: unknown): Item[] => (Array.isArray(value) ? value.filter(isObject) : []);
export const item = (value: unknown): Item => (isObject(value) ? value : {});

/** Without empty values: schemas of the API have optional values instead of null. */
export const filled = <T extends Item>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null)) as T;

/** Only these keys of an object. */
export const pick = (value: unknown, keys: readonly string[]): Item =>
  filled(Object.fromEntries(keys.map((key) => [key, item(value)[key]])));

/** The value that identifies an object. Without it, the source is not what it should be. */
export function required(value: Item, key: string, kind: string): string {
  const found = text(value[key]);
  if (found === undefined) {
    throw new CliError(`The source contains ${kind} without ${key}. Check that it is an export of the named product.`);
  }
  return found;
}

/** Some products replace secrets in their answers and exports. */
export const isMasked = (value: unknown): boolean =>
  typeof value === 'string' ? /^[*•]{4,}$/.test(value) : isObject(value) && Object.values(value).some(isMasked);
