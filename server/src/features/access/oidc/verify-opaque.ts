import { z } from 'zod';
import type { App } from '#platform/app';
import type { VerifiedToken } from '#platform/caller';
import { AppError } from '#platform/errors';
import { digest } from './adapter.ts';
import { clientLookup } from './clients.ts';
import { findOwnToken } from './store.ts';

/** The stored payload of a token. A token for a resource has an audience and is valid for that resource only. */
const Kept = z.object({
  accountId: z.string(),
  clientId: z.string(),
  scope: z.string().optional(),
  aud: z.undefined().optional(),
  jkt: z.string().optional(),
  sessionUid: z.string().optional(),
});

/**
 * Verifies an opaque user token, as userinfo accepts it. It is looked up in the table, so revoking it takes effect at
 * once.
 */
export async function verifyOpaque(app: App, token: string, tenantId: string): Promise<VerifiedToken> {
  const [row] = await app.tenancy.run<{ payload: unknown }>(tenantId, findOwnToken, [digest(token)]);
  const kept = Kept.safeParse(row?.payload).data;
  if (!kept || !(await clientLookup(app, tenantId)(kept.clientId))) {
    throw new AppError('auth.unauthorized');
  }
  const { accountId, clientId, scope = '', jkt, sessionUid } = kept;
  return {
    issuerTenantId: tenantId,
    subject: accountId,
    clientId,
    audience: '',
    scopes: new Set(scope.split(' ')),
    ...(jkt === undefined ? {} : { boundTo: jkt }),
    ...(sessionUid === undefined ? {} : { sessionUid }),
  };
}
