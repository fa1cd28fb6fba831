import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const RoleReference = z.object({
  kind: z.enum(['role', 'organizationRole']),
  id: z.string(),
  name: z.string(),
});

/** Why a token lacks a scope. */
export const missingReasons = ['noRole', 'notConsentable'] as const;

export const PreviewedScope = z.object({
  name: z.string(),
  description: z.string().nullable(),
  isGranted: z.boolean(),
  /** The roles of the selected user or machine that grant it. */
  grantedBy: z.array(RoleReference),
  /** Roles of the right type that would grant it. At most five. */
  wouldBeGrantedBy: z.array(RoleReference),
  /** `noRole`: no role grants it. `notConsentable`: a role grants it, but the application may not request it. */
  missing: z.enum(missingReasons).nullable(),
});
export type PreviewedScope = z.infer<typeof PreviewedScope>;

/** Why no token would be issued. */
export const refusalReasons = [
  'userSuspended',
  'notMember',
  'applicationNotMember',
  'organizationNotConsented',
  'mfaRequired',
] as const;

export const TokenPreview = z.object({
  audience: z.string().nullable(),
  format: z.enum(['jwt', 'opaque']),
  expiresIn: z.number(),
  refusal: z.enum(refusalReasons).nullable(),
  scopes: z.array(PreviewedScope),
});
export type TokenPreview = z.infer<typeof TokenPreview>;

export const tokenPreviewApi = {
  get: endpoint({
    auth: { kind: 'management' },
    document: 'management',
    tag: 'Applications',
    method: 'GET',
    path: '/api/applications/:id/token-preview',
    summary:
      'Explain which scopes a token of this application would carry for a person, a resource and an organization, and why.',
    params: z.object({ id: z.string() }),
    query: z.object({
      /** Omitted for machine-to-machine applications. */
      userId: z.string().max(12).optional(),
      /** Indicator of an API resource. If omitted: the organization's own token, or the opaque one. */
      resource: z.string().max(2048).optional(),
      organizationId: z.string().max(23).optional(),
    }),
    response: TokenPreview,
    errors: ['entity.not_exists_with_id', 'request.invalid_input', 'application.invalid_type'],
  }),
} as const;
