import { X509Certificate } from 'node:crypto';

const day = 86_400_000;

/** The shortest time between two orders of a domain. */
const firstPause = 300;
const longestPause = 6 * 3600;

/** Seconds until an order is repeated that failed this many times before. */
export const pauseAfter = (attempts: number): number => Math.min(longestPause, firstPause * 2 ** attempts);

/** A certificate is renewed when a third of its lifetime is left. Throws if it is not valid any more. */
export function readLifetime(pem: string, now: number): { expiresAt: number; renewAt: number } {
  const { validFrom, validTo } = new X509Certificate(pem);
  const [from, expiresAt] = [Date.parse(validFrom), Date.parse(validTo)];
  if (expiresAt <= now) {
    throw new Error(`it expired at ${new Date(expiresAt).toISOString()}. Check the clock of this server.`);
  }
  return { expiresAt, renewAt: Math.max(expiresAt - (expiresAt - from) / 3, now + firstPause * 1000) };
}

type Certified = {
  certificateExpiresAt: number | null;
  certificateRenewAt: number | null;
  certificateNextAt: number;
};

/** `certificateNextAt` is the end of the pause after a failed order. */
export function needsCertificate(domain: Certified, now: number): boolean {
  const { certificateExpiresAt: expiresAt, certificateRenewAt: renewAt, certificateNextAt } = domain;
  const isDue = expiresAt === null || (renewAt ?? expiresAt - 30 * day) <= now;
  return isDue && certificateNextAt <= now;
}
