import { hash, randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { sessionPolicyOf } from '#features/experience/sign-in-protection';
import type { App } from '#platform/app';
import { prefixOf } from '#platform/tenancy/addresses';

/*
 * OpenID Connect Session Management 1.0. An application compares the `session_state` of its sign-in with the state of the
 * browser, in a frame of ours: without a request, and without learning anything but whether they fit.
 */

export const checkSessionPath = '/session/check';

const cookieName = (tenantId: string) => `postern_${tenantId}_browser`;

const sha256 = (text: string) => hash('sha256', text, 'base64url');

type Session = KoaContextWithOIDC['oidc']['session'];

/**
 * The state of the browser: another one for each session and user, from which neither can be found. The types of the engine
 * lack `destroyed`.
 */
const browserStateOf = (session: Session): string | undefined =>
  session?.accountId && !(session as { destroyed?: boolean }).destroyed
    ? sha256(`browser ${session.uid} ${session.accountId}`)
    : undefined;

const offersChecks = async (app: App, tenantId: string) => (await sessionPolicyOf(app, tenantId)).offersSessionChecks;

/** Adds `session_state` to a successful answer (§3). Only pages on the origin of the redirect URI can use it. */
export function addSessionState<A extends object>(answer: A, ctx: KoaContextWithOIDC, redirectUri: string): A | object {
  const state = browserStateOf(ctx.oidc.session);
  const { origin } = new URL(redirectUri);
  if (ctx.state.offersSessionChecks !== true || !('code' in answer) || state === undefined || origin === 'null') {
    return answer;
  }
  const salt = randomBytes(9).toString('base64url');
  const text = [ctx.oidc.client?.clientId, origin, state, salt].join(' ');
  return { ...answer, session_state: `${sha256(text)}.${salt}` };
}

/** Keeps the state of the browser where the frame can read it: unlike the session, scripts of this host see it. */
export const keepBrowserState =
  (app: App, tenantId: string) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    if (!/^\/(?:auth|device|session)(?:\/|$)/.test(ctx.path) || !(await offersChecks(app, tenantId))) {
      return next();
    }
    ctx.state.offersSessionChecks = true;
    await next();
    // Undefined at addresses that the engine does not have.
    const session = (ctx.oidc as KoaContextWithOIDC['oidc'] | undefined)?.session;
    if (!session) {
      return;
    }
    const name = cookieName(tenantId);
    const known = ctx.cookies.get(name, { signed: false });
    const state = browserStateOf(session);
    if (known === state) {
      return;
    }
    const endpoint = app.endpointOf(tenantId);
    const secure = endpoint.startsWith('https:');
    ctx.cookies.set(name, state ?? null, {
      path: prefixOf(endpoint) || '/',
      secure,
      // Frames of other sites send no other cookies. Browsers accept it only with https.
      sameSite: secure ? 'none' : 'lax',
      httpOnly: false,
      signed: false,
      overwrite: true,
      ...(state !== undefined && session.exp ? { expires: new Date(session.exp * 1000) } : {}),
    });
  };

/**
 * Answers only the page that embeds it, and only whether the state that this page has got on its own origin fits (§4.2).
 * The cookie has a prefix on https.
 */
const script = `(function () {
  var cookie = new RegExp('(?:^|;\\\\s*)(?:__Host-|__Secure-)?' + document.documentElement.dataset.cookie + '=([\\\\w-]*)');
  addEventListener('message', function (event) {
    var origin = event.origin;
    if (parent === window || event.source !== parent || !/^https?:/.test(origin) || typeof event.data !== 'string') {
      return;
    }
    var answer = function (text) { parent.postMessage(text, origin); };
    var parts = event.data.split(' ');
    var salt = /^[\\w-]{43}\\.([\\w-]+)$/.exec(parts[1] || '');
    if (event.data.length > 512 || parts.length !== 2 || !parts[0] || !salt) {
      return answer('error');
    }
    var state = cookie.exec(document.cookie);
    var text = [parts[0], origin, state ? state[1] : '', salt[1]].join(' ');
    crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)).then(function (bytes) {
      var hash = btoa(String.fromCharCode.apply(null, new Uint8Array(bytes)))
        .replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=/g, '');
      answer(hash + '.' + salt[1] === parts[1] ? 'unchanged' : 'changed');
    }, function () { answer('error'); });
  });
})();`;

const policy = [
  "default-src 'none'",
  `script-src 'sha256-${hash('sha256', script, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  // It shows nothing and has nothing to click.
  'frame-ancestors https: http://localhost:* http://127.0.0.1:*',
].join('; ');

/** The frame; undefined while the tenant does not offer it. */
export async function sendCheckSession(app: App, tenantId: string, reply: FastifyReply): Promise<boolean> {
  if (!(await offersChecks(app, tenantId))) {
    return false;
  }
  reply
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .removeHeader('x-frame-options')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en" data-cookie="${cookieName(tenantId)}"><head><meta charset="utf-8"><title>Session</title></head><body><script>${script}</script></body></html>`,
    );
  return true;
}
