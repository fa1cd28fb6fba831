import { normalizeEmail } from '@postern/contracts/normalize';
import { decodeJwt } from 'jose';
import { errors, type Grant, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { consumeOneTimeToken } from '#features/access/one-time-tokens';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { settingsOf } from '../clients/clients.ts';
import { accessRefused, isRefused, refusalText } from '../clients/require-access.ts';
import { factorCheck, levelCheck } from './step-up.ts';

/** Requests a new account (Initiating User Registration via OpenID Connect 1.0). */
export const createPromptName = 'create';

/** Values of `prompt` that every tenant supports. */
const usualPrompts = ['none', 'login', 'consent'] as const;

const mayRegister = async (app: App, tenantId: string) =>
  (await getSignInExperience(app, tenantId)).signInMode !== 'SignIn';

export const supportedPrompts = async (app: App, tenantId: string): Promise<string[]> => [
  ...usualPrompts,
  ...((await mayRegister(app, tenantId)) ? [createPromptName] : []),
];

/** If registration is off, the prompt is rejected as unsupported (§4.1 of the specification). */
function createPrompt(app: App, tenantId: string): interactionPolicy.Prompt {
  const prompt = new interactionPolicy.Prompt({ name: createPromptName, requestable: true });
  // Replaces the engine's own check, which only passes if the result has an entry for this prompt.
  prompt.checks.clear();
  prompt.checks.add(
    new interactionPolicy.Check(
      'create_prompt',
      'The person must register.',
      'interaction_required',
      async ({ oidc }: KoaContextWithOIDC) => {
        if (!oidc.prompts.has(createPromptName) || oidc.result?.login) {
          return false;
        }
        if (!(await mayRegister(app, tenantId))) {
          throw new errors.InvalidRequest('prompt "create" is not supported because registration is off');
        }
        return true;
      },
    ),
  );
  return prompt;
}

export const otherAccountReason = 'other_account';

/** A request with a one-time token, and the address of the user who is signed in in this browser. */
async function readToken({ oidc }: KoaContextWithOIDC) {
  const { params, account, result } = oidc;
  const [token, hint] = [params?.one_time_token, params?.login_hint];
  // A user who has just signed in for this request has made their choice.
  if (typeof token !== 'string' || typeof hint !== 'string' || !account || result?.login) {
    return undefined;
  }
  const { email } = await account.claims('userinfo', 'email', {}, []);
  return { token, email: normalizeEmail(hint), isSame: email === normalizeEmail(hint) };
}

/**
 * If another user than the one in the token is signed in, shows a question instead of continuing with the wrong
 * account.
 */
function otherAccountCheck(): interactionPolicy.Check {
  return new interactionPolicy.Check(
    otherAccountReason,
    'the one-time token is for another account',
    'login_required',
    async (ctx) => !isResetLink(ctx) && (await readToken(ctx))?.isSame === false,
  );
}

/** A link to choose a new password. */
export const isResetLink = ({ oidc: { params } }: KoaContextWithOIDC): boolean =>
  params?.first_screen === 'reset_password' && typeof params.one_time_token === 'string';

/** A person who follows a link to choose a new password does so even if somebody is signed in. */
function resetLinkCheck(): interactionPolicy.Check {
  return new interactionPolicy.Check(
    'reset_link',
    'the link is for a new password',
    'login_required',
    async (ctx) => isResetLink(ctx) && !ctx.oidc.result?.login,
  );
}

/** If the user of the token is already signed in, consumes the token. */
export async function consumeOwnToken(app: App, tenantId: string, ctx: KoaContextWithOIDC): Promise<void> {
  const invitation = await readToken(ctx);
  if (!invitation?.isSame || isResetLink(ctx)) {
    return;
  }
  try {
    await consumeOneTimeToken(app, tenantId, invitation);
  } catch (error) {
    // Used or expired: the user is already signed in, so nothing is lost.
    if (!(error instanceof AppError)) {
      throw error;
    }
  }
}

/**
 * A request may name no scope. It then gets the default one, and the token response names it (RFC 6749 §3.3). The engine
 * would deny the request, because nothing can be granted. Its own rules for requests without `openid` have been applied.
 */
export function useDefaultScope({ oidc: { params } }: KoaContextWithOIDC): void {
  if (params && params.scope === undefined) {
    params.scope = 'openid';
  }
}

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
  if (settingsOf(client).isThirdParty || isRefused(ctx)) {
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
  new interactionPolicy.Check('account_gone', 'The account is no longer active.', 'login_required', (ctx) => {
    const { session, account } = ctx.oidc;
    return session?.accountId !== undefined && account === undefined;
  });

/**
 * The person may not use the application. An application that they used before gets the error; otherwise the consent page
 * explains it.
 */
const accessCheck = () =>
  new interactionPolicy.Check('access_control', refusalText, 'access_denied', (ctx) => {
    // A grant that the engine has made for this request is not stored and has no id.
    if (isRefused(ctx) && ctx.oidc.entities.Grant?.jti) {
      throw accessRefused();
    }
    return isRefused(ctx);
  });

/** Checks whether the person is the one whom the request names: by `id_token_hint`, or as `sub` in `claims`. */
const namedPersonChecks = ['id_token_hint', 'claims_id_token_sub_value'];

/** The engine reads the hint when a request begins, and forgets it during the sign-in. It was verified then. */
function recallHint(oidc: KoaContextWithOIDC['oidc']): void {
  const { params, entities } = oidc;
  if (typeof params?.id_token_hint === 'string' && !entities.IdTokenHint) {
    oidc.entity('IdTokenHint', { payload: decodeJwt(params.id_token_hint) } as never);
  }
}

/** Another person than the named one has just signed in: the application learns it, instead of a question without end. */
function requireNamedPerson(check: interactionPolicy.Check): void {
  if (!namedPersonChecks.includes(check.reason)) {
    return;
  }
  const ask = check.check;
  check.check = async (ctx) => {
    recallHint(ctx.oidc);
    const isOther = await ask(ctx);
    if (isOther && ctx.oidc.result?.login) {
      throw new errors.LoginRequired('another user than the requested one signed in');
    }
    return isOther;
  };
}

/**
 * The engine's policy, with consent prompts for third-party applications only. A first-party application that sends
 * `prompt=consent`, as the published SDKs do to get a refresh token, would otherwise need two more requests.
 */
export function consentPolicy(app: App, tenantId: string): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.add(createPrompt(app, tenantId), 0);
  const login = policy.get('login')?.checks;
  login?.add(otherAccountCheck());
  login?.add(resetLinkCheck());
  login?.add(accountGoneCheck());
  login?.add(factorCheck());
  // Replaces the engine's checks, which do not know that a second factor is more than one factor.
  login?.remove('essential_acr');
  login?.remove('essential_acrs');
  login?.add(levelCheck());
  for (const check of login ?? []) {
    requireNamedPerson(check);
  }
  // limitClaims decides which claims an application gets.
  policy.get('consent')?.checks.remove('op_claims_missing');
  for (const check of policy.get('consent')?.checks ?? []) {
    const ask = check.check;
    check.check = (ctx) => (ctx.oidc.client && !settingsOf(ctx.oidc.client).isThirdParty ? false : ask(ctx));
  }
  policy.get('consent')?.checks.add(accessCheck(), 0);
  return policy;
}
