import type { QuotaKey, QuotaUse, SwitchedKey } from '@postern/contracts/quota';
import type { Db } from './db.ts';

/** A limit that a request may run into. `of` names the parameter with the id of what it is counted in. */
export type Limit = { key: QuotaKey; of: string | undefined; limit: number };

/** Where a tenant's plan has limits. The open-source edition has none of this. */
export type QuotaGuard = {
  /** Asked before the unit of work is opened: whoever holds a connection must not wait for a second one. */
  limitsOf(tenantId: string, uses: readonly QuotaUse[]): Promise<Limit[]>;
  /** Does the work, in the transaction of `db`, unless it goes beyond a limit: then all of it is taken back. */
  within<T>(work: {
    db: Db;
    tenantId: string;
    limits: Limit[];
    params: Record<string, unknown>;
    run: () => Promise<T>;
  }): Promise<T>;
  /** Whether the plan has a feature. One that it does not have stops, whatever the settings say. */
  has(tenantId: string, key: SwitchedKey): Promise<boolean>;
  /** False once a tenant has used up the tokens of a plan that nobody pays for. */
  mayIssueTokens(tenantId: string): Promise<boolean>;
  /**
   * Counts somebody as active; false once a tenant has used up the active users of a plan that nobody pays for, and this
   * person is not one of them. Without a person: whether a new one could come.
   */
  admit(tenantId: string, userId?: string): Promise<boolean>;
};
