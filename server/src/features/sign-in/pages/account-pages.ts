import { invitationPagePath } from '@postern/contracts/people/invitation-links';
import type { EmbeddedAccountSettings } from '@postern/contracts/sign-in/pages';
import { accountCenterAppId } from '@postern/contracts/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getAccountCenter } from '#features/experience/account-center';
import { createTemplate, distFolder } from '#platform/http/pages';
import type { Scope } from '#platform/http/route';
import { renderPage, settingsFor } from './render-page.ts';
import { closedPage } from './sign-in-pages.ts';

/** Paths by which applications link to a part of the account, and the page that has it. */
const otherPaths: readonly (readonly [RegExp, string])[] = [
  [/^sessions$/, 'devices'],
  [/^(?:email|phone|username|password)(?:\/success)?$/, 'sign-in'],
  [/^authenticator-app(?:\/replace)?(?:\/success)?$/, 'security'],
  [/^backup-codes\/(?:generate|regenerate|manage)(?:\/success)?$/, 'security'],
  [/^passkey\/(?:add|manage)(?:\/success)?$/, 'security'],
  [/^social\/[^/]+(?:\/(?:change|remove))?(?:\/success)?$/, 'linked-accounts'],
  [/^callback\/social\/[^/]+$/, 'linked-accounts'],
  [/^verified-action$/, ''],
];

function pageFor(path: string): string | undefined {
  const page = otherPaths.find(([pattern]) => pattern.test(path))?.[1];
  return page === undefined ? undefined : `/account${page ? `/${page}` : ''}`;
}

/**
 * The account center of a tenant: a single page with client-side routes. Users sign in first. Also sends the page where
 * people accept invitations, which exists even if the account center is off.
 */
export function accountPages({ app, server, tenantOf }: Scope): void {
  const send = createTemplate(`${distFolder('experience')}/account.html`);

  async function sendAccountPage(request: FastifyRequest, reply: FastifyReply, isAlwaysOpen = false) {
    const tenantId = tenantOf(request);
    // The console shows an account center that is off, too, before it is saved.
    const isPreview = !isAlwaysOpen && (request.query as Record<string, unknown>).preview !== undefined;
    if ((await app.tenants.find(tenantId))?.isSuspended && !isPreview) {
      return reply.redirect(closedPage(request), 303);
    }
    const [{ experience, ...settings }, center] = await Promise.all([
      settingsFor(app, tenantId, request, {
        appId: accountCenterAppId,
        ...(isPreview ? { previewOrigin: new URL(app.config.adminEndpoint).origin } : {}),
      }),
      getAccountCenter(app, tenantId),
    ]);
    const { enabled, fields, deleteAccount, deleteAccountUrl, profileFields } = center;
    const { googleOneTap: _tap, captchaConfig: _captcha, ...rest } = experience;
    const embedded: EmbeddedAccountSettings = {
      ...settings,
      // Users do not sign in on this page, so no other origins are needed.
      experience: {
        ...rest,
        captchaPolicy: {},
        customCss: [rest.customCss, enabled && center.customCss].filter(Boolean).join('\n') || null,
      },
      accountCenter: enabled
        ? { enabled, fields, ...(deleteAccount ? { deleteAccount } : {}), deleteAccountUrl, profileFields }
        : { enabled, fields: {} },
    };
    return send(reply, { ...renderPage(embedded), status: enabled || isAlwaysOpen || isPreview ? 200 : 404 });
  }

  server.get('/account', (request, reply) => sendAccountPage(request, reply));
  server.get<{ Params: { '*': string } }>('/account/*', (request, reply) => {
    const page = pageFor(request.params['*']);
    return page ? reply.header('cache-control', 'no-store').redirect(page, 302) : sendAccountPage(request, reply);
  });
  server.get(`${invitationPagePath}/*`, (request, reply) => sendAccountPage(request, reply, true));
}
