import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { GivenTime, Timestamp } from '../fields.ts';
import { AddConsentScopes, ConsentScopes, ConsentScopeType } from './application-consent.ts';

/** Who may register an application at the registration endpoint (RFC 7591): no one, holders of a token, or everyone. */
export const registrationModes = ['off', 'token', 'open'] as const;
export const RegistrationMode = z.enum(registrationModes);
export type RegistrationMode = z.infer<typeof RegistrationMode>;

/** A host name, or `*.` and a host name for all hosts below it. */
export const isHostPattern = (value: string) =>
  /^(?:\*\.)?(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/.test(value);
const HostPattern = z
  .string()
  .max(253)
  .transform((value) => value.trim().toLowerCase())
  .refine(isHostPattern, { error: 'Enter a host name, such as app.example.com or *.example.com.' });

export const DynamicClientPolicy = z.object({
  registration: RegistrationMode,
  /** The hosts of redirect addresses. If the list is empty, any host. Programs on a person's device are always allowed. */
  allowedHosts: z.array(HostPattern).max(200),
  /** A registered application that no one has used for so long is deleted. */
  unusedDays: z.int().min(1).max(365),
});
export type DynamicClientPolicy = z.infer<typeof DynamicClientPolicy>;

export const defaultDynamicClientPolicy: DynamicClientPolicy = {
  registration: 'off',
  allowedHosts: [],
  unusedDays: 30,
};

/** How many registered applications a tenant may have. */
export const maxRegisteredClients = 10_000;
export const maxInitialAccessTokens = 100;

export const InitialAccessToken = z.object({
  id: z.string(),
  name: z.string(),
  /** Null without a limit. */
  maxUses: z.int().nullable(),
  uses: z.int(),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
});
export type InitialAccessToken = z.infer<typeof InitialAccessToken>;

/** How an application was registered. */
export const DynamicRegistration = z.object({
  applicationId: z.string(),
  registeredAt: Timestamp,
  /** When a person first allowed it something; null if no one has. */
  usedAt: Timestamp.nullable(),
  /** Null for an open registration, and after the token was deleted. */
  initialAccessTokenName: z.string().nullable(),
  /** What the application said about itself. No one has verified it. */
  metadata: z.record(z.string(), z.unknown()),
});
export type DynamicRegistration = z.infer<typeof DynamicRegistration>;

const common = { auth: { kind: 'management' }, document: 'management', tag: 'Dynamic clients' } as const;
const Id = z.object({ id: z.string() });

export const dynamicClientsApi = {
  getPolicy: endpoint({
    ...common,
    method: 'GET',
    path: '/api/configs/dynamic-clients',
    summary: 'Get who may register applications, and for which addresses.',
    response: DynamicClientPolicy,
  }),
  updatePolicy: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/configs/dynamic-clients',
    summary: 'Update who may register applications, and for which addresses.',
    body: DynamicClientPolicy.partial().strict(),
    response: DynamicClientPolicy,
    errors: ['dynamic_clients.not_for_admin_tenant'],
  }),
  listScopes: endpoint({
    ...common,
    method: 'GET',
    path: '/api/cimd/user-consent-scopes',
    summary: 'Get the permissions that applications which no administrator added may request at most.',
    response: ConsentScopes,
  }),
  addScopes: endpoint({
    ...common,
    method: 'POST',
    path: '/api/cimd/user-consent-scopes',
    summary: 'Allow these applications to request more permissions. Existing ones are kept.',
    body: AddConsentScopes,
    status: [201],
    errors: [
      'application.user_consent_scopes_not_found',
      'application.consent_management_api_scopes_not_allowed',
      'dynamic_clients.not_for_admin_tenant',
    ],
  }),
  removeScope: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/cimd/user-consent-scopes/:scopeType/:scopeId',
    summary: 'Take a permission from all of these applications. Tokens that they refresh lose it.',
    params: z.object({ scopeType: ConsentScopeType, scopeId: z.string() }),
    errors: ['entity.not_found'],
  }),
  listTokens: endpoint({
    ...common,
    method: 'GET',
    path: '/api/dynamic-clients/initial-access-tokens',
    summary: 'List the tokens with which applications register, newest first. Their values are not stored.',
    response: z.array(InitialAccessToken),
  }),
  createToken: endpoint({
    ...common,
    method: 'POST',
    path: '/api/dynamic-clients/initial-access-tokens',
    summary: 'Create a token with which applications register. Its value is shown only here.',
    body: z.strictObject({
      name: z.string().min(1).max(128),
      maxUses: z.int().min(1).max(1_000_000).nullish(),
      expiresAt: GivenTime.nullish(),
    }),
    status: [201],
    response: InitialAccessToken.extend({ value: z.string() }),
    errors: ['dynamic_clients.too_many_tokens', 'dynamic_clients.not_for_admin_tenant', 'request.invalid_input'],
    withheld: ['value'],
  }),
  removeToken: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/dynamic-clients/initial-access-tokens/:id',
    summary: 'Delete a token. Applications that registered with it stay.',
    params: Id,
    errors: ['entity.not_found'],
  }),
  getRegistration: endpoint({
    ...common,
    method: 'GET',
    path: '/api/applications/:id/registration',
    summary: 'Get how an application registered itself. Applications that an administrator added have none.',
    params: Id,
    response: DynamicRegistration,
    errors: ['entity.not_found'],
  }),
} as const;
