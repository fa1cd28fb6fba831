import { listOrganizationRoles } from '#features/access/organization-template';
import { findUserRoles, insertRolesOfMany } from '#features/access/roles';
import { addMemberRoles, addMemberships } from '#features/people/organizations';
import { checkRecord, type Finding, identifiersOf, prepareRecords, type Ready } from '#features/people/user-jobs';
import { createUsers, findTaken, insertFactor, sealFactorSecret, type Taken } from '#features/people/users';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { newId } from '#platform/secrets/ids';
import { findUsernameFolding } from '#platform/tenancy/fold-usernames';
import type { Platform } from '../connect.ts';
import { reasonOf } from './misfits.ts';
import type { Model, SourceUser } from './model.ts';
import type { Plan } from './planned.ts';
import { everything } from './read-target.ts';

const batchSize = 500;
const progressEvery = 5000;
const withoutVault = 'The authenticator app is not imported: set SECRET_VAULT_KEK to store its secret.';

async function* inBatches(users: AsyncIterable<SourceUser>): AsyncGenerator<SourceUser[]> {
  let batch: SourceUser[] = [];
  for await (const user of users) {
    batch.push(user);
    if (batch.length === batchSize) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) {
    yield batch;
  }
}

const sentenceOf = ({ code, field, details, gaps }: Finding) => {
  const reason = reasonOf(new AppError(code, { ...(details ? { details } : {}), ...(gaps ? { values: gaps } : {}) }));
  return field ? `${field}: ${reason}` : reason;
};

/** The ID of a user is kept if it has the format of this product. */
const idPattern = /^[\da-z]{12}$/;

function check(user: SourceUser, line: number, model: Model) {
  const fields = new Map(Object.entries(user.fields).filter(([, value]) => value !== undefined && value !== null));
  const id = fields.get('id');
  if (typeof id !== 'string' || !idPattern.test(id)) {
    fields.delete('id');
  }
  return checkRecord(line, fields, { keepIds: true, firebase: model.firebase });
}

type ImportRun = { platform: Platform; tenantId: string; model: Model; plan: Plan; isDryRun: boolean };
type ReadyUser = Ready & Pick<SourceUser, 'memberships' | 'totpSecret'>;

async function ownersOf(db: Db, ready: readonly Ready[]): Promise<(one: Ready) => { by: Taken['by']; id: string }[]> {
  const values: Record<Taken['by'], string[]> = {
    id: [],
    username: [],
    primaryEmail: [],
    primaryPhone: [],
    identities: [],
  };
  for (const { by, value } of ready.flatMap(({ user }) => identifiersOf(user))) {
    values[by].push(value);
  }
  const taken = Map.groupBy(await findTaken(db, values), ({ by, value }) => `${by}:${value}`);
  return ({ user }) => identifiersOf(user).flatMap(({ by, value }) => taken.get(`${by}:${value}`) ?? []);
}

/** Users that do not exist yet. */
async function withoutExisting(db: Db, ready: ReadyUser[], onExisting: (count: number) => void): Promise<ReadyUser[]> {
  const find = await ownersOf(db, ready);
  const fresh = ready.filter((one) => find(one).length === 0);
  onExisting(ready.length - fresh.length);
  return fresh;
}

type Known = { roleIds: Map<string, string>; organizationRoleIds: Map<string, string> };

async function readKnown(db: Db, roleNames: string[]): Promise<Known> {
  const roles = await findUserRoles(db, roleNames);
  const organizationRoles = await listOrganizationRoles(db, { type: 'User' }, everything);
  return {
    roleIds: new Map(roles.map(({ id, name }) => [name, id])),
    organizationRoleIds: new Map(organizationRoles.map(({ id, name }) => [name, id])),
  };
}

