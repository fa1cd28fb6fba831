import type { SsoConnectionTest } from '@postern/contracts/people/sso-connection-tests';
import { sql } from 'kysely';
import type { Basis, ConnectorSession } from '#features/messages/connectors';
import type { Db } from '#platform/db/db';
import { deleteSome } from '#platform/db/purge';
import { newId } from '#platform/secrets/ids';
import type { FoundProblem } from './connection-test/problems.ts';

/** The result without words: problems are described in the language of the reader. */
export type TestResult = Pick<SsoConnectionTest, 'received' | 'mapped' | 'emailDomain' | 'organizations'> & {
  problems: FoundProblem[];
  /** The settings that passed; undefined if the test failed, or was made by the previous release. */
  basis?: Basis | undefined;
};

export type StoredTest = {
  id: string;
  connectorId: string;
  createdAt: number;
  expiresAt: number;
  isOpened: boolean;
  finishedAt: number | null;
  result: TestResult | null;
};

const columns = [
  'id',
  'connector_id as connectorId',
  'created_at as createdAt',
  'expires_at as expiresAt',
  sql<boolean>`state_digest is not null`.as('isOpened'),
  'finished_at as finishedAt',
  'result',
] as const;

const patienceMs = 10 * 60_000;
const listed = 10;

export async function insertTest(
  db: Db,
  { connectorId, starterDigest, openDigest }: { connectorId: string; starterDigest: string; openDigest: string },
): Promise<{ id: string; expiresAt: number }> {
  const expiresAt = Date.now() + patienceMs;
  const id = newId();
  await db
    .insertInto('sso_connection_tests')
    .values({
      id,
      connector_id: connectorId,
      starter_digest: starterDigest,
      open_digest: openDigest,
      expires_at: new Date(expiresAt),
    })
    .execute();
  return { id, expiresAt };
}

/** Finds a test of the starter. */
export async function findTest(
  db: Db,
  { id, connectorId, starterDigest }: { id: string; connectorId: string; starterDigest: string },
): Promise<StoredTest | undefined> {
  const row = await db
    .selectFrom('sso_connection_tests')
    .select(columns)
    .where('id', '=', id)
    .where('connector_id', '=', connectorId)
    .where('starter_digest', '=', starterDigest)
    .executeTakeFirst();
  // finishTest wrote the JSON column.
  return row as StoredTest | undefined;
}

/** The last tests of the starter, newest first. */
export async function listTests(db: Db, connectorId: string, starterDigest: string): Promise<StoredTest[]> {
  const rows = await db
    .selectFrom('sso_connection_tests')
    .select(columns)
    .where('connector_id', '=', connectorId)
    .where('starter_digest', '=', starterDigest)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(listed)
    .execute();
  // finishTest wrote the JSON column.
  return rows as StoredTest[];
}

/** Marks the window of a test as opened. Undefined if it was opened before, or is too old. */
export async function openTest(
  db: Db,
  openDigest: string,
  { stateDigest, cookieDigest }: { stateDigest: string; cookieDigest: string },
): Promise<{ id: string; connectorId: string } | undefined> {
  return db
    .updateTable('sso_connection_tests')
    .set({ state_digest: stateDigest, cookie_digest: cookieDigest })
    .where('open_digest', '=', openDigest)
    .where('state_digest', 'is', null)
    .where('finished_at', 'is', null)
    .where(sql<boolean>`expires_at > now()`)
    .returning(['id', 'connector_id as connectorId'])
    .executeTakeFirst();
}

/** What is kept until the answer; `basis` are the settings of the request. */
export type TestSession = ConnectorSession & { basis?: Basis };

export async function saveTestSession(db: Db, id: string, session: TestSession): Promise<void> {
  await db
    .updateTable('sso_connection_tests')
    .set({ session: JSON.stringify(session) })
    .where('id', '=', id)
    .execute();
}

/** Keeps the first response of a SAML provider for the browser of the test. Returns false if no test waits for it. */
export async function saveTestResponse(
  db: Db,
  { connectorId, stateDigest }: { connectorId: string; stateDigest: string },
  response: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sso_connection_tests')
    .set({ response })
    .where('state_digest', '=', stateDigest)
    .where('connector_id', '=', connectorId)
    .where('response', 'is', null)
    .where('answered_at', 'is', null)
    .where(sql<boolean>`expires_at > now()`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type Answered = { id: string; session: TestSession | null; response: string | null };

/** Takes a test that waits for an answer. It can be taken once, and only by the browser that left for the provider. */
export async function takeTest(
  db: Db,
  { connectorId, stateDigest, cookieDigest }: { connectorId: string; stateDigest: string; cookieDigest: string },
): Promise<Answered | undefined> {
  const row = await db
    .updateTable('sso_connection_tests')
    .set({ answered_at: sql<Date>`now()` })
    .where('state_digest', '=', stateDigest)
    .where('cookie_digest', '=', cookieDigest)
    .where('connector_id', '=', connectorId)
    .where('answered_at', 'is', null)
    .where(sql<boolean>`expires_at > now()`)
    .returning(['id', 'session', 'response'])
    .executeTakeFirst();
  // saveTestSession wrote the JSON column.
  return row as Answered | undefined;
}

export async function finishTest(db: Db, id: string, result: TestResult): Promise<void> {
  await db
    .updateTable('sso_connection_tests')
    .set({ result: JSON.stringify(result), finished_at: sql<Date>`now()`, session: null, response: null })
    .where('id', '=', id)
    .execute();
}

/** The organizations that new users of a connector join. */
export async function listJoinedOrganizations(db: Db, connectorId: string): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('organization_jit_sso_connectors as j')
    .innerJoin('organizations as o', 'o.id', 'j.organization_id')
    .select(['o.id', 'o.name'])
    .where('j.sso_connector_id', '=', connectorId)
    .orderBy('o.name')
    .orderBy('o.id')
    .limit(100)
    .execute();
}

/** Results contain personal data, so they are kept for a day only. */
export const deleteOldTests = (db: Db) =>
  deleteSome(db, 'sso_connection_tests', sql`created_at < now() - interval '1 day'`);
