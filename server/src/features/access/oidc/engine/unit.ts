import { AsyncLocalStorage } from 'node:async_hooks';
import type { AdapterPayload } from 'oidc-provider';
import type { Statement, Tenancy } from '#platform/tenancy/tenancy';
import { type MemberRow, selectMember, selectOrganizationRoles } from '../clients/access.store.ts';
import { type AccountRow, accountColumns, type MembershipRow, selectMemberships } from './store.ts';

/** A row of the engine's table. */
export type ModelRow = { payload: AdapterPayload; consumed: number | null };

export type NewModel = {
  model: string;
  id: string;
  payload: AdapterPayload;
  grant_id: string | null;
  uid: string | null;
  user_code: string | null;
  account_id: string | null;
  expires_in: number;
};

/** The role ids of a user. The tenant cache holds the scopes of each role. */
export type HeldRoles = { roleIds: string[]; organizationRoleIds: string[] };
/** `guardedRoleIds` are roles in organizations that require a second factor. */
export type FoundRoles = HeldRoles & { guardedRoleIds: string[] };

/** The source of a redeemed code or token, read with one statement. */
type Source = {
  payload: AdapterPayload;
  consumed: number | null;
  secondsSinceUse: number | null;
  successor: string | null;
  grantKey: string | null;
  grant: AdapterPayload | null;
  accountId: string | null;
  account: AccountRow | null;
  /** Of the requested organization; only read if the request names one. */
  member?: MemberRow | null;
  /** All organizations of the user; read together with `member`. */
  memberships?: MembershipRow[];
} & FoundRoles;

/**
 * A token request: one statement reads everything at the start, and one writes all changes at the end. So a request
 * that is rejected midway consumes nothing, and of two that redeem the same code or token only one succeeds.
 */
export type Unit = {
  found: Map<string, ModelRow>;
  account: { id: string; row: AccountRow | null } | undefined;
  held: { userId: string; roles: FoundRoles } | undefined;
  source: Source | undefined;
  /** The organization whose member was read. */
  organizationId?: string;
  /** The same refresh token was used again within the grace period: return its successor again instead of a new one. */
  isGrace: boolean;
  used: { model: string; id: string } | undefined;
  made: NewModel[];
};

const current = new AsyncLocalStorage<Unit>();
export const currentUnit = () => current.getStore();
export const inUnit = <T>(unit: Unit, work: () => Promise<T>): Promise<T> => current.run(unit, work);

export const foundKey = (model: string, id: string) => `${model} ${id}`;

/** Subqueries instead of joins: each row is found by its key, regardless of outdated planner statistics. */
const selectSource = (more: string) => `select m.payload, floor(extract(epoch from m.consumed_at))::int as consumed,
      extract(epoch from now() - m.consumed_at)::float8 as "secondsSinceUse", m.successor,
      m.grant_id as "grantKey", m.account_id as "accountId",
      (select g.payload from oidc_models g
        where g.model = 'Grant' and g.id = m.grant_id and g.expires_at > now()) as grant,
      (select to_jsonb(u) from (
        select ${accountColumns} from users where id = m.account_id and not is_suspended) u) as account ${more}
    from oidc_models m where m.model = $1 and m.id = $2 and m.expires_at > now()`;

const heldByAccount = `,
      array(select role_id from users_roles where user_id = m.account_id) as "roleIds",
      ${selectOrganizationRoles('m.account_id')}`;

const readSource: Statement = { name: 'oidc_source', text: selectSource(heldByAccount) };

/** $3 organization. A refresh for an organization also checks the membership and lists all of them in the ID token. */
const readSourceOfMember: Statement = {
  name: 'oidc_source_of_member',
  text: selectSource(`${heldByAccount},
      (select to_jsonb(y) from (${selectMember('$3', 'm.account_id', `(m.payload ->> 'clientId')`)}) y) as member,
      coalesce((select jsonb_agg(to_jsonb(y)) from (${selectMemberships('m.account_id')}) y), '[]') as memberships`),
};

const readBearer: Statement = { name: 'oidc_bearer', text: selectSource('') };

/** Userinfo: the token, its grant and its user. Roles are only read when they are needed. */
export async function openBearerUnit(tenancy: Tenancy, tenantId: string, key: string): Promise<Unit> {
  const unit = newUnit('AccessToken', key, (await tenancy.run<Source>(tenantId, readBearer, ['AccessToken', key]))[0]);
  return { ...unit, held: undefined };
}

