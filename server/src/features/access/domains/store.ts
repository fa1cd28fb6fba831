import type { DomainStatus, VerificationFile } from '@postern/contracts/access/domains';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

/** All functions need the home database. */
export type StoredDomain = {
  id: string;
  domain: string;
  status: DomainStatus;
  errorMessage: string | null;
  failures: number;
  failingSince: number | null;
  createdAt: number;
  checkedAt: number | null;
  certificateExpiresAt: number | null;
  certificateRenewAt: number | null;
  certificateAttempts: number;
  certificateNextAt: number;
  /** The protected application that it belongs to. */
  applicationId: string | null;
  target: string | null;
};

const columns = sql`id, domain, status, error_message as "errorMessage", failures, failing_since as "failingSince",
  created_at as "createdAt", checked_at as "checkedAt", certificate_expires_at as "certificateExpiresAt",
  certificate_renew_at as "certificateRenewAt", certificate_attempts as "certificateAttempts", certificate_next_at as "certificateNextAt",
  application_id as "applicationId", target`;

/** The domains of the tenant, or of one of its protected applications. */
export async function listDomains(db: Db, applicationId: string | null = null): Promise<StoredDomain[]> {
  const { rows } = await sql<StoredDomain>`select ${columns} from domains
    where application_id is not distinct from ${applicationId} order by created_at, id`.execute(db);
  return rows;
}

/** Also finds domains of protected applications. */
export async function findDomain(db: Db, id: string): Promise<StoredDomain | undefined> {
  return (await sql<StoredDomain>`select ${columns} from domains where id = ${id}`.execute(db)).rows[0];
}

/** Concurrent requests count one after the other. */
export async function countDomains(db: Db): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_setting('app.tenant_id') || ':domains', 0))`.execute(
    db,
  );
  const { total } = await db
    .selectFrom('domains')
    .select(sql<number>`count(*)`.as('total'))
    .where('application_id', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}

/** Undefined for unknown domains and for those of applications. */
export async function findFiles(db: Db, id: string): Promise<VerificationFile[] | undefined> {
  const { rows } = await sql<{ files: VerificationFile[] }>`select verification_files as files from domains
    where id = ${id} and application_id is null`.execute(db);
  return rows[0]?.files;
}

/** Returns the name of the domain, or undefined for unknown domains and for those of applications. */
export async function saveFiles(db: Db, id: string, files: VerificationFile[]): Promise<string | undefined> {
  const row = await db
    .updateTable('domains')
    .set({ verification_files: JSON.stringify(files) })
    .where('id', '=', id)
    .where('application_id', 'is', null)
    .returning('domain')
    .executeTakeFirst();
  return row?.domain;
}

/** One file of a domain that is served. */
export async function findServedFile(db: Db, domain: string, path: string): Promise<VerificationFile | undefined> {
  const { rows } = await sql<{
    file: VerificationFile;
  }>`select file from domains, jsonb_array_elements(verification_files) as file
    where domain = ${domain} and status = 'Active' and application_id is null and file ->> 'path' = ${path}`.execute(
    db,
  );
  return rows[0]?.file;
}

/** Domains of the tenant that have not been active for this time. */
export async function listStale(db: Db, days: number): Promise<Pick<StoredDomain, 'id' | 'domain'>[]> {
  const { rows } = await sql<Pick<StoredDomain, 'id' | 'domain'>>`select id, domain from domains
    where application_id is null and ${isStale(days)} order by created_at, id`.execute(db);
  return rows;
}

const isStale = (days: number) => sql<boolean>`status <> 'Active'
  and greatest(created_at, failing_since) < now() - ${days} * interval '1 day'`;

/** Returns false if the domain is active again or was deleted meanwhile. */
export async function deleteStale(db: Db, id: string, days: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from domains where id = ${id} and ${isStale(days)}`.execute(db);
  return numAffectedRows > 0n;
}

