import type { ErrorCode } from '@postern/contracts/errors';
import type { JsonObject } from '@postern/contracts/fields';
import type { UserJobKind } from '@postern/contracts/people/user-jobs';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import type { Actor } from '#platform/http/actor';

/** A job as its implementation sees it. */
export type OpenJob = {
  id: string;
  kind: UserJobKind;
  total: number | null;
  done: number;
  failed: number;
  cursor: JsonObject;
  input: JsonObject;
  secrets: string | null;
  isCancelWanted: boolean;
  createdBy: string;
  /** Who started it; the events of the job name them as actor. */
  actor: Actor | null;
};

/** A problem of one line, with a code of `contracts/src/errors.ts`. */
export type Finding = {
  line: number;
  level: 'error' | 'warning';
  code: ErrorCode;
  field?: string | undefined;
  subject?: string | undefined;
  details?: string | undefined;
  /** Fills `{{name}}` in the message. */
  gaps?: Record<string, string | number> | undefined;
};

export type BatchResult = {
  /** Where the next batch starts; stored in the transaction of this batch. */
  cursor: JsonObject;
  isLast: boolean;
  /** Processed lines of this batch, including failed ones. */
  done: number;
  failed?: number;
  /** Set as soon as it is known. */
  total?: number;
  /** Added to the counts of the job. */
  counts?: Record<string, number>;
  findings?: Finding[];
};

export type JobRun = { app: App; tenantId: string; job: OpenJob };

export type UserJobWork<Prepared = undefined> = {
  kind: UserJobKind;
  /** Slow work that needs no lock, such as reading a file or hashing. Repeated if the batch is retried. */
  prepare?: (work: JobRun) => Promise<Prepared>;
  /** One batch in a transaction of the tenant: all writes through `db` are committed with the cursor. */
  runBatch: (work: JobRun & { db: Db; prepared: Prepared }) => Promise<BatchResult>;
  /** Runs after the job has ended in any way. May run twice or, after a crash, not at all. */
  finish?: (work: JobRun, isSuccess: boolean) => Promise<void>;
};

/** How the jobs of each kind run: the state of this feature. */
export type UserJobKinds = Map<UserJobKind, UserJobWork<unknown>>;

export const stateName = 'user-jobs';

export const workOf = (app: App, kind: UserJobKind): UserJobWork<unknown> | undefined =>
  app.stateOf<UserJobKinds>(stateName).get(kind);

/** The result of `prepare` is passed only to its own `runBatch`, so a list need not know its type. */
export const defineUserJob = <Prepared>(work: UserJobWork<Prepared>) => work as unknown as UserJobWork<unknown>;
