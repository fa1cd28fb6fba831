import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendVerificationFile } from '#features/access/domains';
import { AppError } from '#platform/http/errors';
import type { Scope } from '#platform/http/route';
import { accountPages } from './account-pages.ts';
import { consolePages } from './console-pages.ts';
import { setupPages } from './setup-pages.ts';
import { signInPages, signInPaths } from './sign-in-pages.ts';

export { explainError } from './explain-error.ts';

/** On a tenant's origin, everything except the API is a sign-in page. */
export function tenantPages(scope: Scope): void {
  const { sendSignInPage, mountDemo } = signInPages(scope);
  mountDemo();
  accountPages(scope);
  setupPages(scope);
  scope.server.get('/*', async (request, reply) => {
    if (/^\/(api|oidc|me)(\/|$)/.test(request.url)) {
      throw new AppError('request.not_found');
    }
    return (await sendVerificationFile(scope.app, request, reply)) ? reply : sendSignInPage(request, reply);
  });
}

/**
 * Links in messages to console users have the address as `email`; the sign-in pages use `login_hint`. The console also
 * takes links without an address, and leads to its root.
 */
function isConsoleLanding(request: FastifyRequest): boolean {
  const { login_hint: hint } = request.query as Record<string, unknown>;
  return /^\/one-time-token(\?|$)/.test(request.url) && hint === undefined;
}

/** The admin origin has the console and the sign-in pages of its users. */
export function adminPages(scope: Scope): void {
  const { server } = scope;
  const { sendSignInPage } = signInPages(scope);
  const { path: consolePath, sendConsole } = consolePages(scope);
  const sendEither = (request: FastifyRequest, reply: FastifyReply) =>
    consolePath === '/' && isConsoleLanding(request) ? sendConsole(request, reply) : sendSignInPage(request, reply);
  for (const path of signInPaths) {
    server.get(`/${path}`, sendEither);
    server.get(`/${path}/*`, sendSignInPage);
  }
  server.get('/callback/*', sendSignInPage);
  if (consolePath === '/') {
    server.get('/', sendConsole);
    server.get('/*', (request, reply) => {
      if (/^\/(api|oidc|me|m)(\/|$)/.test(request.url)) {
        throw new AppError('request.not_found');
      }
      return sendConsole(request, reply);
    });
    return;
  }
  server.get('/', (_request, reply) => reply.redirect('/console', 303));
  server.get('/console', sendConsole);
  server.get('/console/*', sendConsole);
  server.get('/*', (request, reply) => {
    if (/^\/(api|oidc|me|m)(\/|$)/.test(request.url)) {
      throw new AppError('request.not_found');
    }
    return sendSignInPage(request, reply);
  });
}
