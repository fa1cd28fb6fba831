import { AsyncLocalStorage } from 'node:async_hooks';
import type { Statement, Tenancy } from '#platform/tenancy';
import { foundKey, type ModelRow } from './unit.ts';

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
export async function findTogether(
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
