import { ImportOptions } from '@postern/contracts/people/user-imports';
import { z } from 'zod';
import { endSessionsOf } from '#features/access/oidc';
import { defaultRoleNamesOf, findUserRoles, insertRolesOfMany } from '#features/access/roles';
import { insertUsers, updateUsers } from '#features/people/users';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { defineUserJob, type Finding, type JobRun } from '../kinds.ts';
import { mapColumns } from './columns.ts';
import { type PreparedBatch, prepareBatch, type Ready } from './prepare-batch.ts';
import { type Resolved, resolveConflicts } from './resolve-conflicts.ts';
import { parameterSealer } from './seal-parameters.ts';
import { deleteImportFile, findImportFile, refreshStatistics } from './store.ts';
import { removeParts } from './stored-parts.ts';

/** The input of an import job; the parameters of Firebase are stored as secrets. */
export const ImportInput = ImportOptions.omit({ firebase: true }).extend({
  fileId: z.string(),
  fileName: z.string(),
  format: z.string(),
});
export type ImportInput = z.infer<typeof ImportInput>;

const CursorShape = z.object({
  part: z.number().default(0),
  offset: z.number().default(0),
  /** The number of processed records at the last refresh of the statistics. */
  refreshedAt: z.number().default(0),
});

/**
 * Refreshes the planner statistics when the table has grown tenfold. This only affects speed, so failures are ignored.
 */
async function refreshPlanner({ app, tenantId, job }: JobRun, refreshedAt: number): Promise<number> {
  if (job.done < 10 * Math.max(refreshedAt, 50)) {
    return refreshedAt;
  }
  try {
    await app.tenancy.system(refreshStatistics, app.tenancy.regionOf(tenantId));
  } catch (error) {
    app.log.warn({ err: error, job: job.id }, 'user statistics refresh failed');
  }
  return job.done;
}

async function findFile({ app, tenantId, job }: JobRun) {
  const input = ImportInput.parse(job.input);
  const file = await app.tenancy.read(tenantId, (db) => findImportFile(db, input.fileId));
  if (!file) {
    throw new AppError('user_import.file_gone');
  }
  return { input, file };
}

async function prepare(work: JobRun): Promise<PreparedBatch & { isLast: boolean; refreshedAt: number }> {
  const { input, file } = await findFile(work);
  const { refreshedAt, ...cursor } = CursorShape.parse(work.job.cursor);
  const { keepIds, isDryRun } = input;
  const secrets = parameterSealer(work.app, work.tenantId).open(work.job.secrets ?? '{}');
  const { firebase } = ImportOptions.pick({ firebase: true }).parse(JSON.parse(secrets));
  const batch = await prepareBatch(work.app, {
    tenantId: work.tenantId,
    fileId: file.id,
    cursor,
    mapping: mapColumns(file.analysis.columns, input.mapping),
    options: { keepIds, isDryRun, firebase },
  });
  return { ...batch, isLast: batch.next.part >= file.parts, refreshedAt: await refreshPlanner(work, refreshedAt) };
}

/** Roles by name and the default ones; an unknown role is an error of the line. */
async function findRoles(db: Db, app: App, tenantId: string, ready: readonly Ready[]) {
  const defaultNames = defaultRoleNamesOf(app.config, tenantId);
  const roles = await findUserRoles(db, [...new Set([...defaultNames, ...ready.flatMap((one) => one.roles)])]);
  const idOf = new Map(roles.map(({ id, name }) => [name, id]));
  const lacking = defaultNames.filter((name) => !idOf.has(name));
  if (lacking.length > 0) {
    const details = `There is no role for users of the name ${lacking.join(', ')}.`;
    throw new AppError('role.default_role_missing', { details });
  }
  const isDefault = ({ name, isDefault }: (typeof roles)[number]) => isDefault || defaultNames.includes(name);
  return { idOf, defaultIds: roles.filter(isDefault).map(({ id }) => id) };
}

function refuseUnknownRoles(ready: readonly Ready[], idOf: ReadonlyMap<string, string>) {
  const findings: Finding[] = [];
  const good = ready.filter(({ line, subject, roles }) => {
    const unknown = roles.filter((name) => !idOf.has(name));
    findings.push(
      ...unknown.map(
        (details): Finding => ({
          line,
          level: 'error',
          code: 'user_import.role_unknown',
          field: 'roles',
          subject,
          details,
        }),
      ),
    );
    return unknown.length === 0;
  });
  return { good, findings };
}

type Roles = Awaited<ReturnType<typeof findRoles>>;

/** Writes users, roles and events of one batch. */
async function write(db: Db, { created, updated }: Resolved, { roleIds }: ImportInput, { idOf, defaultIds }: Roles) {
  const createdIds = await insertUsers(
    db,
    created.map(({ user }) => user),
  );
  await updateUsers(
    db,
    updated.map(({ user, id }) => ({ ...user, id })),
  );
  for (const { id } of updated.filter(({ user }) => user.isSuspended)) {
    await endSessionsOf(db, id);
  }
  const pairs = (userId: string, one: Ready, more: string[]) =>
    [...more, ...roleIds, ...one.roles.flatMap((name) => idOf.get(name) ?? [])].map((roleId) => ({ userId, roleId }));
  const given = [
    ...created.flatMap((one, index) => pairs(createdIds[index] ?? '', one, defaultIds)),
    ...updated.flatMap((one) => pairs(one.id, one, [])),
  ];
  if (given.length > 0) {
    await insertRolesOfMany(db, given);
  }
  await emit(
    db,
    ...createdIds.map((subjectId) => ({ name: 'User.Created', subjectId }) as const),
    ...updated.map(({ id }) => ({ name: 'User.Data.Updated', subjectId: id }) as const),
  );
}

export const importJob = defineUserJob({
  kind: 'import',
  prepare,
  async runBatch({ app, tenantId, db, job, prepared: batch }) {
    const input = ImportInput.parse(job.input);
    const roles = await findRoles(db, app, tenantId, batch.ready);
    const { good, findings } = refuseUnknownRoles(batch.ready, roles.idOf);
    const resolved = await resolveConflicts(db, job.id, good, input.onConflict);
    if (!input.isDryRun) {
      await write(db, resolved, input, roles);
    }
    const { created, updated, skipped, failed } = resolved;
    return {
      cursor: { ...batch.next, refreshedAt: batch.refreshedAt },
      isLast: batch.isLast,
      done: batch.records,
      failed: batch.failed + (batch.ready.length - good.length) + failed,
      counts: { created: created.length, updated: updated.length, skipped },
      findings: [...batch.findings, ...findings, ...resolved.findings],
    };
  },
  /** Deletes the file after a successful import; otherwise it can be retried. */
  async finish(work, isSuccess) {
    const { fileId, isDryRun } = ImportInput.parse(work.job.input);
    if (!isSuccess || isDryRun) {
      return;
    }
    const { app, tenantId } = work;
    const file = await app.tenancy.read(tenantId, (db) => findImportFile(db, fileId));
    if (file) {
      await removeParts(app, tenantId, file.id, file.parts);
      await app.tenancy.write(tenantId, (db) => deleteImportFile(db, fileId));
    }
  },
});
