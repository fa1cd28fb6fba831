import type { Resource } from './read-resource.ts';
import { isObject } from './read-resource.ts';
import { findAttribute, type Schema } from './schema.ts';

/** `attributes` and `excludedAttributes` of a request, in lower case. */
export type Selection = { only: readonly string[]; without: readonly string[] };

const maxNames = 100;

const namesOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [])
    .map((one) => String(one).trim().toLowerCase())
    .filter((one) => one !== '')
    .slice(0, maxNames);

export const readSelection = (attributes: unknown, excluded: unknown): Selection => ({
  only: namesOf(attributes),
  without: namesOf(excluded),
});

/** Always returned (RFC 7643 §3, §3.1). */
const always = new Set(['id', 'schemas']);

/** Full names: with the URN of the schema removed, and that of the extension kept. */
const plainName = (schema: Schema, name: string) =>
  name.startsWith(`${schema.id.toLowerCase()}:`) ? name.slice(schema.id.length + 1) : name;

/** Whether an attribute is part of the answer, so that expensive ones are not even read. */
export function isSelected(schema: Schema, { only, without }: Selection, attribute: string): boolean {
  const name = attribute.toLowerCase();
  const isNamed = (list: readonly string[]) =>
    list.map((one) => plainName(schema, one)).some((one) => one === name || one.startsWith(`${name}.`));
  return only.length > 0 ? isNamed(only) : !without.map((one) => plainName(schema, one)).includes(name);
}

function pickParts(value: unknown, keeps: (part: string) => boolean): unknown {
  if (Array.isArray(value)) {
    return value.map((one) => pickParts(one, keeps));
  }
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => keeps(name.toLowerCase())))
    : value;
}

/** Only the selected attributes and sub-attributes (RFC 7644 §3.9), without those that must be asked for. */
export function select(schema: Schema, resource: Resource, selection: Selection): Resource {
  const only = selection.only.map((one) => plainName(schema, one));
  const without = selection.without.map((one) => plainName(schema, one));
  const entries = Object.entries(resource).flatMap(([key, value]) => {
    const name = key.toLowerCase();
    if (always.has(name)) {
      return [[key, value] as const];
    }
    // Sub-attributes of the extension follow its URN after a colon.
    const attribute = findAttribute(schema.attributes, key);
    const separator = attribute ? '.' : ':';
    const part = (list: readonly string[], sub: string) => list.includes(`${name}${separator}${sub}`);
    const onRequest =
      attribute?.sub?.filter(({ isOnRequest }) => isOnRequest).map((one) => one.name.toLowerCase()) ?? [];
    if (only.length > 0) {
      if (only.includes(name)) {
        return [[key, pickParts(value, (sub) => !onRequest.includes(sub) || part(only, sub))] as const];
      }
      return only.some((one) => one.startsWith(`${name}${separator}`))
        ? [[key, pickParts(value, (sub) => part(only, sub))] as const]
        : [];
    }
    return without.includes(name)
      ? []
      : [[key, pickParts(value, (sub) => !part(without, sub) && !onRequest.includes(sub))] as const];
  });
  return Object.fromEntries(entries);
}
