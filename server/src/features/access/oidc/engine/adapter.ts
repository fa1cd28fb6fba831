import { AsyncLocalStorage } from 'node:async_hooks';
import { hash } from 'node:crypto';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { ClientMetadata, RegistrationStore } from '#features/access/dynamic-clients';
import type { Statement, Tenancy } from '#platform/tenancy/tenancy';
import { currentPending, type Pending } from './pending.ts';
import { currentEpochKey, signInEpochKey, signInStateKey } from './result-keys.ts';
import { type AccountRow, accountColumns } from './store.ts';
import { currentUnit, foundKey, type ModelRow, type NewModel, unlessEnded } from './unit.ts';

/** The models that an introspected token may belong to. The engine looks up each of them, and then the grant. */
const kinds = ['AccessToken', 'ClientCredentials', 'RefreshToken'];

const findToken: Statement = {
  name: 'oidc_find_token',
  text: `select m.model, m.payload, floor(extract(epoch from m.consumed_at))::int as consumed, m.grant_id as "grantKey",
      (select g.payload from oidc_models g
        where g.model = 'Grant' and g.id = m.grant_id and g.expires_at > now()) as grant
    from oidc_models m where m.model = any ('{${kinds.join(',')}}') and m.id = $1 and m.expires_at > now()`,
};

type TokenRow = ModelRow & { model: string; grantKey: string | null; grant: ModelRow['payload'] | null };

/** Null means known to be missing. */
type Found = Map<string, ModelRow | null>;

async function findAll(tenancy: Tenancy, tenantId: string, key: string): Promise<Found> {
  const rows = await tenancy.run<TokenRow>(tenantId, findToken, [key]);
  const found: Found = new Map(kinds.map((kind) => [foundKey(kind, key), null]));
  for (const { model, grantKey, grant, ...row } of rows) {
    found.set(foundKey(model, key), row);
    if (grantKey) {
      found.set(foundKey('Grant', grantKey), grant && { payload: grant, consumed: null });
    }
  }
  return found;
}

const current = new AsyncLocalStorage<{ found?: Promise<Found> }>();

/** Runs an introspection request whose data is read with one statement. */
export const lookingUpTogether = <T>(work: () => T): T => current.run({}, work);

/** Undefined outside such a request, or if it did not look this up. */
async function findTogether(
  tenancy: Tenancy,
  tenantId: string,
  model: string,
  key: string,
): Promise<ModelRow | null | undefined> {
  const store = current.getStore();
  if (!store) {
    return undefined;
  }
  if (kinds.includes(model)) {
    store.found ??= findAll(tenancy, tenantId, key);
  }
  return (await store.found)?.get(foundKey(model, key));
}

type InteractionRow = ModelRow & { epoch: number | null };
type ResumedRow = ModelRow & {
  accountId: string | null;
  account: AccountRow | null;
  isOutdated: boolean;
  signInEpoch: number | null;
};

const statement = (name: string, text: string): Statement => ({ name: `oidc_${name}`, text });

const upsertModel = statement(
  'upsert',
  `insert into oidc_models (model, id, payload, grant_id, uid, user_code, account_id, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, now() + $8 * interval '1 second')
   on conflict (tenant_id, model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
     uid = excluded.uid, user_code = excluded.user_code, account_id = excluded.account_id, expires_at = excluded.expires_at
   ${unlessEnded}`,
);
const columns = `payload, floor(extract(epoch from consumed_at))::int as consumed`;
const findModel = statement(
  'find',
  `select ${columns} from oidc_models where model = $1 and id = $2 and expires_at > now()`,
);
/** The application must learn that its request has expired (CIBA Core §11), so it is found for another hour. */
const findAsked = statement(
  'find_asked',
  `select ${columns} from oidc_models where model = $1 and id = $2 and expires_at > now() - interval '1 hour'`,
);
/**
 * A running sign-in, with the security epoch of its user: what was proven before it is refused. The steps themselves
 * refuse suspended users, and say so.
 */
