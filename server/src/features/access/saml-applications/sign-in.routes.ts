import { samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import type { Received } from './read-request.ts';

// Loaded with the first request: most installations have no SAML application, and the XML libraries are large.
const signIn = () => import('./sign-in.ts');
const logout = () => import('./log-out.ts');

type Signed = { Signature?: string | undefined; SigAlg?: string | undefined };
type RedirectQuery = Signed & { SAMLRequest: string };
type LogoutFields = { SAMLRequest?: string | undefined; SAMLResponse?: string | undefined };

const redirected = (
  url: string,
  { SAMLRequest: message, Signature, SigAlg }: RedirectQuery,
): Extract<Received, { binding: 'redirect' }> => ({
  binding: 'redirect',
  message,
  url,
  hasSignature: Signature !== undefined || SigAlg !== undefined,
});

/** A logout has a request or a response. */
function requireOne({ SAMLRequest, SAMLResponse }: LogoutFields): { message: string; isResponse: boolean } {
  const message = SAMLRequest ?? SAMLResponse;
  if (message === undefined || (SAMLRequest !== undefined && SAMLResponse !== undefined)) {
    throw new AppError('application.saml.invalid_saml_request', {
      details: 'Send either SAMLRequest or SAMLResponse.',
    });
  }
  return { message, isResponse: SAMLResponse !== undefined };
}

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
    respond: async ({ app, tenantId, request, reply, params: { id }, query }) => {
      const { message, isResponse } = requireOne(query);
      const { logOut, continueLogOut } = await logout();
      const received = redirected(request.originalUrl, { ...query, SAMLRequest: message });
      await (isResponse
        ? continueLogOut({ app, tenantId, reply, id }, { ...received, field: 'SAMLResponse' }, query.RelayState)
        : logOut({ app, tenantId, reply, id }, received, query.RelayState));
    },
  });

  route(forms, samlApplicationsApi.logOutByPost, {
    respond: async ({ app, tenantId, reply, params: { id }, body }) => {
      const { message, isResponse } = requireOne(body);
      const { logOut, continueLogOut } = await logout();
      const work = isResponse ? continueLogOut : logOut;
      await work({ app, tenantId, reply, id }, { binding: 'post', message }, body.RelayState);
    },
  });
}
