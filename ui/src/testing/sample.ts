import { z } from 'zod';

type Def = {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  options?: readonly z.ZodType[];
  entries?: Record<string, string | number>;
  values?: readonly unknown[];
  items?: readonly z.ZodType[];
  in?: z.ZodType;
  getter?: () => z.ZodType;
  left?: z.ZodType;
  right?: z.ZodType;
};

const defOf = (schema: z.ZodType) => schema.def as unknown as Def;

/** The emptiest value that a schema allows: null where possible, no items, the first of several options. */
function emptiest(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodObject) {
    return Object.fromEntries(
      Object.entries(schema.shape)
        .map(([name, field]) => [name, emptiest(field as z.ZodType)])
        .filter(([, value]) => value !== undefined),
    );
  }
  const def = defOf(schema);
  switch (def.type) {
    case 'string':
      return (
        ['', 'x', 'https://example.com/', '2026-01-01T00:00:00Z', 'a@example.com', '#6139F6'].find(
          (text) => schema.safeParse(text).success,
        ) ?? 'x'
      );
    case 'number':
    case 'int':
      return [0, 1].find((number) => schema.safeParse(number).success) ?? 1;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'record':
      return {};
    case 'tuple':
      return (def.items ?? []).map(emptiest);
    case 'enum':
      return Object.values(def.entries ?? {})[0];
    case 'literal':
      return def.values?.[0];
    case 'nullable':
    case 'null':
      return null;
    case 'optional':
    case 'undefined':
      return undefined;
    case 'union':
      return def.options?.[0] && emptiest(def.options[0]);
    case 'intersection':
      return { ...(emptiest(def.left as z.ZodType) as object), ...(emptiest(def.right as z.ZodType) as object) };
    case 'pipe':
      return emptiest(def.in as z.ZodType);
    case 'lazy':
      return def.getter && emptiest(def.getter());
    default:
      // Default, prefault, catch, readonly and the like have an inner schema; unknown values may be anything.
      return def.innerType ? emptiest(def.innerType) : null;
  }
}

/** A value of a contract's schema, with these properties. New required fields of the contract need no change of tests. */
export function sample<Schema extends z.ZodType>(
  schema: Schema,
  given: Partial<z.output<Schema>> = {},
): z.output<Schema> {
  return schema.parse({ ...(emptiest(schema) as object), ...given });
}
