import { AsyncLocalStorage } from 'node:async_hooks';
import type { Statement, Tenancy } from '#platform/tenancy/tenancy';
import { withoutWaiting } from '../sessions/sessions.store.ts';
import type { AccountRow } from './store.ts';
import { foundKey, insertModels, type ModelRow, type NewModel, newModels, unlessEnded } from './unit.ts';

/** Collects the writes of a request to the engine until its response is ready: one transaction instead of four. */
export class Pending {
  /**
   * The user who has just signed in, read together with the interaction; `row` is null if suspended or deleted, and
   * `epoch` if the previous release finished the sign-in.
   */
  account: { id: string; row: AccountRow | null; epoch: number | null } | undefined;
  readonly #rows = new Map<string, { model: string; id: string; kept?: NewModel }>();

  keep(row: NewModel): void {
    this.#rows.set(foundKey(row.model, row.id), { model: row.model, id: row.id, kept: row });
  }

  drop(model: string, id: string): void {
    this.#rows.set(foundKey(model, id), { model, id });
  }

  dropGrant(grantKey: string): void {
    for (const { model, id, kept } of this.#rows.values()) {
      if (kept?.grant_id === grantKey) {
        this.drop(model, id);
      }
    }
  }

  /** Undefined if this request did not touch it, null if it deleted it. */
  find(model: string, id: string): ModelRow | null | undefined {
    const entry = this.#rows.get(foundKey(model, id));
    return entry && (entry.kept ? { payload: entry.kept.payload, consumed: null } : null);
  }

  /** What this request stores. */
  kept(): NewModel[] {
    return [...this.#rows.values()].flatMap((row) => row.kept ?? []);
  }

  async write(tenancy: Tenancy, tenantId: string): Promise<void> {
    const rows = [...this.#rows.values()];
    const kept = this.kept();
    const gone = rows.filter((row) => !row.kept);
    if (rows.length > 0) {
      const values = [JSON.stringify(kept), gone.map(({ model }) => model), gone.map(({ id }) => id)];
      if (this.account?.row) {
        await tenancy.run(tenantId, writeSignedIn, [...values, this.account.id, this.account.epoch]);
        return;
      }
      const session = kept.find((row) => row.model === 'Session' && row.account_id !== null);
      if (session) {
        // The engine gives a session another id, for example after consent. Then the row with the old id is the one to lock.
        const before = gone.find(({ model }) => model === 'Session') ?? session;
        await tenancy.run(tenantId, writeInSession, [...values, before.id]);
        return;
      }
      const isStep = rows.every(({ model }) => model === 'Interaction');
      await tenancy.run(tenantId, isStep ? writeStep : writePending, values);
    }
  }
}

// Uses lists instead of a join, so that the key is used regardless of the planner's statistics. The lists are in
// subqueries, because otherwise each length would be planned again. An id is a digest and belongs to one object only,
// so the models need not be matched.
const write = (condition: string) =>
  `with gone as (delete from oidc_models
      where model = any((select $2::text[])::text[]) and id = any((select $3::text[])::text[]))
    ${insertModels} ${newModels} ${condition}
    on conflict (tenant_id, model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
      uid = excluded.uid, user_code = excluded.user_code, account_id = excluded.account_id,
      expires_at = excluded.expires_at ${unlessEnded}`;

const writePending: Statement = { name: 'oidc_pending', text: write('') };
/**
 * $4 user, $5 security epoch of the sign-in or null. Nothing is stored if the user has changed since the interaction was
 * read, and a change that comes later waits and then finds what was stored: no session escapes its end (attack 53).
 */
const writeSignedIn: Statement = {
  name: 'oidc_pending_signed_in',
  text: write(`where exists (select from users
      where id = $4 and not is_suspended and security_epoch = coalesce($5::bigint, security_epoch) for share)`),
};
/** $4 key of the session of a user as it was read. The same for a session that has ended since it was read. */
const writeInSession: Statement = {
  name: 'oidc_pending_in_session',
  text: write(`where exists (select from oidc_models s
      where s.model = 'Session' and s.id = $4 and s.consumed_at is null for update)`),
};
const writeStep: Statement = { name: 'oidc_pending_step', text: write(`where ${withoutWaiting}`) };

const current = new AsyncLocalStorage<Pending>();
export const currentPending = () => current.getStore();

/** What the engine would store, for a caller that stores it in its own transaction. */
export async function gatherRows<T>(work: () => Promise<T>): Promise<{ value: T; rows: NewModel[] }> {
  const pending = new Pending();
  const value = await current.run(pending, work);
  return { value, rows: pending.kept() };
}

/** The response is sent afterwards, so a browser never has a code or a cookie that is not stored yet. */
export async function gatherWrites(tenancy: Tenancy, tenantId: string, work: () => Promise<void>): Promise<void> {
  const pending = new Pending();
  await current.run(pending, work);
  await pending.write(tenancy, tenantId);
}
