import type { KoaContextWithOIDC } from 'oidc-provider';
import { hasScript } from '#features/access/custom-jwt';
import type { App } from '#platform/app';
import { digest } from './adapter.ts';
import { findSignIn, keepSignIn } from './store.ts';

/** Under this name the sign-in slice leaves, in the engine's result, how somebody signed in. */
export const signInSummaryKey = 'posternSignIn';

const sessionSeconds = 14 * 86_400;

/** Keeps how a session was signed in to, for scripts that ask; costs nothing where the tenant has none. */
export async function keepLastSignIn(app: App, tenantId: string, ctx: KoaContextWithOIDC): Promise<void> {
  const { result, session, account } = ctx.oidc;
  const summary = (result as Record<string, unknown> | undefined)?.[signInSummaryKey];
  if (summary && session && account && (await hasScript(app, tenantId, 'access-token'))) {
    const values = [digest(session.uid), JSON.stringify(summary), account.accountId, sessionSeconds];
    await app.tenancy.run(tenantId, keepSignIn, values);
  }
}

export async function lastSignIn(
  app: App,
  tenantId: string,
  sessionUid: string,
): Promise<Record<string, unknown> | undefined> {
  const [row] = await app.tenancy.run<{ payload: Record<string, unknown> }>(tenantId, findSignIn, [digest(sessionUid)]);
  return row?.payload;
}
