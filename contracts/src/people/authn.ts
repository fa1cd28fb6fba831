import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** What Hasura reads from the response of its authorization hook. */
const HasuraSession = z.object({ 'X-Hasura-User-Id': z.string().optional(), 'X-Hasura-Role': z.string().optional() });

export const authnApi = {
  /** Needs no token: the operation verifies the given one itself, and may accept requests without one. */
  hasura: endpoint({
    auth: { kind: 'none' },
    document: 'management',
    tag: 'Authn',
    method: 'GET',
    path: '/api/authn/hasura',
    summary: 'Authorization webhook for Hasura. Checks an access token and the role in the header Expected-Role.',
    query: z.object({ resource: z.string().min(1).max(2048), unauthorizedRole: z.string().max(128).optional() }),
    response: HasuraSession,
    errors: [
      'auth.expected_role_not_found',
      'auth.jwt_sub_missing',
      'auth.unauthorized',
      'auth.authorization_header_missing',
      'auth.authorization_token_type_not_supported',
    ],
  }),
} as const;