/** Returns false if the tenant already has the domain. */
export async function insertDomain(
  db: Db,
  id: string,
  domain: string,
  application?: { id: string; target: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('domains')
    .values({ id, domain, application_id: application?.id ?? null, target: application?.target ?? null })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'domain']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function deleteDomain(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('domains').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Needs the database of the tenant. */
export async function hasApplication(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from applications where id = ${id}`.execute(db);
  return rows.length > 0;
}

/** Whether a tenant has proven the domain. Needs a unit of work of the system. */
export async function isProven(db: Db, domain: string): Promise<boolean> {
  const { rows } =
    await sql`select from domains where domain = ${domain} and status in ('PendingSsl', 'Active')`.execute(db);
  return rows.length > 0;
}

type State = Pick<StoredDomain, 'status' | 'errorMessage' | 'failures' | 'failingSince'>;

export async function saveState(db: Db, id: string, state: State): Promise<void> {
  const { status, errorMessage, failures, failingSince } = state;
  await db
    .updateTable('domains')
    .set({
      status,
      error_message: errorMessage?.slice(0, 1024) ?? null,
      failures,
      failing_since: failingSince === null ? null : new Date(failingSince),
      checked_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

type StoredCertificate = { certificate: string; certificateKey: string; expiresAt: number; renewAt: number };

/** Needs a unit of work of the system. */
export async function findCertificate(db: Db, domain: string) {
  const { rows } = await sql<{ tenantId: string; id: string; certificate: string; certificateKey: string }>`
    select tenant_id as "tenantId", id, certificate, certificate_key as "certificateKey" from domains
    where domain = ${domain} and status = 'Active' and certificate is not null and certificate_key is not null`.execute(
    db,
  );
  return rows[0];
}

/** Returns false if the domain was deleted meanwhile. */
export async function saveCertificate(db: Db, id: string, stored: StoredCertificate): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('domains')
    .set({
      certificate: stored.certificate,
      certificate_key: stored.certificateKey,
      certificate_expires_at: new Date(stored.expiresAt),
      certificate_renew_at: new Date(stored.renewAt),
      certificate_attempts: 0,
      challenge_token: null,
      challenge_response: null,
    })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The next attempt is after `inSeconds`. */
export async function saveFailedAttempt(db: Db, id: string, message: string, inSeconds: number): Promise<void> {
  await db
    .updateTable('domains')
    .set({
      error_message: message.slice(0, 1024),
      certificate_attempts: sql<number>`certificate_attempts + 1`,
      certificate_next_at: sql<Date>`now() + ${inSeconds} * interval '1 second'`,
      challenge_token: null,
      challenge_response: null,
    })
    .where('id', '=', id)
    .execute();
}

export async function saveChallenge(db: Db, id: string, token: string, response: string): Promise<void> {
  await db
    .updateTable('domains')
    .set({ challenge_token: token, challenge_response: response })
    .where('id', '=', id)
    .execute();
}

/** Needs a unit of work of the system. */
export async function findChallenge(db: Db, domain: string, token: string): Promise<string | undefined> {
  const { rows } = await sql<{ response: string }>`select challenge_response as response from domains
    where challenge_token = ${token} and domain = ${domain}`.execute(db);
  return rows[0]?.response;
}

export type AcmeAccount = { key: string; url: string | null; email: string | null };

/** Needs a unit of work of the admin tenant. */
export const findAccount = (db: Db, directory: string): Promise<AcmeAccount | undefined> =>
  db.selectFrom('acme_accounts').select(['key', 'url', 'email']).where('directory', '=', directory).executeTakeFirst();

/** Keeps the key of the node that was first. */
export async function insertAccountKey(db: Db, directory: string, key: string): Promise<void> {
  await db
    .insertInto('acme_accounts')
    .values({ directory, key })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'directory']).doNothing())
    .execute();
}

/** `email` is the contact that the authority knows. */
export async function saveAccountUrl(db: Db, directory: string, url: string, email: string | null): Promise<void> {
  await db.updateTable('acme_accounts').set({ url, email }).where('directory', '=', directory).execute();
}

export async function forgetAccountUrl(db: Db, directory: string): Promise<void> {
  await db.updateTable('acme_accounts').set({ url: null }).where('directory', '=', directory).execute();
}
