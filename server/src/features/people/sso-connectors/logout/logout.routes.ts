import { ssoLogoutApi } from '@postern/contracts/people/sso-logout';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Received, withForms } from '#features/access/saml-applications';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { errorBody } from '#platform/http/http';
import { route, type Scope } from '#platform/http/route';
import { acceptBackChannel } from './back-channel.ts';
import { originOf } from './end-sessions.ts';
import { acceptSamlRequest } from './saml.ts';
import { finishByOidc, finishBySaml, startSignOut } from './sign-out.ts';

type Call = { app: App; tenantId: string; request: FastifyRequest; reply: FastifyReply; languages: string[] };

const visitOf = ({ app, tenantId, request, reply, languages }: Call) => ({
  app,
  tenantId,
  reply,
  languages,
  origin: originOf(request),
});

type Fields = {
  SAMLRequest?: string | undefined;
  SAMLResponse?: string | undefined;
  RelayState?: string | undefined;
};

/** A message is a request of the provider, or its response to ours. */
async function receive(
  call: Call & { params: { connectorId: string } },
  { SAMLRequest, SAMLResponse, RelayState }: Fields,
  receivedAs: (message: string, field: 'SAMLRequest' | 'SAMLResponse') => Received,
) {
  const visit = { ...visitOf(call), connectorId: call.params.connectorId };
  if (SAMLRequest !== undefined && SAMLResponse === undefined) {
    return acceptSamlRequest(visit, receivedAs(SAMLRequest, 'SAMLRequest'), RelayState);
  }
  if (SAMLResponse !== undefined && SAMLRequest === undefined) {
    return finishBySaml(visit, receivedAs(SAMLResponse, 'SAMLResponse'), RelayState);
  }
  throw new AppError('application.saml.invalid_saml_request', {
    details: 'Send either SAMLRequest or SAMLResponse.',
  });
}

/** Single logout with identity providers, in both directions. No route reads a cookie. */
export function ssoLogoutRoutes(scope: Scope): void {
  route(scope, ssoLogoutApi.start, {
    send: (call) => startSignOut(visitOf(call), call.params.id),
  });

  route(scope, ssoLogoutApi.finish, {
    send: (call) => finishByOidc(visitOf(call), call.query.state),
  });

  route(scope, ssoLogoutApi.samlByRedirect, {
    send: (call) =>
      receive(call, call.query, (message, field) => ({
        binding: 'redirect',
        message,
        field,
        url: call.request.originalUrl,
        hasSignature: call.query.Signature !== undefined || call.query.SigAlg !== undefined,
      })),
  });

  withForms(scope, (forms) => {
    route(forms, ssoLogoutApi.samlByPost, {
      send: (call) => receive(call, call.body, (message) => ({ binding: 'post', message })),
    });

    route(forms, ssoLogoutApi.backChannel, {
      respond: async ({ app, tenantId, request, reply, params: { connectorId }, body, status, languages }) => {
        reply.header('cache-control', 'no-store');
        try {
          const origin = originOf(request);
          await acceptBackChannel(app, tenantId, { connectorId, token: body.logout_token, origin });
          return undefined;
        } catch (error) {
          if (!(error instanceof AppError)) {
            throw error;
          }
          // OpenID Connect Back-Channel Logout 1.0 §2.8.
          status(400);
          const { code, message } = errorBody(error, languages);
          return { error: 'invalid_request', error_description: message, code, message };
        }
      },
    });
  });
}
