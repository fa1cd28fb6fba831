import type { SsoProviderName } from '@postern/contracts/people/sso-configs';
import type { SsoSetupDomainProblem } from '@postern/contracts/people/sso-setup';
import type { CreateSsoSetupLink, SsoSetupPurpose } from '@postern/contracts/people/sso-setup-links';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';
import { deleteSome } from '#platform/db/purge';

export type SetupLink = {
  id: string;
  name: string;
  organizationId: string | null;
  organizationName: string | null;
  connectorId: string | null;
  connectorName: string | null;
  isForConnector: boolean;
  /** Whether the settings of the connector are complete. */
  isConfigured: boolean;
  providers: SsoProviderName[];
  purposes: SsoSetupPurpose[];
  enableWithoutReview: boolean;
  secretHash: string;
  cookieHash: string | null;
  createdAt: number;
  expiresAt: number;
  openedAt: number | null;
  lastUsedAt: number | null;
  testedAt: number | null;
  directoryAt: number | null;
  finishedAt: number | null;
  enabledAt: number | null;
  revokedAt: number | null;
  provenDomains: string[];
};

const linkColumns = sql`l.id, l.name, l.organization_id as "organizationId", o.name as "organizationName",
  l.connector_id as "connectorId", c.connector_name as "connectorName", l.is_for_connector as "isForConnector",
  coalesce(c.is_configured, false) as "isConfigured", l.providers, l.purposes,
  l.enable_without_review as "enableWithoutReview", l.secret_hash as "secretHash", l.cookie_hash as "cookieHash",
  l.created_at as "createdAt", l.expires_at as "expiresAt", l.opened_at as "openedAt", l.last_used_at as "lastUsedAt",
  l.tested_at as "testedAt", l.directory_at as "directoryAt", l.finished_at as "finishedAt",
  l.enabled_at as "enabledAt", l.revoked_at as "revokedAt",
  array(select d.domain::text from sso_setup_domains d where d.tenant_id = l.tenant_id and d.link_id = l.id
    and d.proven_at is not null order by d.created_at, d.domain) as "provenDomains"`;

const linkTables = sql`sso_setup_links l
  left join organizations o on o.tenant_id = l.tenant_id and o.id = l.organization_id
  left join sso_connectors c on c.tenant_id = l.tenant_id and c.id = l.connector_id`;

export async function findSetupLink(db: Db, id: string): Promise<SetupLink | undefined> {
  const { rows } = await sql<SetupLink>`select ${linkColumns} from ${linkTables} where l.id = ${id}`.execute(db);
  return rows[0];
}

/** Locks the link, so that two requests with it run one after the other. */
export async function lockSetupLink(db: Db, id: string): Promise<SetupLink | undefined> {
  await sql`select from sso_setup_links where id = ${id} for update`.execute(db);
  return findSetupLink(db, id);
}

type LinkFilter = {
  organizationId?: string | undefined;
  connectorId?: string | undefined;
  status?: 'waiting' | undefined;
};

const filtered = ({ organizationId, connectorId, status }: LinkFilter) => sql`
  (${organizationId ?? null}::text is null or l.organization_id = ${organizationId ?? null})
  and (${connectorId ?? null}::text is null or l.connector_id = ${connectorId ?? null})
  and (${status ?? null}::text is null or (l.finished_at is not null and l.enabled_at is null
    and l.revoked_at is null and l.connector_id is not null))`;

