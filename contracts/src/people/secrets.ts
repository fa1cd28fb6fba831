import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** The public metadata of a token set. */
export const TokenSetMetadata = z.object({
  scope: z.string().optional(),
  /** Seconds since 1970. */
  expiresAt: z.number().optional(),
  tokenType: z.string().optional(),
  hasRefreshToken: z.boolean(),
});
export type TokenSetMetadata = z.infer<typeof TokenSetMetadata>;

/** Metadata of the stored provider tokens of a user, never the tokens. */
export const SocialTokenSecret = z.object({
  tenantId: z.string(),
  id: z.string(),
  userId: z.string(),
  type: z.literal('federated_token_set'),
  metadata: TokenSetMetadata,
  createdAt: z.number(),
  updatedAt: z.number(),
  connectorId: z.string(),
  identityId: z.string(),
  target: z.string(),
});
export type SocialTokenSecret = z.infer<typeof SocialTokenSecret>;

/** The same for tokens of an enterprise provider. */
export const EnterpriseTokenSecret = SocialTokenSecret.omit({ connectorId: true, target: true }).extend({
  ssoConnectorId: z.string(),
  issuer: z.string(),
});
export type EnterpriseTokenSecret = z.infer<typeof EnterpriseTokenSecret>;

export const secretsApi = {
  remove: endpoint({
    auth: { kind: 'management' },
    document: 'management',
    tag: 'Secrets',
    method: 'DELETE',
    path: '/api/secrets/:id',
    summary: 'Delete the stored provider tokens of a user.',
    params: z.object({ id: z.string() }),
    errors: ['entity.not_found'],
  }),
} as const;
