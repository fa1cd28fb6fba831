import { chosenLanguageSeconds, languageCookie, printChosenLanguage } from '@postern/contracts/chosen-language';
import { deviceCodeGrant, googleOneTapCookie, interactionParam } from '@postern/contracts/wire';
import { errors, type Interaction, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { chosenLanguageOf } from '#features/experience/sign-in-experience';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { saveResultIn, saveResultStatement } from '../sessions/sessions.store.ts';
import { digest } from './adapter.ts';
import { interactionName, rememberInteraction } from './choose-interaction.ts';
import type { GrantHandler } from './engine.ts';
import { createPromptName, isResetLink, otherAccountReason } from './prompts.ts';

/**
 * Whether an authorization request can still be answered. The application can be deleted, or its redirect URI or the
 * device flow removed, during a sign-in (attack 45); the engine checks them only when a request begins.
 */
export async function isAnswerable(provider: Provider, { params, deviceCode }: Interaction): Promise<boolean> {
  const client = typeof params.client_id === 'string' ? await provider.Client.find(params.client_id) : undefined;
  if (!client) {
    return false;
  }
  return deviceCode
    ? client.grantTypeAllowed(deviceCodeGrant)
    : typeof params.redirect_uri === 'string' && client.redirectUriAllowed(params.redirect_uri);
}

const resuming = new Set<string | undefined>(['resume', 'device_resume']);

/**
 * Shows the error page if the request of a sign-in can no longer be answered: nothing is sent to the removed address.
 */
export function guardResume(provider: Provider): void {
  const { Interaction: model } = provider;
  const find = model.find;
  async function findAnswerable(id: string, options?: object): Promise<Interaction | undefined> {
    const interaction = (await find.call(model, id, options)) as Interaction | undefined;
    const context = Provider.ctx as KoaContextWithOIDC | undefined;
    if (interaction && resuming.has(context?.oidc?.route) && !(await isAnswerable(provider, interaction))) {
      throw new errors.InvalidRedirectUri();
    }
    return interaction;
  }
  // The engine declares it for all of its models; this one only finds interactions.
  model.find = findAnswerable as typeof find;
}

/** Rejects a code if its redirect URI was removed after it was issued. */
export function requireRegisteredUri(handler: GrantHandler): GrantHandler {
  return async (ctx) => {
    const { client, params } = ctx.oidc;
    const uri = params?.redirect_uri;
    if (typeof uri === 'string' && !client?.redirectUriAllowed(uri)) {
      throw new errors.InvalidGrant('redirect_uri is not registered');
    }
    await handler(ctx);
  };
}

/** The key of an interaction in the table and the audit log; the id itself is a secret of its browser. */
export const interactionKey = (jti: string) => digest(jti);

type Result = Record<string, unknown> & { version: number };
type Options = { leavesSession?: boolean; db?: Db };

/**
 * Writes only the result of an interaction, if it has not changed since it was read. Smaller and safer than saving the
 * engine's whole object. Returns false if another request wrote it, or if the interaction has ended.
 */
export async function saveResult(
  app: App,
  tenantId: string,
  jti: string,
  result: Result,
  { leavesSession = false, db }: Options = {},
): Promise<boolean> {
  const [id, text, version] = [interactionKey(jti), JSON.stringify(result), result.version - 1];
  if (db) {
    return saveResultIn(db, id, text, version);
  }
  const rows = await app.tenancy.run(tenantId, saveResultStatement, [id, text, version, leavesSession]);
  return rows.length > 0;
}

const firstScreens: Record<string, string> = {
  sign_in: 'sign-in',
  signIn: 'sign-in',
  register: 'register',
  reset_password: 'reset-password',
  'identifier:sign_in': 'identifier-sign-in',
  'identifier:register': 'identifier-register',
  single_sign_on: 'single-sign-on',
};

/** The page of the sign-in app that a request starts on. Falls back to sign-in for unknown values. */
function firstScreen({ params, prompt }: Interaction): string {
  if (prompt.name === createPromptName) {
    return params.first_screen === 'identifier:register' ? 'identifier-register' : 'register';
  }
  if (params.interaction_mode === 'signUp') {
    return 'register';
  }
  return firstScreens[String(params.first_screen)] ?? 'sign-in';
}

/** Where browsers send a cookie. */
type CookiePlace = { path: string; secure: boolean };

const oneTapSeconds = 10;

/** Direct sign-in with a provider: its target or id becomes one encoded segment of our path. */
function directSignInPath(params: Record<string, unknown>): string | undefined {
  const [, method, target] = /^(social|sso):(.{1,128})$/.exec(String(params.direct_sign_in)) ?? [];
  return method && target && !/^\.{1,2}$/.test(target) ? `direct/${method}/${encodeURIComponent(target)}` : undefined;
}

/** Passes a Google One Tap credential to the page in a short-lived cookie, for this browser only. */
function handOverOneTap(ctx: KoaContextWithOIDC, credential: unknown, place: CookiePlace): boolean {
  if (typeof credential !== 'string' || !/^[\w.-]{1,3500}$/.test(credential)) {
    return false;
  }
  ctx.cookies.set(googleOneTapCookie, credential, {
    ...place,
    sameSite: 'lax',
    httpOnly: false,
    maxAge: oneTapSeconds * 1000,
    signed: false,
  });
  return true;
}

function pathOf(ctx: KoaContextWithOIDC, interaction: Interaction, place: CookiePlace): [string, string?] {
  const { params, prompt } = interaction;
  const screen = firstScreen(interaction);
  if (isResetLink(ctx)) {
    return ['reset-password'];
  }
  if (typeof params.one_time_token === 'string') {
    return [prompt.reasons.includes(otherAccountReason) ? 'switch-account' : 'one-time-token'];
  }
  if (handOverOneTap(ctx, params.google_one_tap_credential, place)) {
    return ['direct/social/google', screen];
  }
  const direct = directSignInPath(params);
  return direct ? [direct, screen] : [screen];
}

/** A new request may set its own language; a choice made during the previous one no longer takes precedence. */
function resetChosenLanguage(ctx: KoaContextWithOIDC, tenantId: string, place: CookiePlace): void {
  const chosen = chosenLanguageOf(ctx.get('cookie'), tenantId);
  if (chosen?.isNow) {
    // Not `httpOnly`, because the pages overwrite it.
    ctx.cookies.set(languageCookie(tenantId), printChosenLanguage({ ...chosen, isNow: false }), {
      ...place,
      maxAge: chosenLanguageSeconds * 1000,
      sameSite: 'lax',
      httpOnly: false,
      signed: false,
    });
  }
}

/** The page, without the prefix of the endpoint, to which the engine sends the browser for sign-in or consent. */
export function interactionPath(
  ctx: KoaContextWithOIDC,
  interaction: Interaction,
  tenantId: string,
  place: CookiePlace,
): string {
  const { params, prompt } = interaction;
  const name = interactionName(interaction.uid);
  rememberInteraction(ctx, tenantId, { id: interaction.uid, clientId: String(params.client_id) }, place);
  if (prompt.name === 'consent') {
    return `/consent?${new URLSearchParams({ [interactionParam]: name })}`;
  }
  const text = (name: string) => (typeof params[name] === 'string' ? params[name] : undefined);
  const context = { appId: text('client_id'), organizationId: text('organization_id'), uiLocales: text('ui_locales') };
  // The server reads it to render the first page with the right branding and language; contains nothing secret.
  ctx.cookies.set(`postern_${tenantId}_context`, encodeURIComponent(JSON.stringify(context)), {
    ...place,
    sameSite: 'lax',
    httpOnly: true,
    signed: false,
  });
  resetChosenLanguage(ctx, tenantId, place);
  const [path, fallback] = pathOf(ctx, interaction, place);
  const query = new URLSearchParams({ ...(fallback ? { fallback } : {}), app_id: String(params.client_id) });
  for (const key of ['organization_id', 'login_hint', 'ui_locales', 'identifier', 'one_time_token']) {
    const value = text(key);
    if (value !== undefined) {
      query.set(key, value);
    }
  }
  query.set(interactionParam, name);
  return `/${path}?${query}`;
}
