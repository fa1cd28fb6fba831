import { undoChangePath } from '@postern/contracts/account/address-changes';
import type { ErrorCode } from '@postern/contracts/errors';
import { reportPath } from '@postern/contracts/sign-in/new-devices';
import { interactionParam } from '@postern/contracts/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { interactionName } from '#features/access/oidc';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { findInteraction } from '#features/sign-in/interaction';
import { createAssets, createTemplate, distFolder } from '#platform/http/pages';
import type { Scope } from '#platform/http/route';
import { originOf } from '#platform/tenancy/addresses';
import { connectionTestPages } from './connection-test-pages.ts';
import { sendCustomUi } from './custom-ui.ts';
import { prerender } from './prerender.ts';
import { readSubject } from './read-subject.ts';
import { type About, renderPage, settingsFor } from './render-page.ts';

/** Pages that require a running sign-in. */
const guarded = new Set([
  '/',
  '/sign-in',
  '/sign-in/password',
  '/sign-in/verification-code',
  '/sign-in/passkey',
  '/sign-in/verification-methods',
  '/identifier-sign-in',
  '/register',
  '/register/password',
  '/register/verification-code',
  '/identifier-register',
  '/single-sign-on',
  '/social/register',
  '/forgot-password',
  '/forgot-password/verification-code',
  '/forgot-password/reset',
  '/reset-password',
  '/continue/username',
  '/continue/email',
  '/continue/phone',
  '/continue/emailOrPhone',
  '/continue/password',
  '/continue/extra-profile',
  '/continue/verification-code',
  '/consent',
]);

/** First path segments of the sign-in pages; in the cloud edition the console owns the rest of the admin origin. */
export const signInPaths = [
  'sign-in',
  'register',
  'forgot-password',
  'reset-password',
  'identifier-sign-in',
  'identifier-register',
  'single-sign-on',
  'unknown-session',
  'error',
  'continue',
  'mfa-binding',
  'mfa-verification',
  'mfa-onboarding',
  'create-passkey',
  'account-suspended',
  'social',
  'direct',
  'one-time-token',
  'magic-link',
  'springboard',
  'switch-account',
  'consent',
  'undo-change',
  'not-me',
];

/** The page that explains that a tenant is suspended. */
export const closedPage = ({ id }: FastifyRequest) =>
  `/error?${new URLSearchParams({ code: 'subscription.tenant_suspended' satisfies ErrorCode, request_id: id })}`;

/** Remembers that the form was sent before the scripts were there; they then send it (`adopt.ts` of the pages). */
const keepEarly = (nonce: string) =>
  `<script nonce="${nonce}">addEventListener('submit',e=>{if(e.target.method==='dialog')e.target.dataset.early=''},{once:true})</script>`;

/** Providers redirect to `/callback/{connectorId}`; without an id it is the console's own on the admin origin. */
const isPage = (path: string) => {
  const [, word = ''] = path.split('/');
  return path === '/' || word === 'callback' || signInPaths.includes(word);
};

/** The hosted sign-in pages of a tenant, with its colors, language and settings in the first frame. */
export function signInPages(scope: Scope) {
  const { app, server } = scope;
  const tests = connectionTestPages(scope);
  const sendIndex = createTemplate(`${distFolder('experience')}/index.html`);
  const sendDemo = createTemplate(`${distFolder('experience')}/demo-app.html`);
  const sendAsset = createAssets(`${distFolder('experience')}/assets/experience`);

  async function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    send: ReturnType<typeof createTemplate>,
    status = 200,
    about: About = {},
  ) {
    const tenantId = scope.tenantOf(request);
    const settings = await settingsFor(app, tenantId, request, about);
    const rendered = renderPage(settings);
    const body = send === sendIndex ? await prerender(request, settings, originOf(app.endpointOf(tenantId))) : '';
    return send(reply, { ...rendered, status, ...(body ? { body: body + keepEarly(rendered.nonce) } : {}) });
  }

  async function sendSignInPage(request: FastifyRequest, reply: FastifyReply) {
    if (await tests.takeCallback(request, reply)) {
      return reply;
    }
    const [path = '/'] = request.url.split('?');
    const tenantId = scope.tenantOf(request);
    const query = request.query as Record<string, unknown>;
    const isPreview = query.preview !== undefined;
    const isGuarded = guarded.has(path) && !isPreview;
    const isClosed = (await app.tenants.find(tenantId))?.isSuspended === true && !isPreview;
    if (isClosed && path !== '/error') {
      return reply.redirect(closedPage(request), 303);
    }
    const experience = await getSignInExperience(app, tenantId);
    const isNamed = query[interactionParam] !== undefined && !isPreview;
    const interaction = isGuarded || isNamed ? await findInteraction(app, tenantId, request, reply) : undefined;
    if (isGuarded && !interaction) {
      return reply.redirect(experience.unknownSessionRedirectUrl || '/unknown-session', 303);
    }
    const status = isPage(path) ? 200 : 404;
    if (isPreview) {
      return sendPage(request, reply, sendIndex, status, { previewOrigin: new URL(app.config.adminEndpoint).origin });
    }
    // Always ours: the page of a closed installation, and those of the links in messages about the account.
    const isLink = path === undoChangePath || path === reportPath;
    if (!isClosed && !isLink && (await sendCustomUi(app, tenantId, experience, request, reply))) {
      return reply;
    }
    const { organization_id: organizationId, ui_locales: uiLocales } = interaction?.params ?? {};
    return sendPage(request, reply, sendIndex, status, {
      appId: interaction && String(interaction.params.client_id),
      interaction: interaction && interactionName(interaction.uid),
      ...(typeof organizationId === 'string' ? { organizationId } : {}),
      ...(typeof uiLocales === 'string' ? { uiLocales } : {}),
      subject: await readSubject(app, tenantId, request, reply),
    });
  }

  server.get('/assets/experience/*', (request, reply) =>
    sendAsset(request, reply, (request.params as { '*': string })['*']),
  );
  return {
    sendSignInPage,
    mountDemo() {
      server.get('/demo-app', (request, reply) => sendPage(request, reply, sendDemo));
    },
  };
}
