import { AppError } from '#platform/errors';
import type { Scope } from '#platform/route';
import { accountPages } from './account-pages.ts';
import { consolePages } from './console-pages.ts';
import { signInPages, signInPaths } from './sign-in-pages.ts';

/** On a tenant's origin everything that is no API is a sign-in page. */
export function tenantPages(scope: Scope): void {
  const { sendSignInPage, mountDemo } = signInPages(scope);
  mountDemo();
  accountPages(scope);
  scope.server.get('/*', (request, reply) => {
    if (/^\/(api|oidc|me)(\/|$)/.test(request.url)) {
      throw new AppError('request.not_found');
    }
    return sendSignInPage(request, reply);
  });
}

/** The admin origin has both: the console, and the sign-in pages of the people who use it. */
export function adminPages(scope: Scope): void {
  const { server } = scope;
  const { sendSignInPage } = signInPages(scope);
  const { base, sendConsole } = consolePages(scope);
  for (const path of signInPaths) {
    server.get(`/${path}`, sendSignInPage);
    server.get(`/${path}/*`, sendSignInPage);
  }
  server.get('/callback/*', sendSignInPage);
  if (base === '/') {
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