export async function listSetupLinks(db: Db, filter: LinkFilter, { limit, offset }: Page): Promise<SetupLink[]> {
  const { rows } = await sql<SetupLink>`select ${linkColumns} from ${linkTables} where ${filtered(filter)}
    order by l.created_at desc, l.id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countSetupLinks(db: Db, filter: LinkFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from sso_setup_links l
    where ${filtered(filter)}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function insertSetupLink(db: Db, id: string, secretHash: string, link: CreateSsoSetupLink): Promise<void> {
  await db
    .insertInto('sso_setup_links')
    .values({
      id,
      name: link.name,
      organization_id: link.organizationId ?? null,
      connector_id: link.connectorId ?? null,
      is_for_connector: link.connectorId !== undefined,
      providers: JSON.stringify(link.providers),
      purposes: JSON.stringify(link.purposes),
      enable_without_review: link.enableWithoutReview,
      secret_hash: secretHash,
      expires_at: sql<Date>`now() + make_interval(days => ${link.expiresInDays})`,
    })
    .execute();
}

/** The old address and the browser that opened it lose access. */
export async function replaceSecret(db: Db, id: string, secretHash: string): Promise<void> {
  await sql`update sso_setup_links set secret_hash = ${secretHash}, cookie_hash = null, opened_at = null
    where id = ${id}`.execute(db);
}

/** Returns false if the link was opened meanwhile: of two requests, one succeeds. */
export async function openSetupLink(db: Db, id: string, secretHash: string, cookieHash: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update sso_setup_links
    set cookie_hash = ${cookieHash}, opened_at = now(), last_used_at = now()
    where id = ${id} and secret_hash = ${secretHash} and opened_at is null`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function setConnector(db: Db, id: string, connectorId: string): Promise<void> {
  await sql`update sso_setup_links set connector_id = ${connectorId}, tested_at = null, directory_at = null
    where id = ${id}`.execute(db);
}

type Moment = 'lastUsed' | 'tested' | 'directory' | 'finished' | 'enabled' | 'revoked';
const momentColumns: Record<Moment, string> = {
  lastUsed: 'last_used_at',
  tested: 'tested_at',
  directory: 'directory_at',
  finished: 'finished_at',
  enabled: 'enabled_at',
  revoked: 'revoked_at',
};

export async function markSetupLink(db: Db, id: string, ...moments: Moment[]): Promise<void> {
  const changes = moments.map((moment) => sql`${sql.ref(momentColumns[moment])} = now()`);
  await sql`update sso_setup_links set ${sql.join(changes)} where id = ${id}`.execute(db);
}

/** After new settings, the test of the old ones says nothing. */
export async function forgetTest(db: Db, id: string): Promise<void> {
  await sql`update sso_setup_links set tested_at = null where id = ${id}`.execute(db);
}

export const deleteOldSetupLinks = (db: Db) =>
  deleteSome(db, 'sso_setup_links', sql`expires_at < now() - interval '90 days'`);

type SetupDomain = {
  domain: string;
  challenge: string;
  isProven: boolean;
  problem: SsoSetupDomainProblem | null;
};

export async function listSetupDomains(db: Db, linkId: string): Promise<SetupDomain[]> {
  const { rows } = await sql<SetupDomain>`select domain, challenge, proven_at is not null as "isProven", problem
    from sso_setup_domains where link_id = ${linkId} order by created_at, domain`.execute(db);
  return rows;
}

/** Keeps the record of a domain that was added before, because it may be in the DNS already. */
export async function insertSetupDomain(db: Db, linkId: string, domain: string, challenge: string): Promise<void> {
  await db
    .insertInto('sso_setup_domains')
    .values({ link_id: linkId, domain, challenge })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'link_id', 'domain']).doNothing())
    .execute();
}

export async function deleteSetupDomain(db: Db, linkId: string, domain: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sso_setup_domains')
    .where('link_id', '=', linkId)
    .where('domain', '=', domain)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Without a problem, the domain is proven. A domain that is proven stays so. */
export async function saveCheck(
  db: Db,
  linkId: string,
  domain: string,
  problem: SsoSetupDomainProblem | null,
): Promise<void> {
  await sql`update sso_setup_domains set problem = ${problem},
      proven_at = case when ${problem}::text is null then now() end
    where link_id = ${linkId} and domain = ${domain} and proven_at is null`.execute(db);
}

/** Two transactions that add domains to connectors of a tenant run one after the other. */
export async function lockDomains(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_setting('app.tenant_id') || ':sso-domains', 0))`.execute(
    db,
  );
}

/**
 * Which of these domains another connector of the tenant has, or another open link has proven. A link without a
 * connector yet has the empty id.
 */
export async function findForeignDomains(
  db: Db,
  domains: string[],
  { linkId, connectorId }: { linkId: string; connectorId: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ domain: string }>`
    select given.domain from unnest(${domains}::text[]) as given (domain)
    where exists (select from sso_connectors c
        where c.domains ? given.domain and c.id is distinct from ${connectorId})
      or exists (select from sso_setup_domains d join sso_setup_links l on l.tenant_id = d.tenant_id and l.id = d.link_id
        where d.domain = given.domain and d.proven_at is not null and l.id <> ${linkId}
          and l.revoked_at is null and l.enabled_at is null
          and (l.expires_at > now() or l.finished_at is not null)
          and (${connectorId}::text is null or l.connector_id is distinct from ${connectorId}))
    order by given.domain`.execute(db);
  return rows.map(({ domain }) => domain);
}

const maxNameLength = 128;
const maxSameNames = 99;

/** A name for a new connector: names of connectors are unique. */
export async function findFreeName(db: Db, wanted: string): Promise<string> {
  const candidates = [wanted];
  for (let number = 2; number <= maxSameNames; number += 1) {
    const end = ` ${number}`;
    candidates.push(`${wanted.slice(0, maxNameLength - end.length).trimEnd()}${end}`);
  }
  const taken = await db
    .selectFrom('sso_connectors')
    .select('connector_name as name')
    .where('connector_name', 'in', candidates)
    .execute();
  return candidates.find((name) => !taken.some((one) => one.name === name)) ?? wanted;
}
