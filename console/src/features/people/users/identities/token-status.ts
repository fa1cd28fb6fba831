import type { Connector } from '@postern/contracts/messages/connectors';
import type { SocialTokenSecret } from '@postern/contracts/people/secrets';

export type TokenStatus = 'active' | 'expired' | 'inactive' | 'none';

/**
 * Whether tokens of a provider are at hand for somebody: kept and good, kept but over, none kept although the connector
 * keeps them, or the connector keeps none at all.
 */
export function tokenStatusOf(
  secret: SocialTokenSecret | undefined,
  connectors: readonly Pick<Connector, 'enableTokenStorage'>[],
  now = Date.now(),
): TokenStatus {
  if (!secret) {
    return connectors.some(({ enableTokenStorage }) => enableTokenStorage) ? 'inactive' : 'none';
  }
  const { expiresAt, hasRefreshToken } = secret.metadata;
  const isOver = expiresAt !== undefined && expiresAt * 1000 <= now;
  // With a refresh token a new access token is fetched when it is asked for.
  return isOver && !hasRefreshToken ? 'expired' : 'active';
}
