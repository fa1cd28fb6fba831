import { sql } from 'kysely';
import type { SignInPlace } from '#features/people/users';
import type { Db } from '#platform/db/db';

export type RiskFacts = {
  lastSignInAt: number | null;
  lastPlace: SignInPlace | null;
  failures: number;
  networkFailures: number;
  /** The owner has reported this device with the link in the email. */
  isReported: boolean;
};

type Asked = { userId: string; targets: string[]; network: string | undefined; device: string | undefined };

/** More failures make no difference. */
const mostCounted = 50;

/** Everything that the risk of a sign-in needs, in one query. */
export async function findRiskFacts(
  db: Db,
  { userId, targets, network, device }: Asked,
): Promise<RiskFacts | undefined> {
  const { rows } = await sql<RiskFacts>`
    select u.last_sign_in_at as "lastSignInAt", u.last_sign_in_place as "lastPlace",
      (select count(*)::int from (
        select from unnest(${targets}::text[]) as given (beginning) join sentinel_activities a
          on a.target_hash >= given.beginning and a.target_hash <= given.beginning || 'zzzz'
        where a.created_at > now() - interval '1 hour' and a.action_result = 'Failed' limit ${mostCounted}) f) as failures,
      coalesce((select c.count from throttle_counters c
        where c.subject = ${network ?? ''} and c.window_start > now() - interval '1 hour'), 0) as "networkFailures",
      exists (select from new_device_notices n
        where n.user_id = u.id and n.device = ${device ?? ''} and n.reported_at is not null) as "isReported"
    from users u where u.id = ${userId}`.execute(db);
  return rows[0];
}
