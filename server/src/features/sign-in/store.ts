import type { Statement } from '#platform/tenancy';

/** $1 user, $2 id of the event, $3 its data. The event is written with what it tells, as `emit` does it. */
export const touchSignIn: Statement = {
  name: 'sign_in_touch',
  text: `with touched as (update users set last_sign_in_at = now() where id = $1 returning id)
    insert into outbox (id, name, subject_id, data) select $2, 'PostSignIn', id, $3 from touched`,
};
