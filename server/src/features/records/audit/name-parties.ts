import type { Log, LogActor, LogObject } from '@postern/contracts/records/audit';
import { adminTenantId } from '@postern/contracts/wire';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { actorOf, objectOf, type Party, type Row, recordedName, referencesOf } from './find-parties.ts';
import { hasSource, listLastNames, listNames } from './names.store.ts';

/** A stored entry with the columns by which it is found. */
export type StoredLog = Log & Row;

/** The kind whose table has the name of an actor. Administrators are people of the admin tenant. */
const sourceOfActor: Partial<Record<LogActor['kind'], string>> = {
  user: 'User',
  application: 'Application',
  directory: 'SsoConnector',
  identityProvider: 'SsoConnector',
};

const administrator = 'Administrator';

/** By kind and id. */
type Names = { living: ReadonlyMap<string, ReadonlyMap<string, string>>; last: ReadonlyMap<string, string> };

type Plan = { row: StoredLog; actor: ReturnType<typeof actorOf>; object: Party | null; others: Party[] };

const sourceOf = (actor: NonNullable<Plan['actor']>): Party =>
  actor.kind === 'administrator'
    ? { kind: administrator, id: actor.id }
    : { kind: sourceOfActor[actor.kind] ?? '', id: actor.id };

function idsByKind(parties: readonly Party[]): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  for (const { kind, id } of parties) {
    if (id !== null) {
      all.set(kind, (all.get(kind) ?? new Set()).add(id));
    }
  }
  return all;
}

const planOf = (row: StoredLog, withReferences: boolean): Plan => ({
  row,
  actor: actorOf(row),
  object: objectOf(row),
  others: withReferences ? referencesOf(row) : [],
});

export const planAll = (rows: readonly StoredLog[], withReferences: boolean): Plan[] =>
  rows.map((row) => planOf(row, withReferences));

const partiesOf = ({ actor, object, others }: Plan): Party[] => [
  ...(actor ? [sourceOf(actor)] : []),
  ...(object ? [object] : []),
  ...others,
];

/** One query per kind, and one for all that do not exist any more. */
export async function readNames(db: Db, plans: readonly Plan[]): Promise<Names> {
  const wanted = idsByKind(plans.flatMap(partiesOf));
  const living = new Map<string, Map<string, string>>();
  const gone = new Set<string>();
  for (const [kind, ids] of wanted) {
    if (hasSource(kind)) {
      const found = await listNames(db, kind, [...ids]);
      living.set(kind, found);
      for (const id of ids) {
        if (!found.has(id)) {
          gone.add(id);
        }
      }
    }
  }
  return { living, last: await listLastNames(db, [...gone]) };
}

const nameOf = ({ living, last }: Names, { kind, id }: Party): string | null =>
  id === null ? null : (living.get(kind)?.get(id) ?? last.get(id) ?? null);

const existsIn = ({ living }: Names, { kind, id }: Party): boolean => id === null || living.get(kind)?.has(id) === true;

function toActor(names: Names, actor: Plan['actor']): LogActor | null {
  if (!actor) {
    return null;
  }
  const source = sourceOf(actor);
  return { ...actor, name: nameOf(names, source) || null, exists: actor.id !== null && existsIn(names, source) };
}

function toObject(names: Names, object: Party | null, row: StoredLog): LogObject | null {
  if (!object) {
    return null;
  }
  // The entry's own name is older than the present one, and the only one of kinds without a table.
  const name = nameOf(names, object) || recordedName(row.payload);
  return { ...object, name, exists: existsIn(names, object) };
}

export const toLog = ({ tenantId, id, key, payload, createdAt }: StoredLog): Log => ({
  tenantId,
  id,
  key,
  payload,
  createdAt,
});

const namesOf = (names: Names, parties: readonly Party[]): Record<string, string> =>
  Object.fromEntries(
    parties.flatMap((one) => {
      const name = nameOf(names, one);
      return one.id !== null && name ? [[one.id, name]] : [];
    }),
  );

/** What `read` returns, with the names of its actors and objects. */
async function nameAll(
  app: App,
  tenantId: string,
  read: (db: Db) => Promise<StoredLog[]>,
  withReferences: boolean,
): Promise<Log[]> {
  const { plans, names } = await app.tenancy.readStandby(tenantId, async (db) => {
    const all = planAll(await read(db), withReferences);
    return { plans: all, names: await readNames(db, all) };
  });
  // Another tenant, so another connection: never while the first one is held.
  const administrators = idsByKind(plans.flatMap(partiesOf)).get(administrator);
  const living = administrators
    ? new Map(names.living).set(
        administrator,
        await app.tenancy.readStandby(adminTenantId, (db) => listNames(db, 'User', [...administrators])),
      )
    : names.living;
  const known = { ...names, living };
  return plans.map(({ row, actor, object, others }) => ({
    ...toLog(row),
    actor: toActor(known, actor),
    object: toObject(known, object, row),
    ...(withReferences ? { names: namesOf(known, others) } : {}),
  }));
}

export const nameLogs = (app: App, tenantId: string, read: (db: Db) => Promise<StoredLog[]>): Promise<Log[]> =>
  nameAll(app, tenantId, read, false);

/** One entry, also with the names of the other objects in its payload. */
export async function nameLog(
  app: App,
  tenantId: string,
  read: (db: Db) => Promise<StoredLog | undefined>,
): Promise<Log | undefined> {
  const [log] = await nameAll(app, tenantId, async (db) => [await read(db)].flatMap((one) => one ?? []), true);
  return log;
}
