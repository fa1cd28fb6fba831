import type { Application, ApplicationSecret, ApplicationType } from '@postern/contracts/access/applications';
import { isRedirectUri, isWebUrl } from '@postern/contracts/fields';

/** The secret for samples: the newest valid one, otherwise the legacy one; undefined if there is none. */
export function pickSecret(
  application: Pick<Application, 'secret'>,
  secrets: readonly Pick<ApplicationSecret, 'value' | 'createdAt' | 'expiresAt'>[],
  now = Date.now(),
): string | undefined {
  const [newest] = secrets
    .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
    .sort((a, b) => b.createdAt - a.createdAt);
  return newest?.value ?? application.secret;
}

/** 32 random characters, for the sessions of a sample. */
export function makeRandomSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** Only an installed app can own a custom scheme (RFC 8252 §7.1). */
export const isUsable = (uri: string, type: ApplicationType) =>
  isRedirectUri(uri) && (type === 'Native' || isWebUrl(uri));
