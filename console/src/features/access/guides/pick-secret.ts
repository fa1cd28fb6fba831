import type { Application, ApplicationSecret } from '@postern/contracts/access/applications';
import { internalSecretPrefix } from '@postern/contracts/wire';

/** The secret for samples: the newest valid one, otherwise the legacy one; undefined if there is none. */
export function pickSecret(
  application: Pick<Application, 'secret'>,
  secrets: readonly Pick<ApplicationSecret, 'value' | 'createdAt' | 'expiresAt'>[],
  now = Date.now(),
): string | undefined {
  const [newest] = secrets
    .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
    .sort((a, b) => b.createdAt - a.createdAt);
  const { secret } = application;
  const isLegacy = secret !== '' && !secret.startsWith(internalSecretPrefix);
  return newest?.value ?? (isLegacy ? secret : undefined);
}
