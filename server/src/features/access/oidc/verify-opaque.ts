import { z } from 'zod';
import type { App } from '#platform/app';
import type { VerifiedToken } from '#platform/caller';
import { AppError } from '#platform/errors';
import { digest } from './adapter.ts';
import { clientLookup } from './clients.ts';
import { findOwnToken } from './store.ts';

/** What the engine keeps of a token. One for a resource has an audience, and is for that resource alone. */
const Kept = z.object({
  accountId: z.string(),
  clientId: z.string(),
  scope: z.string().optional(),
  aud: z.undefined().optional(),
  jkt: z.string().optional(),
  sessionUid: z.string().optional(),
});

/** A token that a person got for themselves, as userinfo takes it: asked for in the table, so it ends when it is revoked. */
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
