import type { Feature } from '#platform/app';
import { AppError } from '#platform/http/errors';
import type { Scope } from '#platform/http/route';
import { sealedKeys } from './application.ts';
import { purgeSamlLogouts } from './logouts.store.ts';
import { samlApplicationRoutes } from './routes.ts';
import { purgeSamlSessions } from './sessions.store.ts';
import { samlSignInRoutes } from './sign-in.routes.ts';
import { warnOfExpiry } from './warn-expiry.ts';

export { checkSettings, importSamlApplication } from './create.ts';
export { contentOf, createCertificate } from './create-certificate.ts';
export type { Received, Sender } from './read-request.ts';
export { verifyEnvelope } from './verify-signature.ts';

/** Messages of single logout, for identity providers. Loaded with the first one: the XML libraries are large. */
export const logoutMessages = () => import('./logout-messages.ts');

const maxForm = 128 * 1024;

/** Every field once: parsers disagree about which of two counts. */
function readForm(text: string): Record<string, string> {
  const fields = [...new URLSearchParams(text)];
  if (new Set(fields.map(([name]) => name)).size !== fields.length) {
    throw new AppError('oidc.invalid_request', { details: 'Send every field once.' });
  }
  return Object.fromEntries(fields);
}

/** Routes whose body is an HTML form. */
export function withForms(scope: Scope, mount: (forms: Scope) => void): void {
  scope.server.register(async (server) => {
    const type = 'application/x-www-form-urlencoded';
    server.addContentTypeParser(type, { parseAs: 'string', bodyLimit: maxForm }, (_request, body, done) => {
      try {
        done(null, readForm(String(body)));
      } catch (error) {
        done(error as Error);
      }
    });
    mount({ ...scope, server });
  });
}

/** Applications that sign people in with SAML. This server is their identity provider. */
export const samlApplications: Feature = {
  name: 'saml-applications',
  sealed: [sealedKeys],
  tenantRoutes: (scope) => {
    samlApplicationRoutes(scope);
    withForms(scope, (forms) => samlSignInRoutes(scope, forms));
  },
  jobs: [
    { name: 'saml-applications.purge', everySeconds: 600, run: purgeSamlSessions },
    { name: 'saml-applications.purge-logouts', everySeconds: 600, run: purgeSamlLogouts },
    { name: 'saml-applications.warn-expiry', everySeconds: 3600, run: warnOfExpiry },
  ],
};
