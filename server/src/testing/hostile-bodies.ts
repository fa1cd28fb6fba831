import type { z } from 'zod';
import type { Json } from './fuzz/mutate.ts';
import { inputSchema, type Schema } from './json-schema.ts';

/** How the parts of a body are made; the rest is as the contract wants it. */
type Shape = {
  text: string;
  items: number;
  /** Of lists in lists. */
  innerItems: number;
  /** Texts in lists are different. */
  isNumbered: boolean;
  keys: number;
  depth: number;
  isFull: boolean;
};

const modest: Shape = { text: 'person', items: 1, innerItems: 1, isNumbered: false, keys: 0, depth: 0, isFull: false };

let texts = 0;
function nextText(): string {
  texts += 1;
  return `t${texts}`;
}

const repeat = (count: number, make: (index: number) => Json): Json[] =>
  Array.from({ length: count }, (_, index) => make(index));
const keyed = (count: number, make: (index: number) => Json): Record<string, Json> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, make(index)]));

function nested(depth: number): Json {
  let value: Json = 'x';
  for (let level = 0; level < depth; level += 1) {
    value = level % 2 ? [value] : { a: value };
  }
  return value;
}

function free({ keys, depth, items, text }: Shape): Json {
  return {
    ...keyed(keys, (index) => (depth > 0 ? nested(depth) : index)),
    ...(items > 1 ? { list: repeat(items, () => 1) } : {}),
    text,
  };
}

function build(schema: Schema, shape: Shape, level = 0): Json {
  const [first] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (schema.const !== undefined || schema.enum) {
    return schema.const ?? schema.enum?.[0] ?? null;
  }
  if (first) {
    return build(first, shape, level);
  }
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      return shape.text;
    case 'number':
    case 'integer':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return level > 6
        ? []
        : repeat(shape.items, () => {
            const text = shape.isNumbered ? nextText() : shape.text;
            const inner = { ...shape, items: shape.innerItems, innerItems: 1, keys: 0 };
            // Objects in a list have the same values, so that they could be merged.
            return build(schema.items ?? {}, schema.items?.properties ? inner : { ...inner, text }, level + 1);
          });
    case 'object':
      return object(schema, shape, level);
    default:
      return free(shape);
  }
}

function object({ properties = {}, required = [], additionalProperties }: Schema, shape: Shape, level: number): Json {
  if (level > 6) {
    return {};
  }
  const names = Object.keys(properties).filter((name) => shape.isFull || required.includes(name));
  const known = Object.fromEntries(names.map((name) => [name, build(properties[name] ?? {}, shape, level + 1)]));
  const value = typeof additionalProperties === 'object' ? additionalProperties : {};
  const hasRoom = Object.keys(properties).length === 0;
  const more = hasRoom ? keyed(shape.keys, () => build(value, { ...shape, keys: 0, items: 1 }, level + 1)) : {};
  return { ...known, ...more };
}

const shapes: Record<string, Partial<Shape>> = {
  // The last characters make expressions try all ways to match.
  'long texts': { text: `${'a'.repeat(60_000)} `, isFull: true },
  'dotted texts': { text: `a@${'a.-'.repeat(20_000)} !`, isFull: true },
  'long lists': { items: 20_000, isFull: true },
  'lists in lists': { items: 1700, innerItems: 23, isNumbered: true, isFull: true },
  'many keys': { keys: 9000, isFull: true },
  'deep values': { keys: 150, depth: 50, isFull: true },
};

/** Almost what the server accepts: larger bodies are refused before a schema reads them. */
const maxBody = 2 * 1024 * 1024 - 4096;
const isTooLarge = (text: string) =>
  text.length > maxBody || text.split(',').length > 49_000 || text.split(':').length > 9900;

/** Bodies of a contract that are as hostile as the limits of the server allow, by the name of their shape. */
export function hostileBodies(body: z.ZodType): [shape: string, body: string][] {
  const schema = inputSchema(body);
  const made = Object.entries(shapes).map(([name, shape]): [string, string] => {
    let given: Shape = { ...modest, ...shape };
    let text = JSON.stringify(build(schema, given));
    for (; isTooLarge(text); text = JSON.stringify(build(schema, given))) {
      given = {
        ...given,
        text: given.text.slice(0, Math.ceil(given.text.length / 2)),
        items: Math.ceil(given.items / 2),
        innerItems: Math.ceil(given.innerItems / 2),
        keys: Math.ceil(given.keys / 2),
      };
    }
    return [name, text];
  });
  const plain = build(schema, modest);
  const known = typeof plain === 'object' && !Array.isArray(plain) ? plain : {};
  return [...made, ['unknown keys', JSON.stringify({ ...known, ...keyed(9_900, (index) => index) })]];
}
