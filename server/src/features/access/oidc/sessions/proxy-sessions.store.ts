import type { Statement } from '#platform/tenancy/tenancy';

const model = 'ProxySession';

/**
 * $1 digest of the redeemed code, $2 digest of the session's token, $3 payload, $4 seconds. The session belongs to the
 * grant of the code, so everything that ends the grant or the user's sessions ends it as well.
 */
export const saveProxySession: Statement = {
  name: 'proxy_session_keep',
  text: `insert into oidc_models (model, id, payload, grant_id, account_id, expires_at)
    select '${model}', $2, $3::jsonb, c.grant_id, c.account_id, now() + $4 * interval '1 second'
    from oidc_models c where c.model = 'AuthorizationCode' and c.id = $1 and c.consumed_at is not null
    returning account_id as "userId"`,
};

const live = `t.model = '${model}' and t.expires_at > now()
  and exists (select from users u where u.id = t.account_id and not u.is_suspended)
  and exists (select from oidc_models g where g.model = 'Grant' and g.id = t.grant_id and g.expires_at > now())`;

/** $1 digests of tokens. No row if the session or its grant has ended, or the user is suspended or deleted. */
export const listLiveProxySessions: Statement = {
  name: 'proxy_session_list',
  text: `select t.id, t.account_id as "userId", t.payload from oidc_models t where t.id = any($1) and ${live}`,
};

/** $1 digest. */
export const endProxySession: Statement = {
  name: 'proxy_session_end',
  text: `delete from oidc_models where model = '${model}' and id = $1`,
};