async function write(db: Db, { platform, tenantId, plan }: ImportRun, users: ReadyUser[], known: Known): Promise<void> {
  const ids = await createUsers(
    db,
    platform.config,
    tenantId,
    users.map(({ user }) => user),
  );
  const pairs = users.flatMap(({ roles }, index) =>
    roles.flatMap((name) => {
      const roleId = known.roleIds.get(name);
      return roleId === undefined ? [] : [{ userId: ids[index] ?? '', roleId }];
    }),
  );
  if (pairs.length > 0) {
    await insertRolesOfMany(db, pairs);
  }
  for (const [index, { totpSecret }] of users.entries()) {
    const userId = ids[index];
    if (totpSecret !== undefined && userId !== undefined) {
      const key = sealFactorSecret(platform.vault, { tenantId, userId }, totpSecret);
      await insertFactor(db, userId, { type: 'Totp', id: newId(), createdAt: new Date().toISOString(), key });
    }
  }
  await emit(db, ...ids.map((subjectId) => ({ name: 'User.Created', subjectId }) as const));
  const memberships = users.flatMap(({ memberships: given }, index) =>
    given.flatMap(({ organization, roles }) => {
      const organizationId = plan.organizationIds.get(organization);
      return organizationId === undefined ? [] : [{ organizationId, userId: ids[index] ?? '', roles }];
    }),
  );
  await addMemberships(db, memberships);
  await addMemberRoles(
    db,
    memberships.flatMap(({ roles, ...membership }) =>
      roles.flatMap((name) => {
        const organizationRoleId = known.organizationRoleIds.get(name);
        return organizationRoleId === undefined ? [] : [{ ...membership, organizationRoleId }];
      }),
    ),
  );
}

/** Checks all users of the source, and writes those that are new unless it is a dry run. */
export async function importUsers(work: ImportRun, progress: (line: string) => void): Promise<void> {
  const { platform, tenantId, model, plan, isDryRun } = work;
  const count = plan.counts.users;
  const fold = await platform.tenancy.read(tenantId, findUsernameFolding);
  const seen = new Set<string>();
  let [line, created, existing] = [0, 0, 0];
  for await (const batch of inBatches(model.users())) {
    const checked = batch.map((user, index) => check(user, line + index + 1, model));
    const sources = new Map(batch.map((user, index) => [line + index + 1, user]));
    line += batch.length;
    const valid = await prepareRecords(checked, isDryRun);
    // The plan has listed the problems already.
    for (const finding of isDryRun ? checked.flatMap(({ findings }) => findings) : []) {
      plan.misfits.add('user', finding.subject ?? `entry ${finding.line}`, sentenceOf(finding));
    }
    const unique = valid.flatMap((one): ReadyUser[] => {
      const keys = identifiersOf(one.user).map(({ by, value }) => `${by}:${by === 'username' ? fold(value) : value}`);
      if (keys.some((key) => seen.has(key))) {
        if (isDryRun) {
          plan.misfits.add(
            'user',
            one.subject ?? `entry ${one.line}`,
            'Another user of the source has the same identifier.',
          );
        }
        return [];
      }
      for (const key of keys) {
        seen.add(key);
      }
      const { roles = [], memberships = [], totpSecret, dropped = [] } = sources.get(one.line) ?? {};
      const canKeep = totpSecret !== undefined && platform.vault.isReady;
      const lost = totpSecret !== undefined && !canKeep ? [withoutVault] : [];
      for (const reason of isDryRun ? [...dropped, ...lost] : []) {
        plan.misfits.add('user', one.subject ?? `entry ${one.line}`, reason);
      }
      return [{ ...one, roles, memberships, ...(canKeep ? { totpSecret } : {}) }];
    });
    const onExisting = (known: number) => {
      existing += known;
    };
    if (isDryRun) {
      created += (await platform.tenancy.read(tenantId, (db) => withoutExisting(db, unique, onExisting))).length;
    } else {
      created += await platform.tenancy.write(tenantId, async (db) => {
        const fresh = await withoutExisting(db, unique, onExisting);
        if (fresh.length > 0) {
          await write(db, work, fresh, await readKnown(db, [...new Set(fresh.flatMap(({ roles }) => roles))]));
        }
        return fresh.length;
      });
    }
    if (line % progressEvery === 0) {
      progress(`${isDryRun ? 'Checked' : 'Imported'} ${line} users`);
    }
  }
  count.created = created;
  count.existing = existing;
}
