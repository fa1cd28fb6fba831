import type { Application, ApplicationSecret } from '@postern/contracts/access/applications';
import { internalSecretPrefix } from '@postern/contracts/wire';

/** The secret that samples use: the newest one that still works, else the legacy one; undefined without any. */
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
