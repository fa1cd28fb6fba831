import type { ErrorCode } from '@postern/contracts/errors';
import { UserFilter } from '@postern/contracts/people/user-filter';
import type { BulkKind } from '@postern/contracts/people/user-jobs-bulk';
import { z } from 'zod';
import { giveRolesToMany, requireUserRoles, takeRolesFromMany } from '#features/access/roles';
import { listSelectedIds, lockUsers, removeUsers, suspendUsers } from '#features/people/users';
import type { Db } from '#platform/db/db';
import { type BatchResult, defineUserJob, type Finding, type JobRun } from './kinds.ts';

/** Small enough not to delay sign-ins, large enough that a million users take minutes. */
const batchSize = 250;

/** The visible part of the stored request, and the lists that are too long to show. */
const BulkInput = z.object({ filter: UserFilter.optional(), roleIds: z.array(z.string()).optional() });
const BulkLists = z.object({
  userIds: z.array(z.string()).optional(),
  excludedIds: z.array(z.string()).optional(),
});
const Cursor = z.object({ after: z.string().default(''), line: z.number().default(0) });

type Batch = { db: Db; roleIds: string[] };
/** Changes existing users; the values of the map are their suspension status. Returns how many changed. */
type Action = (batch: Batch, users: Map<string, boolean>) => Promise<number>;

const suspend =
  (isSuspended: boolean): Action =>
  async ({ db }, users) => {
    const ids = [...users].filter(([, was]) => was !== isSuspended).map(([id]) => id);
    await suspendUsers(db, ids, isSuspended);
    return ids.length;
  };

const actions: Record<BulkKind, { action: Action; word: string; sparesSelf?: ErrorCode }> = {
  suspend: { action: suspend(true), word: 'suspended', sparesSelf: 'user.cannot_suspend_self' },
  unsuspend: { action: suspend(false), word: 'reactivated' },
  delete: {
    action: async ({ db }, users) => (await removeUsers(db, [...users.keys()])).length,
    word: 'deleted',
    sparesSelf: 'user.cannot_delete_self',
  },
  'assign-roles': {
    action: ({ db, roleIds }, users) => giveRolesToMany(db, [...users.keys()], roleIds),
    word: 'changed',
  },
  'remove-roles': {
    action: ({ db, roleIds }, users) => takeRolesFromMany(db, [...users.keys()], roleIds),
    word: 'changed',
  },
};

/** The next user ids and the new cursor. */
async function nextIds(db: Db, { cursor, input, secrets }: JobRun['job']) {
  const { after, line } = Cursor.parse(cursor);
  const { filter = {} } = BulkInput.parse(input);
  const { userIds, excludedIds = [] } = BulkLists.parse(JSON.parse(secrets ?? '{}'));
  const ids = userIds
    ? userIds.slice(line, line + batchSize)
    : await listSelectedIds(db, { filter, excludedIds }, after, batchSize);
  return { ids, line, next: { after: ids.at(-1) ?? after, line: line + ids.length }, isLast: ids.length < batchSize };
}

async function runBatch(kind: BulkKind, { db, job }: JobRun & { db: Db }): Promise<BatchResult> {
  const { action, word, sparesSelf } = actions[kind];
  const { roleIds = [] } = BulkInput.parse(job.input);
  if (roleIds.length > 0) {
    await requireUserRoles(db, roleIds);
  }
  const { ids, line, next, isLast } = await nextIds(db, job);
  const users = await lockUsers(db, ids);
  const refusal = (id: string) =>
    sparesSelf && id === job.createdBy ? sparesSelf : users.has(id) ? undefined : 'entity.not_found';
  const findings = ids.flatMap((id, index): Finding[] => {
    const code = refusal(id);
    return code ? [{ line: line + index + 1, level: 'error', code, subject: id }] : [];
  });
  for (const { subject = '' } of findings) {
    users.delete(subject);
  }
  const changed = await action({ db, roleIds }, users);
  return {
    cursor: next,
    isLast,
    done: ids.length,
    failed: findings.length,
    counts: { [word]: changed, unchanged: users.size - changed },
    findings,
  };
}

export const bulkJobs = (['suspend', 'unsuspend', 'delete', 'assign-roles', 'remove-roles'] as const).map((kind) =>
  defineUserJob({ kind, runBatch: (work) => runBatch(kind, work) }),
);
