import fc from 'fast-check';
import type { z } from 'zod';
import { inputSchema, type Schema } from '../json-schema.ts';
import { anyId } from './found-ids.ts';
import type { Json } from './mutate.ts';

/** Texts that pass the rules of many fields. */
const plausible = [
  anyId,
  'Name',
  'name',
  'person',
  'person@example.com',
  'example.com',
  '491511234567',
  'https://example.com/callback',
  'https://example.com',
  'en',
  'de-DE',
  '#aabbcc',
  '2026-11-30',
  '123456',
  'read:all',
  'Europe/Berlin',
];

function patternOf(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'));
  } catch {
    // The library does not support every pattern.
    return fc.constantFrom(...plausible);
  }
}

function text({ pattern, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<Json> {
  const free = fc.string({
    minLength: Math.min(minLength, 60),
    maxLength: Math.max(Math.min(maxLength, 60), minLength),
  });
  const usual = fc.constantFrom(...plausible);
  return pattern ? fc.oneof({ weight: 3, arbitrary: patternOf(pattern) }, usual) : fc.oneof(usual, free);
}

const anyJson: fc.Arbitrary<Json> = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;

function list(schema: Schema, depth: number): fc.Arbitrary<Json> {
  if (schema.prefixItems) {
    return fc.tuple(...schema.prefixItems.map((item) => fromSchema(item, depth + 1)));
  }
  const [min, max] = [Math.min(schema.minItems ?? 0, 5), Math.min(schema.maxItems ?? 3, 3)];
  return fc.array(fromSchema(schema.items ?? {}, depth + 1), { minLength: min, maxLength: Math.max(min, max) });
}

/** Ids are mostly those of existing objects. */
function property(name: string, schema: Schema, depth: number): fc.Arbitrary<Json> {
  const values = fromSchema(schema, depth);
  const id: fc.Arbitrary<Json> = fc.constant(schema.type === 'array' ? [anyId] : anyId);
  return /Ids?$/.test(name) ? fc.oneof(values, { weight: 3, arbitrary: id }) : values;
}

function object({ properties = {}, required = [], additionalProperties }: Schema, depth: number): fc.Arbitrary<Json> {
  const known = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, property(name, part, depth + 1)])),
    { requiredKeys: required.filter((name) => name in properties) as never[] },
  ) as fc.Arbitrary<Record<string, Json>>;
  if (typeof additionalProperties !== 'object' || Object.keys(properties).length > 0) {
    return known;
  }
  return fc.dictionary(fc.constantFrom(...plausible), fromSchema(additionalProperties, depth + 1), { maxKeys: 3 });
}

/** Values that a JSON schema mostly accepts. Rules that the schema cannot express may still reject them. */
function fromSchema(schema: Schema, depth = 0): fc.Arbitrary<Json> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (schema.const !== undefined) {
    return fc.constant(schema.const);
  }
  if (schema.enum) {
    return fc.constantFrom(...schema.enum);
  }
  if (choices && choices.length > 0) {
    return fc.oneof(...choices.map((choice) => fromSchema(choice, depth + 1)));
  }
  if (schema.allOf?.[0]) {
    return fromSchema(Object.assign({}, ...schema.allOf), depth + 1);
  }
  if (schema.$ref || depth > 8) {
    return anyJson;
  }
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
    case 'number': {
      const min = Math.ceil(Math.max(schema.minimum ?? -10, -(2 ** 53)));
      return fc.integer({ min, max: Math.max(min, Math.floor(Math.min(schema.maximum ?? min + 5000, min + 5000))) });
    }
    case 'boolean':
      return fc.boolean();
    case 'array':
      return list(schema, depth);
    case 'null':
      return fc.constant(null);
    case 'object':
      return object(schema, depth);
    default:
      return anyJson;
  }
}

/** Bodies that a contract mostly accepts. */
export const bodiesOf = (body: z.ZodType): fc.Arbitrary<Json> => fromSchema(inputSchema(body));
