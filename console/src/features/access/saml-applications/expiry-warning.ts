/** Replacing a certificate needs the other side, so the warning comes early. The audit log uses the same days. */
const warnDays = 60;

/** What to say about the active certificate. */
export function expiryWarning(expiresAt: number | undefined, now: number): 'expiring' | 'expired' | undefined {
  if (expiresAt === undefined || expiresAt > now + warnDays * 86_400_000) {
    return undefined;
  }
  return expiresAt > now ? 'expiring' : 'expired';
}
