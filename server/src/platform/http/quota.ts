import type { CountedKey, Quota, QuotaKey, QuotaUse, SwitchedKey } from '@postern/contracts/quota';
import type { Db } from '#platform/db/db';

/** A limit that applies to a request. `of` is the parameter with the id of the entity in which it is counted. */
export type Limit = {
  key: QuotaKey;
  of: string | undefined;
  extends?: boolean;
  limit: number;
  /** Beyond the limit it is billed instead of refused. */
  isBilled?: boolean;
  /** What the tenant may cost at most, with what is counted outside of its own transaction. */
  spending?: Spending;
};

export type Spending = { limit: number; price: number; included: Partial<Quota>; members: number };

/** What a caller may cost. Those who may not spend are limited to what the plan includes. */
export type Terms = {
  maySpend: boolean;
  /** Cents a month that the caller agrees to pay more. */
  agreed: number;
};

/** The limits of a tenant's plan. The open-source edition has none. */
export type QuotaGuard = {
  /**
   * Called before the unit of work starts, because a caller that holds a connection must not wait for a second one.
   */
  limitsOf(tenantId: string, uses: readonly QuotaUse[], terms: Terms): Promise<Limit[]>;
  /** Runs the work in the transaction of `db`. Rolls it back if it exceeds a limit or costs more than agreed. */
  within<T>(work: {
    db: Db;
    tenantId: string;
    limits: Limit[];
    terms: Terms;
    params: Record<string, unknown>;
    run: () => Promise<T>;
  }): Promise<T>;
  /** For things that others add later: throws if one more exceeds a limit or costs more than agreed. */
  requireRoom(tenantId: string, key: CountedKey, terms: Terms): Promise<void>;
  /**
   * Whether the plan includes a feature. Features that are not included are off, regardless of settings. Some days after
   * a paid plan ended, they still work.
   */
  has(tenantId: string, key: SwitchedKey): Promise<boolean>;
  /** How many things of a kind the plan includes; null without a limit. */
  limitOf(tenantId: string, key: CountedKey): Promise<number | null>;
  /** How many existing things of a kind work; null without a limit. The same days of grace apply. */
  running(tenantId: string, key: CountedKey): Promise<number | null>;
  /** Whether things of a kind may be extended: not while there are more than the plan allows. */
  mayExtend(tenantId: string, key: CountedKey): Promise<boolean>;
  /** Returns false when a tenant on a free plan has used up its tokens. */
  mayIssueTokens(tenantId: string): Promise<boolean>;
  /**
   * Counts a user as active. Returns false if a tenant on a free plan has used up its active users and this user is not
   * one of them. Without a user id: whether a new user is allowed.
   */
  admit(tenantId: string, userId?: string): Promise<boolean>;
};