/** `organizationId` is the organization that the request names, if it may be an id. */
export async function openUnit(
  tenancy: Tenancy,
  tenantId: string,
  { model, key, organizationId }: { model: string; key: string; organizationId?: string | undefined },
): Promise<Unit> {
  const [source] =
    organizationId === undefined
      ? await tenancy.run<Source>(tenantId, readSource, [model, key])
      : await tenancy.run<Source>(tenantId, readSourceOfMember, [model, key, organizationId]);
  const unit = newUnit(model, key, source);
  return organizationId === undefined ? unit : { ...unit, organizationId };
}

/**
 * What the unit has read about the membership: null if the user is not a member. Undefined if it has not been read for
 * this user, organization and application.
 */
export function readMember(userId: string, organizationId: string, clientId: string): MemberRow | null | undefined {
  const unit = currentUnit();
  return unit?.organizationId === organizationId &&
    unit.source?.accountId === userId &&
    unit.source.payload.clientId === clientId
    ? unit.source.member
    : undefined;
}

/** All organizations of the user, if the unit has read them. */
export function readMemberships(userId: string): MembershipRow[] | undefined {
  const source = currentUnit()?.source;
  return source?.accountId === userId ? source.memberships : undefined;
}

function newUnit(model: string, key: string, source: Source | undefined): Unit {
  const unit: Unit = {
    found: new Map(),
    account: undefined,
    held: undefined,
    source,
    isGrace: false,
    used: undefined,
    made: [],
  };
  if (source) {
    unit.found.set(foundKey(model, key), source);
    if (source.grantKey && source.grant) {
      unit.found.set(foundKey('Grant', source.grantKey), { payload: source.grant, consumed: null });
    }
    if (source.accountId) {
      unit.account = { id: source.accountId, row: source.account };
      unit.held = { userId: source.accountId, roles: source };
    }
  }
  return unit;
}

export const newModels = `select n.model, n.id, n.payload, n.grant_id, n.uid, n.user_code, n.account_id,
    now() + n.expires_in * interval '1 second'
  from jsonb_to_recordset($1::jsonb) as n(model text, id text, payload jsonb, grant_id text, uid text, user_code text,
    account_id text, expires_in float8)`;
export const insertModels =
  'insert into oidc_models (model, id, payload, grant_id, uid, user_code, account_id, expires_at)';

/** Prevents a request from writing back a row that was consumed or ended after it was read. */
export const unlessEnded = 'where oidc_models.consumed_at is null';

/**
 * $2 user, $3 their security epoch as it was read, $4 digest of a personal access token or null. Stores nothing, and returns
 * no row, if they were suspended or signed out everywhere since, or the token was deleted. A change that comes later waits
 * and then finds what was stored.
 */
export const saveForUser: Statement = {
  name: 'oidc_save_for_user',
  text: `${insertModels} ${newModels}
    where exists (select from users where id = $2 and not is_suspended and security_epoch = $3 for share)
      and ($4::text is null or exists (select from personal_access_tokens p
        where p.value_digest = $4 and (p.expires_at is null or p.expires_at > now()) for share))
    returning id`,
};

const saveMade: Statement = { name: 'oidc_save', text: `${insertModels} ${newModels}` };

const redeem: Statement = {
  name: 'oidc_redeem',
  text: `with used as (
      update oidc_models set consumed_at = now(), successor = $4
      where model = $2 and id = $3 and consumed_at is null returning id),
    made as (${insertModels} ${newModels}, used)
    select count(*)::int as n from used`,
};

/**
 * Writes the changes of the request. Returns false, without writing, if another request redeemed the same source first.
 */
export async function closeUnit(
  tenancy: Tenancy,
  tenantId: string,
  { used, made }: Unit,
  successor?: string,
): Promise<boolean> {
  if (!used) {
    if (made.length > 0) {
      await tenancy.run(tenantId, saveMade, [JSON.stringify(made)]);
    }
    return true;
  }
  const values = [JSON.stringify(made), used.model, used.id, successor ?? null];
  const [row] = await tenancy.run<{ n: number }>(tenantId, redeem, values);
  return row?.n === 1;
}

const revokeFamilyOf: Statement = {
  name: 'oidc_revoke_family',
  text: `delete from oidc_models m using oidc_models s where s.model = $1 and s.id = $2
    and (m.grant_id = s.grant_id or (m.model = 'Grant' and m.id = s.grant_id))`,
};

/** Revokes the grant of a code or token, and everything that was issued from it. */
export async function revokeFamily(tenancy: Tenancy, tenantId: string, model: string, key: string): Promise<void> {
  await tenancy.run(tenantId, revokeFamilyOf, [model, key]);
}
