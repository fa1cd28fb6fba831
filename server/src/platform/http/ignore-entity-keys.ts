import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { z } from 'zod';

/** The top-level keys that the schema allows; undefined if it allows any key. */
function keysOf(schema: unknown): Set<string> | undefined {
  if (schema instanceof z.ZodObject) {
    return new Set(Object.keys(schema.shape));
  }
  if (schema instanceof z.ZodUnion) {
    const all = schema.options.map(keysOf);
    return all.includes(undefined) ? undefined : new Set(all.flatMap((keys) => [...(keys ?? [])]));
  }
  if (schema instanceof z.ZodArray) {
    return keysOf(schema.element);
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return keysOf(schema.unwrap());
  }
  return schema instanceof z.ZodPipe ? keysOf(schema.in) : undefined;
}

/** Two contracts may use different parameter names for the same path. */
const addressOf = ({ path }: AnyEndpoint) => path.replace(/:\w+/g, ':');

/** The keys of the entity at a path, taken from the responses of all its operations. */
function entityKeys(contracts: readonly AnyEndpoint[], address: string): Set<string> {
  const answers = contracts.filter((one) => addressOf(one) === address).map(({ response }) => keysOf(response));
  return new Set(answers.flatMap((keys) => [...(keys ?? [])]));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Clients read an object, change a field and send the whole object back. PATCH and PUT therefore drop entity keys that
 * they do not accept before the body is read, so such keys are never stored. The contract rejects all other unknown
 * keys.
 */
export function ignoreEntityKeys(
  contract: AnyEndpoint,
  registered: () => readonly AnyEndpoint[],
): (body: unknown) => unknown {
  const taken = keysOf(contract.body);
  if (!taken || !['PATCH', 'PUT'].includes(contract.method)) {
    return (body) => body;
  }
  // Computed on the first request, when all operations are mounted.
  let ignored: Set<string> | undefined;
  return (body) => {
    if (!isObject(body)) {
      return body;
    }
    ignored ??= entityKeys(registered(), addressOf(contract));
    const dropped = ignored;
    return Object.fromEntries(Object.entries(body).filter(([key]) => taken.has(key) || !dropped.has(key)));
  };
}
