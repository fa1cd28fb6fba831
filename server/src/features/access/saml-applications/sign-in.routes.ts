import { samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import { route, type Scope } from '#platform/route';
import type { Received } from './read-request.ts';

// Loaded with the first request: most installations have no SAML application, and the XML libraries are large.
const signIn = () => import('./sign-in.ts');
const logout = () => import('./log-out.ts');

type RedirectQuery = { SAMLRequest: string; Signature?: string | undefined; SigAlg?: string | undefined };

const redirected = (url: string, { SAMLRequest: message, Signature, SigAlg }: RedirectQuery): Received => ({
  binding: 'redirect',
  message,
  url,
  hasSignature: Signature !== undefined || SigAlg !== undefined,
});

async function* contentOf(text: string) {
  yield text;
}

/** The addresses that browsers and service providers open. `forms` is a scope that reads posted forms. */
export function samlSignInRoutes(scope: Scope, forms: Scope): void {
  route(scope, samlApplicationsApi.metadata, {
    send: async ({ app, tenantId, params: { id } }) => {
      const text = await (await signIn()).printMetadata(app, tenantId, id);
      return { type: 'text/xml', name: 'metadata.xml', content: contentOf(text) };
    },
  });

  route(scope, samlApplicationsApi.requestByRedirect, {
    respond: async ({ app, tenantId, request, reply, params: { id }, query }) => {
      const { acceptRequest } = await signIn();
      const received = redirected(request.originalUrl, query);
      await acceptRequest({ app, tenantId, request, reply, id }, received, query.RelayState);
    },
  });

  route(forms, samlApplicationsApi.requestByPost, {
    respond: async ({ app, tenantId, request, reply, params: { id }, body }) => {
      const { acceptRequest } = await signIn();
      const received: Received = { binding: 'post', message: body.SAMLRequest };
      await acceptRequest({ app, tenantId, request, reply, id }, received, body.RelayState);
    },
  });

  route(scope, samlApplicationsApi.start, {
    respond: async ({ app, tenantId, request, reply, params: { id } }) =>
      (await signIn()).startWithoutRequest({ app, tenantId, request, reply, id }),
  });

  route(scope, samlApplicationsApi.callback, {
    send: async ({ app, tenantId, request, reply, params: { id }, query, languages }) =>
      (await signIn()).acceptCallback({ app, tenantId, request, reply, id }, query, languages),
  });

  route(scope, samlApplicationsApi.logOutByRedirect, {
    respond: async ({ app, tenantId, request, reply, params: { id }, query }) =>
      (await logout()).logOut({ app, tenantId, reply, id }, redirected(request.originalUrl, query), query.RelayState),
  });

  route(forms, samlApplicationsApi.logOutByPost, {
    respond: async ({ app, tenantId, reply, params: { id }, body }) => {
      const received: Received = { binding: 'post', message: body.SAMLRequest };
      await (await logout()).logOut({ app, tenantId, reply, id }, received, body.RelayState);
    },
  });
}
