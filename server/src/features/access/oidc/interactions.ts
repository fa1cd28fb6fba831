import { chosenLanguageSeconds, languageCookie, printChosenLanguage } from '@postern/contracts/chosen-language';
import { googleOneTapCookie } from '@postern/contracts/wire';
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import { chosenLanguageOf } from '#features/experience/sign-in-experience';
import { createPromptName } from './create-prompt.ts';
import { otherAccountReason } from './other-account.ts';

const firstScreens: Record<string, string> = {
  sign_in: 'sign-in',
  signIn: 'sign-in',
  register: 'register',
  reset_password: 'reset-password',
  'identifier:sign_in': 'identifier-sign-in',
  'identifier:register': 'identifier-register',
  single_sign_on: 'single-sign-on',
};

/** The page of the sign-in app that a request starts on. Unknown values fall back to sign-in. */
function firstScreen({ params, prompt }: Interaction): string {
  if (prompt.name === createPromptName) {
    return params.first_screen === 'identifier:register' ? 'identifier-register' : 'register';
  }
  if (params.interaction_mode === 'signUp') {
    return 'register';
  }
  return firstScreens[String(params.first_screen)] ?? 'sign-in';
}

const oneTapSeconds = 10;

/** Straight to a provider: its target or id becomes one segment of our own path, whatever it holds. */
function directWay(params: Record<string, unknown>): string | undefined {
  const [, method, target] = /^(social|sso):(.{1,128})$/.exec(String(params.direct_sign_in)) ?? [];
  return method && target && !/^\.{1,2}$/.test(target) ? `direct/${method}/${encodeURIComponent(target)}` : undefined;
}

/** What Google gave an application; the page has a moment to pick it up, and only in this browser. */
function handOverOneTap(ctx: KoaContextWithOIDC, credential: unknown, isHttps: boolean): boolean {
  if (typeof credential !== 'string' || !/^[\w.-]{1,3500}$/.test(credential)) {
    return false;
  }
  ctx.cookies.set(googleOneTapCookie, credential, {
    path: '/',
    sameSite: 'lax',
    httpOnly: false,
    secure: isHttps,
    maxAge: oneTapSeconds * 1000,
    signed: false,
  });
  return true;
}

function pathOf(ctx: KoaContextWithOIDC, interaction: Interaction, isHttps: boolean): [string, string?] {
  const { params, prompt } = interaction;
  const screen = firstScreen(interaction);
  if (typeof params.one_time_token === 'string') {
    return [prompt.reasons.includes(otherAccountReason) ? 'switch-account' : 'one-time-token'];
  }
  if (handOverOneTap(ctx, params.google_one_tap_credential, isHttps)) {
    return ['direct/social/google', screen];
  }
  const direct = directWay(params);
  return direct ? [direct, screen] : [screen];
}

/** A new request may ask for its own language; what was chosen during the one before no longer wins over it. */
function forgetThatItIsNow(ctx: KoaContextWithOIDC, tenantId: string, isHttps: boolean): void {
  const chosen = chosenLanguageOf(ctx.get('cookie'), tenantId);
  if (chosen?.isNow) {
    // The pages overwrite it, so it cannot be `httpOnly`.
    ctx.cookies.set(languageCookie(tenantId), printChosenLanguage({ ...chosen, isNow: false }), {
      path: '/',
      maxAge: chosenLanguageSeconds * 1000,
      sameSite: 'lax',
      httpOnly: false,
      secure: isHttps,
      signed: false,
    });
  }
}

/** Where the engine sends the browser when somebody must sign in or consent. */
export function interactionUrl(
  ctx: KoaContextWithOIDC,
  interaction: Interaction,
  tenantId: string,
  isHttps: boolean,
): string {
  const { params, prompt } = interaction;
  if (prompt.name === 'consent') {
    return '/consent';
  }
  const text = (name: string) => (typeof params[name] === 'string' ? params[name] : undefined);
  const context = { appId: text('client_id'), organizationId: text('organization_id'), uiLocales: text('ui_locales') };
  // Read by the server to render the first page in the right brand and language; holds nothing secret.
  ctx.cookies.set(`postern_${tenantId}_context`, encodeURIComponent(JSON.stringify(context)), {
    path: '/',
    sameSite: 'lax',
    httpOnly: true,
    secure: isHttps,
    signed: false,
  });
  forgetThatItIsNow(ctx, tenantId, isHttps);
  const [path, fallback] = pathOf(ctx, interaction, isHttps);
  const query = new URLSearchParams({ ...(fallback ? { fallback } : {}), app_id: String(params.client_id) });
  for (const name of ['organization_id', 'login_hint', 'ui_locales', 'identifier', 'one_time_token']) {
    const value = text(name);
    if (value !== undefined) {
      query.set(name, value);
    }
  }
  return `/${path}?${query}`;
}
