import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';

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
function firstScreen(params: Record<string, unknown>): string {
  if (params.interaction_mode === 'signUp') {
    return 'register';
  }
  return firstScreens[String(params.first_screen)] ?? 'sign-in';
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
  const query = new URLSearchParams({ app_id: String(params.client_id) });
  for (const name of ['organization_id', 'login_hint', 'ui_locales', 'identifier', 'one_time_token']) {
    const value = text(name);
    if (value !== undefined) {
      query.set(name, value);
    }
  }
  return `/${firstScreen(params)}?${query}`;
}