const findInteraction = statement(
  'find_interaction',
  `select ${columns}, (select u.security_epoch from users u
      where u.id = m.payload #>> '{result,${signInStateKey},userId}' and not u.is_suspended) as epoch
    from oidc_models m where m.model = 'Interaction' and m.id = $1 and m.expires_at > now()`,
);
/**
 * The request that continues after a sign-in: its interaction and the user who signed in, if not suspended. Sign-ins
 * that the previous release finished have no epoch. They are accepted for as long as an interaction lives: one hour.
 */
const findResumed = statement(
  'find_resumed',
  `select m.payload, floor(extract(epoch from m.consumed_at))::int as consumed,
      m.payload #>> '{result,login,accountId}' as "accountId",
      (m.payload #>> '{result,${signInEpochKey}}')::bigint as "signInEpoch",
      exists (select from users u where u.id = m.payload #>> '{result,login,accountId}'
        and u.security_epoch <> (m.payload #>> '{result,${signInEpochKey}}')::bigint) as "isOutdated",
      (select to_jsonb(u) from (select ${accountColumns} from users
        where id = m.payload #>> '{result,login,accountId}' and not is_suspended) u) as account
    from oidc_models m where m.model = 'Interaction' and m.id = $1 and m.expires_at > now()`,
);
const findByUid = statement(
  'find_uid',
  `select ${columns}, id from oidc_models where model = $1 and uid = $2 and expires_at > now()`,
);
const findByUserCode = statement(
  'find_user_code',
  `select ${columns}, id from oidc_models where model = $1 and user_code = $2 and expires_at > now()`,
);
const consumeModel = statement(
  'consume',
  'update oidc_models set consumed_at = now() where model = $1 and id = $2 and consumed_at is null returning id',
);
const destroyModel = statement('destroy', 'delete from oidc_models where model = $1 and id = $2');
const revokeGrant = statement('revoke', 'delete from oidc_models where grant_id = $1');

/** The key of a token in the table. Only the owner has the token itself. */
export const digest = (id: string) => hash('sha256', id, 'base64url');

/** Marks an id that is already a digest, on objects that were found by another key. */
const digestMark = '#';
export const keyOf = (id: string) => (id.startsWith(digestMark) ? id.slice(1) : digest(id));

/** Removes values from the payload that would let a reader of the table act as the owner. */
function withoutSecrets({ jti: _jti, ...payload }: AdapterPayload): AdapterPayload {
  const params = payload.params as { client_notification_token?: string } | undefined;
  if (params?.client_notification_token) {
    const { client_notification_token: _token, ...rest } = params;
    return { ...payload, params: rest };
  }
  const session = payload.session as { cookie?: string } | undefined;
  if (session?.cookie) {
    const { cookie: _cookie, ...rest } = session;
    return { ...payload, session: rest } as AdapterPayload;
  }
  return payload;
}

function toPayload(row: ModelRow, jti: string): AdapterPayload {
  return { ...row.payload, jti, ...(row.consumed ? { consumed: row.consumed } : {}) };
}

/** For objects to which the engine gives no expiration; nothing lives longer than a refresh token. */
const longestLife = 31_557_600;

/** Models that a token request issues; written at the end of the request. */
const isIssued = new Set(['AccessToken', 'RefreshToken', 'ClientCredentials']);

type ClientStore = Pick<RegistrationStore, 'save' | 'remove'> & {
  find(id: string): Promise<AdapterPayload | undefined>;
};

