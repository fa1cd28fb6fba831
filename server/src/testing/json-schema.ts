import { z } from 'zod';
import type { Json } from './fuzz/mutate.ts';

/** The parts of a JSON schema that tests build values from. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: Json;
  enum?: Json[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
};

/** What a contract accepts. */
export const inputSchema = (contract: z.ZodType): Schema =>
  // The output of zod has this type.
  z.toJSONSchema(contract, { io: 'input', unrepresentable: 'any' }) as Schema;
