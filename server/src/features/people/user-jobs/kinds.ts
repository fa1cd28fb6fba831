import type { ErrorCode } from '@postern/contracts/errors';
import type { JsonObject } from '@postern/contracts/fields';
import type { UserJobKind } from '@postern/contracts/people/user-jobs';
import type { Actor } from '#platform/actor';
import type { App } from '#platform/app';
import type { Db } from '#platform/db';

/** A job as the work on it sees it. */
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
  /** Who started it; the events of its work name them. */
  actor: Actor | null;
};

/** What is wrong with one line, in the words of `contracts/src/errors.ts`. */
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
  /** Where the next batch begins; it is kept in the transaction of this one. */
  cursor: JsonObject;
  isLast: boolean;
  /** Lines of this batch, the failed ones among them. */
  done: number;
  failed?: number;
  /** Told as soon as it is known. */
  total?: number;
  /** Added to the counts of the job. */
  counts?: Record<string, number>;
  findings?: Finding[];
};

export type Work = { app: App; tenantId: string; job: OpenJob };

export type UserJobWork<Prepared = undefined> = {
  kind: UserJobKind;
  /** Slow work that needs no lock, such as reading a file or hashing. Done again when the batch has to be repeated. */
  prepare?: (work: Work) => Promise<Prepared>;
  /** One batch, in a transaction of the tenant: all that it writes through `db` is kept together with the cursor. */
  runBatch: (work: Work & { db: Db; prepared: Prepared }) => Promise<BatchResult>;
  /** After the job has ended in whatever way. May happen twice or, after a crash, not at all. */
  finish?: (work: Work, isSuccess: boolean) => Promise<void>;
};

const known = new Map<UserJobKind, UserJobWork<unknown>>();

/** Each kind registers itself where it is written; the index of the slice imports the file. */
export function registerUserJob<Prepared>(work: UserJobWork<Prepared>): void {
  // What `prepare` makes goes to the `runBatch` beside it and to nothing else.
  known.set(work.kind, work as unknown as UserJobWork<unknown>);
}

export const workOf = (kind: UserJobKind): UserJobWork<unknown> | undefined => known.get(kind);
