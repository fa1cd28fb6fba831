import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const common = { auth: { kind: 'none' }, document: 'management', tag: 'SSO connectors' } as const;

const Connector = z.object({ connectorId: z.string().max(128) });
/** Base64 of a message; messages are small, and RelayState is opaque (saml-bindings-2.0 §3.4.3). */
const Message = z.string().min(1).max(65_536).optional();
const SamlFields = z.object({
  SAMLRequest: Message,
  SAMLResponse: Message,
  RelayState: z.string().max(2048).optional(),
});

const samlErrors = [
  'application.saml.invalid_saml_request',
  'application.saml.auth_request_issuer_not_match',
  'application.saml.request_signature_required',
  'connector.authorization_failed',
  'connector.invalid_config',
  'connector.unexpected_type',
  'entity.not_exists_with_id',
] as const;

/** Single logout with the identity providers of SSO connectors. */
export const ssoLogoutApi = {
  start: endpoint({
    ...common,
    method: 'GET',
    path: '/api/authn/single-sign-on/logout/:id',
    summary: 'Continue a sign-out at the identity provider. The session here has already ended.',
    params: z.object({ id: z.string().max(64) }),
    status: [302, 200],
  }),
  finish: endpoint({
    ...common,
    method: 'GET',
    path: '/api/authn/single-sign-on/logout',
    summary: 'Return from a sign-out at an OpenID Connect provider. Redirects to the application.',
    query: z.object({ state: z.string().max(2048).optional() }),
    status: [302],
  }),
  backChannel: endpoint({
    ...common,
    method: 'POST',
    path: '/api/authn/single-sign-on/oidc/:connectorId/logout',
    summary: 'End the sessions that a logout token of the OpenID Connect provider names (back-channel logout).',
    params: Connector,
    body: z.looseObject({ logout_token: z.string().max(16_384).optional() }),
    response: z
      .object({ error: z.string(), error_description: z.string(), code: z.string(), message: z.string() })
      .optional(),
    status: [200],
  }),
  samlByRedirect: endpoint({
    ...common,
    method: 'GET',
    path: '/api/authn/single-sign-on/saml/:connectorId/logout',
    summary: 'End sessions with a signed logout request of the SAML provider, or take its response (HTTP-Redirect).',
    params: Connector,
    query: SamlFields.extend({ Signature: z.string().max(4096).optional(), SigAlg: z.string().max(256).optional() }),
    status: [302, 200],
    errors: samlErrors,
  }),
  samlByPost: endpoint({
    ...common,
    method: 'POST',
    path: '/api/authn/single-sign-on/saml/:connectorId/logout',
    summary: 'End sessions with a signed logout request of the SAML provider, or take its response (HTTP-POST).',
    params: Connector,
    body: SamlFields,
    status: [302, 200],
    errors: samlErrors,
  }),
} as const;
