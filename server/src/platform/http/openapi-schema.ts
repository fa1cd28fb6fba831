import { z } from 'zod';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list of values needs null as one of them. */
const withNull = ({ enum: values, ...schema }: Json): Json => ({
  ...schema,
  nullable: true,
  ...(Array.isArray(values) ? { enum: [...new Set([...values, null])] } : {}),
});

/** In OpenAPI 3.0 `nullable` is about the `type` beside it, so a choice passes it on to its first typed branch. */
function placeNullable({ nullable, ...schema }: Json): Json {
  if (nullable === undefined) {
    return schema;
  }
  if ('type' in schema) {
    return withNull(schema);
  }
  const [key, branches] = (['anyOf', 'oneOf'] as const).flatMap((name) => {
    const list = schema[name];
    return Array.isArray(list) ? [name, list as Json[]] : [];
  }) as [string?, Json[]?];
  if (key === undefined || branches === undefined) {
    // Without a type every value is allowed, null too.
    return schema;
  }
  const typed = branches.findIndex((branch) => 'type' in branch);
  return { ...schema, [key]: branches.map((branch, index) => (index === typed ? withNull(branch) : branch)) };
}

/** A choice of one is that one. */
function withoutSingleChoice(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  return Array.isArray(anyOf) && anyOf.length === 1 && isObject(anyOf[0]) ? { ...anyOf[0], ...rest } : schema;
}

/** A record whose keys are known is an object with these properties. */
function nameKeys(schema: Json): Json {
  const { required, properties, additionalProperties } = schema;
  return Array.isArray(required) && properties === undefined && isObject(additionalProperties)
    ? { ...schema, properties: Object.fromEntries(required.map((name: string) => [name, additionalProperties])) }
    : schema;
}

function tidy(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(tidy);
  }
  if (!isObject(value)) {
    return value;
  }
  const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, tidy(one)]));
  return nameKeys(placeNullable(withoutSingleChoice(inner)));
}

/** A pattern in a schema has no flags, so one that ignores case would refuse what the server accepts. */
function dropPatternsWithoutCase({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }): void {
  const checks = ('checks' in zodSchema._zod.def ? zodSchema._zod.def.checks : undefined) ?? [];
  const ignoresCase = checks.some(({ _zod: { def } }) => {
    const { pattern } = def as { pattern?: RegExp };
    return pattern?.flags.includes('i');
  });
  if (ignoresCase) {
    delete jsonSchema.pattern;
  }
}

/** The schema of a contract in the dialect of OpenAPI 3.0. */
export function toOpenApiSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io,
    unrepresentable: 'any',
    override: dropPatternsWithoutCase,
  });
  return tidy(rest) as Json;
}
