import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { z } from 'zod';
import { hasScript } from '#features/access/custom-jwt';
import type { App } from '#platform/app';
import { injectedHeadersOf } from '#platform/http/injected-headers';
import { digest } from '../engine/adapter.ts';
import { signInDeviceKey, signInProviderKey, signInSummaryKey } from '../engine/result-keys.ts';
import { findSignIn, saveSignIn } from '../engine/store.ts';

const sessionSeconds = 14 * 86_400;
const maxUserAgent = 512;

/** Stores how a session was signed in to, for scripts that read it; skipped if the tenant has no script. */
export async function saveLastSignIn(app: App, tenantId: string, ctx: KoaContextWithOIDC): Promise<void> {
  const { result, session, account } = ctx.oidc;
  const summary = (result as Record<string, unknown> | undefined)?.[signInSummaryKey];
  if (summary && session && account && (await hasScript(app, tenantId, 'access-token'))) {
    const signInContext = {
      ip: ctx.ip,
      userAgent: ctx.get('user-agent').slice(0, maxUserAgent),
      ...injectedHeadersOf(app.config, ctx.req),
    };
    const stored = JSON.stringify({ ...(summary as object), signInContext });
    const values = [digest(session.uid), stored, account.accountId, sessionSeconds];
    await app.tenancy.run(tenantId, saveSignIn, values);
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

const Submission = z.object({
  interactionEvent: z.enum(['SignIn', 'Register', 'ForgotPassword']),
  userId: z.string(),
  verificationRecords: z.array(
    z.object({ id: z.string().optional(), type: z.string(), verified: z.boolean().optional() }),
  ),
});

/** Additional data of a session, so that its owner can recognize it in a list. */
export const SessionNotes = z.object({
  seen: z.object({ ip: z.string(), userAgent: z.string(), at: z.number() }).optional().catch(undefined),
  methods: z.array(z.string()).optional().catch(undefined),
  /** The digest of the known-device cookie with which the user signed in. */
  device: z.string().optional().catch(undefined),
  /** The SSO connector with which the user signed in. */
  provider: z.string().optional().catch(undefined),
  /** The application of the last authorization. */
  clientId: z.string().optional().catch(undefined),
  /** How the user signed in. */
  submission: Submission.extend({ signInContext: z.record(z.string(), z.string()).optional() })
    .optional()
    .catch(undefined),
});

/**
 * The engine only stores fields that it knows by name. It also tries to save a session that was never stored when the
 * form of a device cannot be read; the browser does not have that session, so it can be skipped.
 */
export function extendSessions({ Session }: Provider): void {
  const { persist } = Session.prototype;
  Session.prototype.persist = async function persistStored() {
    return typeof this.exp === 'number' ? persist.call(this) : '';
  };
  Object.defineProperty(Session, 'IN_PAYLOAD', {
    value: [...Session.IN_PAYLOAD, 'forms', ...Object.keys(SessionNotes.shape)],
  });
}

const Summary = z.object({
  verificationRecords: z.array(z.object({ type: z.string(), verified: z.boolean().optional() })),
});

/** How the user has just verified their identity. */
function methodsOf(summary: unknown): string[] | undefined {
  const { verificationRecords } = Summary.safeParse(summary).data ?? {};
  return (
    verificationRecords && [
      ...new Set(verificationRecords.filter(({ verified }) => verified !== false).map(({ type }) => type)),
    ]
  );
}

const Provided = z.object({ connectorId: z.string() });

/** Needs no extra statement: the engine writes the session on every authorization request. */
export function noteSession(app: App, ctx: KoaContextWithOIDC): void {
  const { session, account, result } = ctx.oidc;
  if (!session || !account) {
    return;
  }
  const given = (result ?? {}) as Record<string, unknown>;
  const { [signInDeviceKey]: device } = given;
  const methods = methodsOf(given[signInSummaryKey]);
  const submission = Submission.safeParse(given[signInSummaryKey]).data;
  const userAgent = ctx.get('user-agent').slice(0, maxUserAgent);
  const clientId = ctx.oidc.client?.clientId;
  const provider = Provided.safeParse(given[signInProviderKey]).data?.connectorId;
  Object.assign(session, {
    seen: { ip: ctx.ip, userAgent, at: Date.now() },
    ...(methods ? { methods } : {}),
    ...(typeof device === 'string' ? { device } : {}),
    ...(provider === undefined ? {} : { provider }),
    ...(clientId === undefined ? {} : { clientId }),
    ...(submission
      ? {
          submission: {
            ...submission,
            signInContext: { ip: ctx.ip, userAgent, ...injectedHeadersOf(app.config, ctx.req) },
          },
        }
      : {}),
  });
}
