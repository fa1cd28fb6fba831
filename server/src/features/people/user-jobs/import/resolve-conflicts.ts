import type { ErrorCode } from '@postern/contracts/errors';
import type { ImportOptions } from '@postern/contracts/people/user-imports';
import { type BulkUser, findTaken, type Taken } from '#features/people/users';
import type { Db } from '#platform/db/db';
import { findUsernameFolding } from '#platform/tenancy/fold-usernames';
import type { Finding } from '../kinds.ts';
import type { Ready } from './prepare-batch.ts';
import { rememberKeys } from './store.ts';

export type Resolved = {
  created: Ready[];
  updated: (Ready & { id: string })[];
  skipped: number;
  failed: number;
  findings: Finding[];
};

const inUse: Record<Taken['by'], ErrorCode> = {
  id: 'user_import.id_in_use',
  username: 'user.username_already_in_use',
  primaryEmail: 'user.email_already_in_use',
  primaryPhone: 'user.phone_already_in_use',
  identities: 'user.identity_already_in_use',
};

type Identifier = { by: Taken['by']; value: string };

/** All identifiers that must be unique. */
export function identifiersOf({ id, username, primaryEmail, primaryPhone, identities }: BulkUser): Identifier[] {
  return [
    ...(id ? [{ by: 'id', value: id } as const] : []),
    ...(username ? [{ by: 'username', value: username } as const] : []),
    ...(primaryEmail ? [{ by: 'primaryEmail', value: primaryEmail } as const] : []),
    ...(primaryPhone ? [{ by: 'primaryPhone', value: primaryPhone } as const] : []),
    ...Object.entries(identities ?? {}).map(
      ([target, { userId }]) => ({ by: 'identities', value: `${target}:${userId}` }) as const,
    ),
  ];
}

const errorOf = ({ line, subject }: Ready, code: ErrorCode, field?: string, gaps?: Finding['gaps']): Finding => ({
  line,
  level: 'error',
  code,
  field,
  subject,
  gaps,
});

/** Finds existing users in the database. */
async function findOwners(db: Db, ready: readonly Ready[]): Promise<(identifier: Identifier) => string[]> {
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
  return ({ by, value }) => (taken.get(`${by}:${value}`) ?? []).map(({ id }) => id);
}

/** Lines that share an identifier with an earlier line of the same file. */
async function findDuplicates(
  db: Db,
  jobId: string,
  ready: readonly Ready[],
  textsOf: (one: Ready) => { text: string; field?: string }[],
): Promise<Map<Ready, Finding>> {
  const met = ready.flatMap((one) => textsOf(one).map(({ text, field }) => ({ one, text, field, line: one.line })));
  const earlier = await rememberKeys(db, jobId, met);
  return new Map(
    met.flatMap((key) => {
      const line = earlier.get(key);
      return line === undefined ? [] : [[key.one, errorOf(key.one, 'user_import.duplicate', key.field, { line })]];
    }),
  );
}

/** Decides what happens to each line, based on the file and the database. */
export async function resolveConflicts(
  db: Db,
  jobId: string,
  ready: readonly Ready[],
  onConflict: ImportOptions['onConflict'],
): Promise<Resolved> {
  const fold = await findUsernameFolding(db);
  const duplicates = await findDuplicates(db, jobId, ready, ({ user }) =>
    identifiersOf(user).map(({ by, value }) => ({
      text: `${by}:${by === 'username' ? fold(value) : value}`,
      field: by,
    })),
  );
  const single = ready.filter((one) => !duplicates.has(one));
  const ownersOf = await findOwners(db, single);
  const result: Resolved = { created: [], updated: [], skipped: 0, failed: 0, findings: [...duplicates.values()] };
  for (const one of single) {
    const taken = identifiersOf(one.user).flatMap((identifier) => {
      const ids = ownersOf(identifier);
      return ids.length === 0 ? [] : [{ ...identifier, ids }];
    });
    const owners = [...new Set(taken.flatMap(({ ids }) => ids))];
    const [owner] = owners;
    if (owner === undefined) {
      result.created.push(one);
    } else if (onConflict === 'fail') {
      result.findings.push(...taken.map(({ by }) => errorOf(one, inUse[by], by)));
    } else if (owners.length > 1) {
      result.findings.push(errorOf(one, 'user_import.ambiguous'));
    } else if (onConflict === 'skip') {
      result.skipped += 1;
      result.findings.push({ ...errorOf(one, 'user_import.exists', taken[0]?.by), level: 'warning' });
    } else {
      result.updated.push({ ...one, id: owner });
    }
  }
  // Two lines may match the same user by different identifiers.
  const ids = new Map(result.updated.map((one) => [one.line, one.id]));
  const again = await findDuplicates(db, jobId, result.updated, ({ line }) => [{ text: `user:${ids.get(line)}` }]);
  result.updated = result.updated.filter((one) => !again.has(one));
  result.findings.push(...again.values());
  result.failed = ready.length - result.created.length - result.updated.length - result.skipped;
  return result;
}
