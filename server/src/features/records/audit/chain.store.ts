import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Vault } from '#platform/secrets/vault';

/** The last entry of a chain. Times are milliseconds. */
export type ChainHead = {
  tenantId: string;
  seq: number;
  hash: string;
  protectedFrom: number;
  /** The first entry that is sealed without a gap up to this one; null without a seal. */
  sealedFrom: number | null;
};

/** A chain before and after a writer continued it. */
export type ContinuedChain = Omit<ChainHead, 'sealedFrom'> & {
  before: { seq: number; hash: string; seal: string | null; sealedFrom: number | null };
};

const purpose = 'audit-chain';

const headText = ({ tenantId, seq, hash, protectedFrom, sealedFrom }: ChainHead) =>
  JSON.stringify(['head', tenantId, seq, hash, protectedFrom, sealedFrom]);
const anchorText = (tenantId: string, seq: number, hash: string) => JSON.stringify(['anchor', tenantId, seq, hash]);

/** The code of a head; undefined if the installation has no key. */
const sealOf = (vault: Vault, head: ChainHead): string | undefined =>
  vault.isReady ? vault.mac(purpose, headText(head)) : undefined;

export const isSealOf = (vault: Vault, head: ChainHead, seal: string): boolean =>
  vault.isReady && vault.isMac(purpose, headText(head), seal);

/** The code of an anchor; undefined if the installation has no key. */
export const anchorSealOf = (vault: Vault, tenantId: string, seq: number, hash: string): string | undefined =>
  vault.isReady ? vault.mac(purpose, anchorText(tenantId, seq, hash)) : undefined;

export const isAnchorSealOf = (vault: Vault, tenantId: string, seq: number, hash: string, seal: string): boolean =>
  vault.isReady && vault.isMac(purpose, anchorText(tenantId, seq, hash), seal);

/** Creates missing chains, which are then locked. */
async function createChains(db: Db, tenantIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`insert into log_chains (tenant_id, protected_from)
    select id, date_trunc('milliseconds', now()) from unnest(${tenantIds}::varchar[]) as given (id) order by id
    on conflict do nothing returning tenant_id as id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Locks the chains of these tenants until the end of the transaction, and waits for other writers. */
export async function lockChains(db: Db, tenantIds: readonly string[]): Promise<void> {
  const lock = async () =>
    (
      await sql`select from log_chains where tenant_id = any(${tenantIds}) order by tenant_id
        for no key update`.execute(db)
    ).rows.length;
  if ((await lock()) < tenantIds.length) {
    await createChains(db, tenantIds);
    await lock();
  }
}

/** Locks the chains that no other writer holds, and returns their tenants. */
export async function lockFreeChains(db: Db, tenantIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select tenant_id as id from log_chains
    where tenant_id = any(${tenantIds}) order by tenant_id for no key update skip locked`.execute(db);
  const locked = new Set(rows.map(({ id }) => id));
  const others = tenantIds.filter((id) => !locked.has(id));
  for (const id of others.length > 0 ? await createChains(db, others) : []) {
    locked.add(id);
  }
  return locked;
}

/** Seals the new ends. Entries whose own seal was missing or wrong do not become sealed by the entries after them. */
export async function sealHeads(db: Db, vault: Vault, chains: readonly ContinuedChain[]): Promise<void> {
  const sealed = chains.flatMap(({ before, ...head }) => {
    const wasSealed = before.seal !== null && isSealOf(vault, { ...head, ...before }, before.seal);
    const sealedFrom = wasSealed ? before.sealedFrom : before.seq + 1;
    const seal = sealOf(vault, { ...head, sealedFrom });
    return seal === undefined ? [] : [{ id: head.tenantId, seal, sealedFrom }];
  });
  if (sealed.length > 0) {
    await sql`update log_chains c set seal = given.seal, sealed_from = given."sealedFrom"
      from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as given (id varchar, seal varchar, "sealedFrom" bigint)
      where c.tenant_id = given.id and c.tenant_id = any(${sealed.map(({ id }) => id)})`.execute(db);
  }
}

