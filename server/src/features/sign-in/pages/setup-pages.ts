import { ssoSetupPagePath } from '@postern/contracts/people/sso-setup-links';
import { createTemplate, distFolder } from '#platform/http/pages';
import type { Scope } from '#platform/http/route';
import { renderPage, settingsFor } from './render-page.ts';
import { closedPage } from './sign-in-pages.ts';

/** The portal where the IT of a customer sets up single sign-on. The page itself knows nothing about the link. */
export function setupPages({ app, server, tenantOf }: Scope): void {
  const send = createTemplate(`${distFolder('experience')}/setup.html`);

  server.get(`${ssoSetupPagePath}/*`, async (request, reply) => {
    const tenantId = tenantOf(request);
    if ((await app.tenants.find(tenantId))?.isSuspended) {
      return reply.redirect(closedPage(request), 303);
    }
    // The application of an earlier sign-in in this browser does not matter here.
    const { application: _, experience, ...settings } = await settingsFor(app, tenantId, request, { appId: '' });
    const { googleOneTap: _tap, captchaConfig: _captcha, ...rest } = experience;
    return send(reply, renderPage({ ...settings, experience: { ...rest, captchaPolicy: {} } }));
  });
}
