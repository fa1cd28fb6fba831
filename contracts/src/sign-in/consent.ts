import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const Scope = z.object({ id: z.string(), name: z.string(), description: z.string().nullable() });

const ResourceScopes = z.object({
  resource: z.object({ id: z.string(), name: z.string(), indicator: z.string() }),
  scopes: z.array(Scope),
});
export type ResourceScopes = z.infer<typeof ResourceScopes>;

/** An entry of `authorization_details` (RFC 9396) in the words of its type, with a line for each of its values. */
const ConsentDetail = z.object({
  title: z.string(),
  resource: z.string(),
  lines: z.array(z.object({ title: z.string(), value: z.string() })),
});
export type ConsentDetail = z.infer<typeof ConsentDetail>;

const ConsentOrganization = z.object({
  id: z.string(),
  name: z.string(),
  /** What the application would get in this organization. */
  missingResourceScopes: z.array(ResourceScopes).optional(),
});

export const ConsentInfo = z.object({
  application: z.object({
    id: z.string(),
    name: z.string(),
    displayName: z.string().nullish(),
    branding: z.record(z.string(), z.string()).optional(),
    termsOfUseUrl: z.string().nullish(),
    privacyPolicyUrl: z.string().nullish(),
    /** The application registered itself: its name is what it says about itself, and no administrator has seen it. */
    isUnverified: z.boolean().optional(),
  }),
  user: z.object({
    id: z.string(),
    name: z.string().nullable(),
    avatar: z.string().nullable(),
    username: z.string().nullable(),
    primaryEmail: z.string().nullable(),
    primaryPhone: z.string().nullable(),
  }),
  organizations: z.array(ConsentOrganization).optional(),
  missingOIDCScope: z.array(z.string()).optional(),
  missingResourceScopes: z.array(ResourceScopes).optional(),
  authorizationDetails: z.array(ConsentDetail).optional(),
  /** The user granted access to this application before; only new scopes are listed above. */
  isKnown: z.boolean().optional(),
  /** Missing for devices, which have none. */
  redirectUri: z.string().optional(),
  /** Where to restart as another user; missing if the request cannot be repeated. */
  switchAccountUri: z.string().optional(),
});
export type ConsentInfo = z.infer<typeof ConsentInfo>;

/** The signed-in user may not use the application. */
export type AccessRefusal = Pick<ConsentInfo, 'application' | 'user' | 'switchAccountUri'>;

const Next = z.object({ redirectTo: z.string() });
const common = {
  auth: { kind: 'interaction' },
  document: 'experience',
  tag: 'Consent',
  path: '/api/interaction/consent',
} as const;

export const consentApi = {
  get: endpoint({
    ...common,
    method: 'GET',
    summary: 'Get the consent request for the signed-in user.',
    response: ConsentInfo,
    errors: ['session.not_found', 'oidc.access_denied'],
  }),
  allow: endpoint({
    ...common,
    method: 'POST',
    summary: 'Grant the requested permissions in the chosen organizations. Returns the URL to continue at.',
    body: z.strictObject({ organizationIds: z.array(z.string().min(1).max(23)).max(1000).optional() }),
    response: Next,
    errors: ['session.not_found', 'organization.require_membership', 'oidc.access_denied'],
  }),
  deny: endpoint({
    ...common,
    method: 'DELETE',
    summary: 'Deny access. The application gets an error.',
    response: Next,
    status: [200],
    errors: ['session.not_found'],
  }),
} as const;
