import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { JsonObject, Timestamp } from '../fields.ts';

/** What can be wrong with a connection. Errors stop a sign-in; warnings change its result. */
export const ssoProblemCodes = [
  'not_configured',
  'discovery_unreachable',
  'discovery_invalid',
  'redirect_uri_refused',
  'scope_refused',
  'access_denied',
  'provider_refused',
  'client_refused',
  'code_refused',
  'token_refused',
  'token_unreachable',
  'token_invalid',
  'keys_unreachable',
  'userinfo_failed',
  'clock',
  'clock_differs',
  'audience',
  'issuer',
  'recipient',
  'unsigned',
  'signature',
  'weak_algorithm',
  'certificate_unknown',
  'certificate_expired',
  'certificate_expiring',
  'encrypted',
  'response_invalid',
  'request_mismatch',
  'replayed',
  'not_a_workspace_account',
  'id_missing',
  'email_missing',
  'email_unverified',
  'domain_mismatch',
  'no_domains',
  'no_response',
  'metadata_unreadable',
  'settings_changed',
  'unknown',
] as const;
export const SsoProblemCode = z.enum(ssoProblemCodes);
export type SsoProblemCode = z.infer<typeof SsoProblemCode>;

export const SsoProblem = z.object({
  code: SsoProblemCode,
  severity: z.enum(['error', 'warning']),
  /** What is wrong, in the caller's language. */
  title: z.string(),
  /** What to do, in the caller's language. */
  advice: z.string(),
  /** What was expected and received, or what the provider said. */
  details: z.string().optional(),
});
export type SsoProblem = z.infer<typeof SsoProblem>;

/** The user that a sign-in with this answer would see. */
export const SsoMappedUser = z.object({
  id: z.string().nullable(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  avatar: z.string().nullable(),
  /** The provider has verified the address, and it is in a domain of the connector. */
  isEmailVerified: z.boolean(),
});
export type SsoMappedUser = z.infer<typeof SsoMappedUser>;

/** A test of a connection. It creates no user and no session. */
export const SsoConnectionTest = z.object({
  id: z.string(),
  connectorId: z.string(),
  /** `waiting`: the window was not opened yet. `opened`: the browser is at the provider. */
  status: z.enum(['waiting', 'opened', 'passed', 'failed', 'expired']),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  finishedAt: Timestamp.nullable(),
  problems: z.array(SsoProblem),
  received: z
    .object({
      /** Whether the signature was verified. Otherwise the values only help to find the fault. */
      isVerified: z.boolean(),
      /** Claims of OpenID Connect, or attributes of SAML with `nameID`. */
      claims: JsonObject,
      /** The decoded answer, without tokens and signatures. */
      raw: z.string(),
    })
    .nullable(),
  mapped: SsoMappedUser.nullable(),
  /** The domain of the address, and whether the connector has it. */
  emailDomain: z.object({ domain: z.string(), isOwn: z.boolean() }).nullable(),
  /** The organizations that a new user would join. */
  organizations: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type SsoConnectionTest = z.infer<typeof SsoConnectionTest>;

/** `uri` opens the test in a browser window. It works once. */
export const StartedSsoConnectionTest = z.object({ id: z.string(), uri: z.string(), expiresAt: Timestamp });
export type StartedSsoConnectionTest = z.infer<typeof StartedSsoConnectionTest>;

const common = { auth: { kind: 'management' }, document: 'management', tag: 'SSO connectors' } as const;
const Id = z.object({ id: z.string() });

/** Only the session that started a test can read it. */
export const ssoConnectionTestsApi = {
  start: endpoint({
    ...common,
    method: 'POST',
    path: '/api/sso-connectors/:id/connection-tests',
    summary: 'Start a test of the connection to the identity provider. Open the returned address in a browser.',
    params: Id,
    response: StartedSsoConnectionTest,
    status: [201],
    errors: ['entity.not_exists_with_id'],
  }),
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/sso-connectors/:id/connection-tests',
    summary: 'List the last tests of a connection that the caller started, newest first. They are kept for a day.',
    params: Id,
    response: z.array(SsoConnectionTest),
    errors: ['entity.not_exists_with_id'],
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/sso-connectors/:id/connection-tests/:testId',
    summary: 'Get a test of a connection with its result.',
    params: Id.extend({ testId: z.string() }),
    response: SsoConnectionTest,
    errors: ['entity.not_exists_with_id'],
  }),
} as const;

/** Where the window of a test starts. */
export const ssoTestPath = '/api/authn/single-sign-on/tests/:secret';
