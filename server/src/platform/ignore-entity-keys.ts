import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { z } from 'zod';

/** The keys that a value of this schema may have at its top; undefined where any key may be there. */
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

/** Two contracts may name the parameters of one address differently. */
const addressOf = ({ path }: AnyEndpoint) => path.replace(/:\w+/g, ':');

/** What the operations on one address answer: the keys of the entity that lives there. */
function entityKeys(contracts: readonly AnyEndpoint[], address: string): Set<string> {
  const answers = contracts.filter((one) => addressOf(one) === address).map(({ response }) => keysOf(response));
  return new Set(answers.flatMap((keys) => [...(keys ?? [])]));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Programs read an object, change a field and send all of it back. PATCH and PUT therefore drop keys of the entity that
 * they do not take, before anything reads the body: such a key is never stored. All other unknown keys are left for the
 * contract to refuse.
 */
export function ignoreEntityKeys(
  contract: AnyEndpoint,
  registered: () => readonly AnyEndpoint[],
): (body: unknown) => unknown {
  const taken = keysOf(contract.body);
  if (!taken || !['PATCH', 'PUT'].includes(contract.method)) {
    return (body) => body;
  }
  // Known only when all operations are mounted, so it is read at the first request.
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