export type Chain = ChainHead & {
  seal: string | null;
  anchorSeq: number;
  anchorHash: string;
  anchorSeal: string | null;
};

export async function findChain(db: Db, tenantId: string): Promise<Chain | undefined> {
  return db
    .selectFrom('log_chains')
    .select([
      'tenant_id as tenantId',
      'seq',
      'hash',
      'seal',
      'anchor_seq as anchorSeq',
      'anchor_hash as anchorHash',
      'anchor_seal as anchorSeal',
      'protected_from as protectedFrom',
      'sealed_from as sealedFrom',
    ])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst() as Promise<Chain | undefined>;
}

export type Link = { seq: number; id: string; hash: string; digest: string };

/** The next entries of a chain up to `until`, in order, with the digest of their present content. */
export async function listLinks(
  db: Db,
  tenantId: string,
  after: Pick<Link, 'seq' | 'id'>,
  until: number,
  limit: number,
): Promise<Link[]> {
  const { rows } =
    await sql<Link>`select seq, id, hash, log_digest(tenant_id, seq, id, key, payload, created_at, user_id,
      application_id, organization_id, timeline) as digest
    from logs where tenant_id = ${tenantId} and seq >= ${after.seq} and (seq > ${after.seq} or id > ${after.id})
      and seq <= ${until}
    order by seq, id limit ${limit}`.execute(db);
  return rows;
}

type Stray = { id: string; seq: number | null };

/** Entries that no chain contains: after its end, or without a number although they are new. */
export async function listStrays(db: Db, tenantId: string, limit: number): Promise<Stray[]> {
  const { rows } = await sql<Stray>`select l.id, l.seq from logs l join log_chains c on c.tenant_id = l.tenant_id
    where l.tenant_id = ${tenantId} and (l.seq > c.seq or (l.seq is null and l.created_at >= c.protected_from))
    order by l.created_at, l.id limit ${limit}`.execute(db);
  return rows;
}

/** Whether the log has entries of a chain, also if the row that ends the chain is gone. */
export async function hasChainedEntries(db: Db, tenantId: string): Promise<boolean> {
  const { rows } = await sql`select from logs where tenant_id = ${tenantId} and seq is not null
    order by seq limit 1`.execute(db);
  return rows.length > 0;
}

/** All tenants, because somebody may have removed a chain. */
export async function listLoggedTenants(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('tenants').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Replaces seals of older keys, for the next tenants after `after`. Undefined after the last tenant. */
export async function resealChains(
  db: Db,
  vault: Vault,
  after: string,
): Promise<{ last: string; changed: number } | undefined> {
  const { rows } = await sql<Chain>`select tenant_id as "tenantId", seq, hash, seal, anchor_seq as "anchorSeq",
      anchor_hash as "anchorHash", anchor_seal as "anchorSeal", protected_from as "protectedFrom",
      sealed_from as "sealedFrom"
    from log_chains where tenant_id > ${after} order by tenant_id limit 200 for no key update`.execute(db);
  const changes = rows.flatMap((chain) => {
    const { tenantId, anchorSeq, anchorHash } = chain;
    // A seal that no key made stays as it is, so that `audit verify` finds it.
    const seal = chain.seal !== null && isSealOf(vault, chain, chain.seal) ? sealOf(vault, chain) : chain.seal;
    const isAnchored =
      chain.anchorSeal !== null && isAnchorSealOf(vault, tenantId, anchorSeq, anchorHash, chain.anchorSeal);
    const anchorSeal = isAnchored ? anchorSealOf(vault, tenantId, anchorSeq, anchorHash) : chain.anchorSeal;
    return seal === chain.seal && anchorSeal === chain.anchorSeal ? [] : [{ id: tenantId, seal, anchorSeal }];
  });
  if (changes.length > 0) {
    await sql`update log_chains c set seal = given.seal, anchor_seal = given."anchorSeal"
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as given (id varchar, seal varchar, "anchorSeal" varchar)
      where c.tenant_id = given.id and c.tenant_id = any(${changes.map(({ id }) => id)})`.execute(db);
  }
  const last = rows.at(-1)?.tenantId;
  return last === undefined ? undefined : { last, changed: changes.length };
}
