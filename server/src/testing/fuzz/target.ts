import type fc from 'fast-check';
import type { TestApp } from '#testing/test-app';
import type { Json } from './mutate.ts';

export type FuzzPlace = {
  tenantId: string;
  /** The tenant that operators and members change, so that a suspension does not end the other requests. */
  otherTenantId: string;
  /** A verification of the user's password, for sensitive changes of the account. */
  proof: string;
  tokens: Record<'management' | 'me' | 'cloud' | 'operator' | 'organization' | 'account', string>;
  /** The ids of the application, the role and the user that the tokens depend on. */
  kept: readonly string[];
  replaceOther(): Promise<{ id: string; token: string }>;
};

export type FuzzWorld = FuzzPlace & {
  app: TestApp;
  /** How often each status was the answer, to see how far the inputs get; above 500 with the operation. */
  statuses: Map<string, number>;
  /** Creates new tenants and tokens: inputs change or delete the old ones, and tokens expire. */
  renew(): Promise<void>;
};

/** Inputs are JSON, so that they can be kept in the corpus. */
export type Run = (input: Json) => Promise<void>;

export type Target = {
  name: string;
  /** How many inputs `npm test` tries. */
  slice: number;
  /** After how many inputs `open` is called again. */
  renewal?: number;
  open(world: FuzzWorld): Promise<{
    inputs: fc.Arbitrary<Json>;
    run: Run;
    /** Whether inputs have ended the tokens, so that `open` must be called again. */
    isSpent?: () => boolean;
  }>;
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