/** Stores the engine's objects in PostgreSQL, so that any node can continue what another one started. */
export function createAdapter(tenancy: Tenancy, tenantId: string, clients: ClientStore) {
  return (model: string): Adapter => {
    const run = (query: Statement, values: unknown[]) =>
      tenancy.run<ModelRow & { id: string }>(tenantId, query, values);
    const findOne = model === 'BackchannelAuthenticationRequest' ? findAsked : findModel;
    const readOne = async (key: string): Promise<ModelRow | undefined> => (await run(findOne, [model, key]))[0];
    const readResumed = async (pending: Pending, key: string): Promise<ModelRow | undefined> => {
      const [row] = await tenancy.run<ResumedRow>(tenantId, findResumed, [key]);
      if (row?.isOutdated) {
        // The request goes on without the sign-in.
        return { ...row, payload: { ...row.payload, result: {} } };
      }
      if (row?.accountId) {
        pending.account = { id: row.accountId, row: row.account, epoch: row.signInEpoch };
      }
      return row;
    };
    const readInteraction = async (key: string): Promise<ModelRow | undefined> => {
      const [row] = await tenancy.run<InteractionRow>(tenantId, findInteraction, [key]);
      if (!row || row.epoch === null) {
        return row;
      }
      const result = { ...(row.payload.result as object), [currentEpochKey]: row.epoch };
      return { ...row, payload: { ...row.payload, result } };
    };
    const findBy = async (query: Statement, key: string) => {
      const [row] = await run(query, [model, key]);
      return row ? toPayload(row, `${digestMark}${row.id}`) : undefined;
    };
    return {
      async upsert(id, payload, expiresIn) {
        if (model === 'Client') {
          return clients.save(id, payload as ClientMetadata);
        }
        const { grantId, uid, userCode, accountId, clientId } = payload as Record<string, string | undefined>;
        // A grant is found by its own digest; its tokens by the digest of the grant id. An interaction only refers to a
        // grant, and outlives the grant of the previous user when another user signs in.
        const grant = model === 'Grant' || model === 'Interaction' ? undefined : grantId;
        // Migration 0237 deletes the token of a registration together with its application.
        const owner = model === 'RegistrationAccessToken' ? `client ${clientId}` : null;
        const row: NewModel = {
          model,
          id: keyOf(id),
          payload: withoutSecrets(payload),
          grant_id: grant ? digest(grant) : owner,
          uid: uid ?? null,
          user_code: userCode ?? null,
          account_id: accountId ?? null,
          expires_in: expiresIn ?? longestLife,
        };
        const unit = currentUnit();
        if (unit && isIssued.has(model)) {
          unit.made.push(row);
          return;
        }
        const pending = currentPending();
        if (pending) {
          pending.keep(row);
          return;
        }
        await run(upsertModel, Object.values({ ...row, payload: JSON.stringify(row.payload) }));
      },
      async find(id) {
        if (model === 'Client') {
          return clients.find(id);
        }
        const unit = currentUnit();
        // An interaction refers to its device code by digest. A value sent by a caller (always inside a unit) is never
        // treated as a digest, so a copy of the table cannot be used to redeem anything.
        const key = model === 'DeviceCode' && !unit ? keyOf(id) : digest(id);
        const pending = currentPending();
        const touched = pending?.find(model, key);
        const known =
          touched === undefined
            ? (unit?.found.get(foundKey(model, key)) ?? (await findTogether(tenancy, tenantId, model, key)))
            : touched;
        const read = () => {
          if (model !== 'Interaction') {
            return readOne(key);
          }
          return pending ? readResumed(pending, key) : readInteraction(key);
        };
        const row = known === undefined ? await read() : known;
        return row ? toPayload(row, id) : undefined;
      },
      findByUid: (uid) => findBy(findByUid, uid),
      findByUserCode: (userCode) => findBy(findByUserCode, userCode),
      async consume(id) {
        const unit = currentUnit();
        if (unit) {
          unit.used = { model, id: keyOf(id) };
          return;
        }
        const rows = await run(consumeModel, [model, keyOf(id)]);
        if (rows.length === 0) {
          // Another request has used the same code or token first: it succeeds, this one fails.
          throw model === 'PushedAuthorizationRequest'
            ? new errors.InvalidRequestUri('request_uri was already used')
            : new errors.InvalidGrant('already used');
        }
      },
      async destroy(id) {
        if (model === 'Client') {
          return clients.remove(id);
        }
        const pending = currentPending();
        if (pending) {
          pending.drop(model, keyOf(id));
          return;
        }
        await run(destroyModel, [model, keyOf(id)]);
      },
      async revokeByGrantId(grantId) {
        currentPending()?.dropGrant(digest(grantId));
        await run(revokeGrant, [digest(grantId)]);
      },
    };
  };
}
