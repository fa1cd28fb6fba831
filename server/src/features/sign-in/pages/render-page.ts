import { themeOf } from '@postern/contracts/brand';
import { directionOf } from '@postern/contracts/choose-language';
import type { EmbeddedSettings } from '@postern/contracts/sign-in/pages';
import { accountCenterAppId } from '@postern/contracts/wire';
import type { FastifyRequest } from 'fastify';
import { providerOf } from '#features/access/oidc';
import { languagesOfTenant, pageWordingOf } from '#features/experience/custom-phrases';
import {
  applicationBrand,
  brandedHead,
  brandFor,
  chosenLanguageOf,
  getFullSignInExperience,
  languageOf,
  organizationBrand,
  publicName,
} from '#features/experience/sign-in-experience';
import type { App } from '#platform/app';
import { languagesOf } from '#platform/http/http';
import { embedJson, type Page } from '#platform/http/pages';
import { newNonce } from '#platform/secrets/ids';
import { openPolicy } from './open-policy.ts';
import type { Subject } from './read-subject.ts';

type Context = { appId?: string; organizationId?: string; uiLocales?: string };

function readContext(request: FastifyRequest, tenantId: string): Context {
  const name = `postern_${tenantId}_context=`;
  const cookie = request.headers.cookie?.split(/;\s*/).find((one) => one.startsWith(name));
  try {
    const parsed: unknown = cookie ? JSON.parse(decodeURIComponent(cookie.slice(name.length))) : {};
    return typeof parsed === 'object' && parsed !== null ? (parsed as Context) : {};
  } catch {
    // The cookie was modified: render the page without the application.
    return {};
  }
}

async function findApplication(app: App, tenantId: string, id: string) {
  const client = await (await providerOf(app, tenantId)).Client.find(id).catch(() => undefined);
  return client?.clientName ? { id, name: client.clientName } : undefined;
}

/** The tenant's settings with the branding of the application and the organization. */
async function brandedExperience(
  app: App,
  tenantId: string,
  appId: string | undefined,
  organizationId: string | undefined,
) {
  const [experience, brand, organization] = await Promise.all([
    getFullSignInExperience(app, tenantId),
    applicationBrand(app, tenantId, appId),
    organizationBrand(app, tenantId, organizationId),
  ]);
  return {
    experience: brandFor(experience, brand, organization),
    // Built-in applications have no row; the engine has their names. The account center has no application name: the
    // pages describe it in their language.
    application:
      appId &&
      appId !== accountCenterAppId &&
      (brand ? { id: appId, name: publicName(brand) } : await findApplication(app, tenantId, appId)),
  };
}

export type About = {
  appId?: string | undefined;
  /** The name of the authorization request. */
  interaction?: string | undefined;
  /** The organization that the sign-in names. */
  organizationId?: string | undefined;
  /** The languages that the sign-in asks for. */
  uiLocales?: string | undefined;
  subject?: Subject;
  /** The console's origin if the page is its preview. */
  previewOrigin?: string | undefined;
};

export async function settingsFor(
  app: App,
  tenantId: string,
  request: FastifyRequest,
  about: About,
): Promise<EmbeddedSettings> {
  const { previewOrigin } = about;
  // The preview shows the tenant's own branding, regardless of earlier sign-ins in this browser.
  const context = previewOrigin ? {} : readContext(request, tenantId);
  // If the sign-in of the page is known, the cookie of an earlier one does not matter.
  const source = about.appId === undefined ? context : about;
  const appId = typeof source.appId === 'string' ? source.appId : undefined;
  // The consent page has no branding of the application because it informs about the application.
  const [{ experience, application }, custom] = await Promise.all([
    brandedExperience(app, tenantId, about.subject?.consent ? undefined : appId, source.organizationId),
    pageWordingOf(app, tenantId),
  ]);
  const languages = languagesOfTenant(custom);
  const wishes = {
    uiLocales: source.uiLocales,
    chosen: previewOrigin ? undefined : chosenLanguageOf(request.headers.cookie, tenantId),
    preferred: languagesOf(request),
  };
  const language = languageOf(experience, wishes, languages);
  const phrases = custom[language];
  return {
    experience,
    language,
    languages,
    ...(phrases ? { phrases } : {}),
    ...(request.cookiePrefix ? { cookiePrefix: request.cookiePrefix } : {}),
    ...(application ? { application } : {}),
    ...(about.interaction ? { interaction: about.interaction } : {}),
    ...about.subject,
    ...(previewOrigin ? { previewOrigin } : {}),
  };
}

/** A page with the tenant's colors, language and settings in its first frame. */
export function renderPage(settings: EmbeddedSettings): Page {
  const nonce = newNonce();
  return {
    nonce,
    framedBy: settings.previewOrigin,
    ...openPolicy(settings.experience),
    head:
      brandedHead(settings.experience, settings.application?.name ?? 'Postern', nonce) +
      embedJson('postern-settings', settings),
    htmlAttributes: `lang="${settings.language}" dir="${directionOf(settings.language)}" data-theme="${themeOf(settings.experience.color)}"`,
  };
}
