import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { z } from 'zod';
import { signInSummaryKey } from './last-sign-in.ts';

/** Additional data of a session, so that its owner can recognize it in a list. */
export const SessionNotes = z.object({
  seen: z.object({ ip: z.string(), userAgent: z.string(), at: z.number() }).optional().catch(undefined),
  methods: z.array(z.string()).optional().catch(undefined),
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
  Object.defineProperty(Session, 'IN_PAYLOAD', { value: [...Session.IN_PAYLOAD, ...Object.keys(SessionNotes.shape)] });
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

const maxUserAgent = 512;

/** Needs no extra statement: the engine writes the session on every authorization request. */
export function noteSession(ctx: KoaContextWithOIDC): void {
  const { session, account, result } = ctx.oidc;
  if (!session || !account) {
    return;
  }
  const methods = methodsOf((result as Record<string, unknown> | undefined)?.[signInSummaryKey]);
  Object.assign(session, {
    seen: { ip: ctx.ip, userAgent: ctx.get('user-agent').slice(0, maxUserAgent), at: Date.now() },
    ...(methods ? { methods } : {}),
  });
}
