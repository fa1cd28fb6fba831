import type { KoaContextWithOIDC } from 'oidc-provider';
import { hasScript } from '#features/access/custom-jwt';
import type { App } from '#platform/app';
import { digest } from './adapter.ts';
import { findSignIn, keepSignIn } from './store.ts';

/** The name under which the sign-in slice stores the sign-in methods in the engine's result. */
export const signInSummaryKey = 'posternSignIn';

const sessionSeconds = 14 * 86_400;

/** Stores how a session was signed in to, for scripts that read it; skipped if the tenant has no script. */
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
