import type fc from 'fast-check';
import type { TestApp } from '../../testing.ts';
import type { Json } from './mutate.ts';

export type FuzzWorld = {
  app: TestApp;
  tenantId: string;
  /** How often each status was the answer, to see how far the inputs get. */
  statuses: Map<number, number>;
  tokens: Record<'management' | 'me' | 'cloud' | 'operator' | 'organization' | 'account', string>;
};

/** Inputs are JSON, so that they can be kept in the corpus. */
export type Run = (input: Json) => Promise<void>;

export type Target = {
  name: string;
  /** How many inputs `npm test` tries. */
  slice: number;
  open(world: FuzzWorld): Promise<{ inputs: fc.Arbitrary<Json>; run: Run }>;
};

/** What must never happen. The signature names the defect, so that each is reported once. */
export class Defect extends Error {
  readonly signature: string;

  constructor(signature: string, options?: ErrorOptions) {
    super(signature, options);
    this.signature = signature;
  }
}

export const asText = (input: Json) => String(input);
