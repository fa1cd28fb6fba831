import { jsonObjectText } from '#platform/form/json-object.ts';

type Json = Record<string, unknown>;

/** The object in a text; undefined if it is not an object. */
export const readObject = (text: string): Json | undefined => jsonObjectText.safeParse(text).data;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path. */
export function valueAt(object: Json, [key = '', ...rest]: readonly string[]): unknown {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return rest.length === 0 || !isObject(value) ? value : valueAt(value, rest);
}

/** A copy with one value changed. Undefined and empty values are removed, and so are parents that become empty. */
export function withValueAt(object: Json, [key = '', ...rest]: readonly string[], value: unknown): Json {
  const known = Object.hasOwn(object, key) ? object[key] : undefined;
  const next = rest.length > 0 ? withValueAt(isObject(known) ? known : {}, rest, value) : value;
  const isEmpty =
    rest.length > 0 ? isObject(next) && Object.keys(next).length === 0 : next === undefined || next === '';
  if (!isEmpty) {
    return { ...object, [key]: next };
  }
  const { [key]: _gone, ...others } = object;
  return others;
}
