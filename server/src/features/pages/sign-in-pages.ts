import { themeOf } from '@postern/contracts/brand';
import type { EmbeddedSettings } from '@postern/contracts/sign-in-experience';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { customPhrasesOf, languagesOfTenant } from '#features/custom-phrases';
import { providerOf } from '#features/oidc';
import { findInteraction } from '#features/sign-in';
import {
  applicationBrand,
  brandedHead,
  brandFor,
  getFullSignInExperience,
  getSignInExperience,
  languageOf,
  publicName,
} from '#features/sign-in-experience';
import type { App } from '#platform/app';
import { languagesOf } from '#platform/http';
import { newNonce } from '#platform/ids';
import { createAssets, createTemplate, distFolder, embedJson } from '#platform/pages';
import type { Scope } from '#platform/route';
import { sendCustomUi } from './custom-ui.ts';
import { openPolicy } from './open-policy.ts';
import { readSubject, type Subject } from './read-subject.ts';

const directionOf = (language: string) =>
  ['ar', 'he', 'fa', 'ur'].includes(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';

/** Pages that make no sense without a running sign-in. */
const guarded = new Set([
  '/',
  '/sign-in',
  '/sign-in/password',
  '/sign-in/verification-code',
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

/** First words of the sign-in pages' routes; in the cloud edition the console owns the rest of the admin origin. */
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
  'social',
  'direct',
  'one-time-token',
  'magic-link',
  'springboard',
  'switch-account',
  'consent',
];

/** Providers send people back to `/callback/{connectorId}`; bare, it is the console's own on the admin origin. */
const isPage = (word: string) => word === '' || word === 'callback' || signInPaths.includes(word);

type Context = { appId?: string; uiLocales?: string };

function readContext(request: FastifyRequest, tenantId: string): Context {
  const name = `postern_${tenantId}_context=`;
  const cookie = request.headers.cookie?.split(/;\s*/).find((one) => one.startsWith(name));
  try {
    const parsed: unknown = cookie ? JSON.parse(decodeURIComponent(cookie.slice(name.length))) : {};
    return typeof parsed === 'object' && parsed !== null ? (parsed as Context) : {};
  } catch {
    // A cookie the browser or its owner changed: the page then simply does not know the application.
    return {};
  }
}

async function findApplication(app: App, tenantId: string, id: string) {
  const client = await (await providerOf(app, tenantId)).Client.find(id).catch(() => undefined);
  return client?.clientName ? { id, name: client.clientName } : undefined;
}

/** The tenant's settings in the looks of the application that the sign-in is for. */
async function brandedExperience(app: App, tenantId: string, appId: string | undefined) {
  const [experience, brand] = await Promise.all([
    getFullSignInExperience(app, tenantId),
    applicationBrand(app, tenantId, appId),
  ]);
  return {
    experience: brandFor(experience, brand),
    // The built-in applications have no row, the engine knows their names.
    application:
      appId && (brand ? { id: appId, name: publicName(brand) } : await findApplication(app, tenantId, appId)),
  };
}

type About = {
  appId?: string | undefined;
  subject?: Subject;
  /** The console's origin, where the page is its preview. */
  previewOrigin?: string | undefined;
};

async function settingsFor(
  app: App,
  tenantId: string,
  request: FastifyRequest,
  about: About,
): Promise<EmbeddedSettings> {
  const { previewOrigin } = about;
  // The preview shows the tenant's own looks, whatever this browser signed in to before.
  const context = previewOrigin ? {} : readContext(request, tenantId);
  const appId = about.appId ?? (typeof context.appId === 'string' ? context.appId : undefined);
  // On the consent page the tenant speaks about the application, so it keeps its own looks.
  const [{ experience, application }, custom] = await Promise.all([
    brandedExperience(app, tenantId, about.subject?.consent ? undefined : appId),
    customPhrasesOf(app, tenantId),
  ]);
  const language = languageOf(experience, context.uiLocales, languagesOf(request), languagesOfTenant(custom));
  const phrases = custom[language];
  return {
    experience,
    language,
    ...(phrases ? { phrases } : {}),
    ...(application ? { application } : {}),
    ...about.subject,
    ...(previewOrigin ? { previewOrigin } : {}),
  };
}

/** The hosted sign-in pages of a tenant, with its colors, language and settings in the first frame. */
export function signInPages(scope: Scope) {
  const { app, server } = scope;
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
    const settings = await settingsFor(app, scope.tenantOf(request), request, about);
    const nonce = newNonce();
    return send(reply, {
      nonce,
      status,
      framedBy: about.previewOrigin,
      ...openPolicy(settings.experience),
      head:
        brandedHead(settings.experience, settings.application?.name ?? 'Postern', nonce) +
        embedJson('postern-settings', settings),
      htmlAttributes: `lang="${settings.language}" dir="${directionOf(settings.language)}" data-theme="${themeOf(settings.experience.color)}"`,
    });
  }

  async function sendSignInPage(request: FastifyRequest, reply: FastifyReply) {
    const [path = '/'] = request.url.split('?');
    const tenantId = scope.tenantOf(request);
    const query = request.query as Record<string, unknown>;
    const isPreview = query.preview !== undefined;
    const isGuarded = guarded.has(path) && !isPreview;
    const experience = await getSignInExperience(app, tenantId);
    const interaction = isGuarded ? await findInteraction(app, tenantId, request, reply) : undefined;
    if (isGuarded && !interaction) {
      return reply.redirect(experience.unknownSessionRedirectUrl || '/unknown-session', 303);
    }
    const [, word = ''] = path.split('/');
    const status = isPage(word) ? 200 : 404;
    if (isPreview) {
      return sendPage(request, reply, sendIndex, status, { previewOrigin: new URL(app.config.adminEndpoint).origin });
    }
    if (await sendCustomUi(app, tenantId, experience, request, reply)) {
      return reply;
    }
    return sendPage(request, reply, sendIndex, status, {
      appId: interaction && String(interaction.params.client_id),
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
