import { type Grant, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import type { App } from '#platform/app';
import { settingsOf } from './clients.ts';
import { createPrompt } from './create-prompt.ts';
import { otherAccountCheck } from './other-account.ts';

/** Adds the requested scopes to a grant. Returns whether any were missing. */
function addRequested(grant: Grant, oidcScopes: Iterable<string>, byResource: Iterable<[string, string[]]>): boolean {
  const known = new Set(grant.getOIDCScope().split(' '));
  const missing = [...oidcScopes].filter((scope) => !known.has(scope));
  if (missing.length > 0) {
    grant.addOIDCScope(missing.join(' '));
  }
  let changed = missing.length > 0;
  for (const [resource, scopes] of byResource) {
    const granted = new Set(grant.getResourceScope(resource).split(' '));
    const wanted = scopes.filter((scope) => !granted.has(scope));
    if (wanted.length > 0) {
      grant.addResourceScope(resource, wanted.join(' '));
      changed = true;
    }
  }
  return changed;
}

/**
 * The grant of this user and application. First-party applications consent silently: their scopes are granted here,
 * without a page. Others get their existing grant and the consent prompt for the rest.
 */
export async function ensureGrant(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { client, account, session, provider, result } = ctx.oidc;
  if (!client || !account) {
    return undefined;
  }
  const grantId = result?.consent?.grantId ?? session?.grantIdFor(client.clientId);
  const known = grantId ? await provider.Grant.find(grantId) : undefined;
  // A session may still hold the grant of a previous user; it must not be reused.
  const grant = known?.accountId === account.accountId ? known : undefined;
  if (settingsOf(client).isThirdParty) {
    return grant;
  }
  const own = grant ?? new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  const requested = ctx.oidc.requestParamScopes;
  const byResource = Object.entries(ctx.oidc.resourceServers ?? {}).map(([indicator, server]): [string, string[]] => [
    indicator,
    (server.scope ?? '').split(' ').filter((scope) => requested.has(scope)),
  ]);
  if (addRequested(own, ctx.oidc.requestParamOIDCScopes, byResource) || !grant) {
    await own.save();
  }
  return own;
}

/** A user who was suspended or deleted after the last sign-in step must sign in again, which then fails. */
const accountGoneCheck = () =>
  new interactionPolicy.Check('account_gone', 'The account is not active any more.', 'login_required', (ctx) => {
    const { session, account } = ctx.oidc;
    return session?.accountId !== undefined && account === undefined;
  });

/**
 * The engine's policy, with consent prompts for third-party applications only. A first-party application that sends
 * `prompt=consent`, as the published SDKs do to get a refresh token, would otherwise need two more requests.
 */
export function consentPolicy(app: App, tenantId: string): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.add(createPrompt(app, tenantId), 0);
  policy.get('login')?.checks.add(otherAccountCheck());
  policy.get('login')?.checks.add(accountGoneCheck());
  for (const check of policy.get('consent')?.checks ?? []) {
    const ask = check.check;
    check.check = (ctx) => (ctx.oidc.client && !settingsOf(ctx.oidc.client).isThirdParty ? false : ask(ctx));
  }
  return policy;
}
