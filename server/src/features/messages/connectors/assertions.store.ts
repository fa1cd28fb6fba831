import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

// Rows of `oidc_models` are removed after they expire.
const model = 'SocialAssertion';
const usedModel = 'UsedSocialAssertion';
const patienceSeconds = 600;
/** Longer than a connector may accept an assertion. */
const usedSeconds = 7200;

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Keeps what a connector verified, for the sign-in of the browser that brought it. Returns the secret to fetch it, or
 * undefined if the same was kept before: each assertion is accepted once.
 */
export async function saveVerified(db: Db, connectorId: string, session: object): Promise<string | undefined> {
  const secret = randomBytes(32).toString('base64url');
  const payload = JSON.stringify({ connectorId, session });
  const used = await sql`insert into oidc_models (model, id, payload, expires_at)
    values (${usedModel}, ${digest(payload)}, '{}', now() + ${usedSeconds} * interval '1 second')
    on conflict do nothing returning id`.execute(db);
  if (used.rows.length === 0) {
    return undefined;
  }
  await sql`insert into oidc_models (model, id, payload, expires_at)
    values (${model}, ${digest(secret)}, ${payload}::jsonb, now() + ${patienceSeconds} * interval '1 second')`.execute(
    db,
  );
  return secret;
}

/** Fetches and removes it. Undefined if it was fetched before, has expired, or belongs to another connector. */
export async function takeVerified(
  db: Db,
  connectorId: string,
  secret: string,
): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<{ session: Record<string, unknown> }>`delete from oidc_models
    where model = ${model} and id = ${digest(secret)} and payload ->> 'connectorId' = ${connectorId}
      and expires_at > now() returning payload -> 'session' as session`.execute(db);
  return rows[0]?.session;
}
