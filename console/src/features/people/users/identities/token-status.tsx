import type { Connector } from '@postern/contracts/messages/connectors';
import type { EnterpriseTokenSecret, SocialTokenSecret } from '@postern/contracts/people/secrets';
import { IconCircleCheck, IconCircleDashed, IconClockOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '#platform/ui/tag.tsx';

type TokenStatus = 'active' | 'expired' | 'inactive' | 'none';

/**
 * Status of the stored provider tokens of a user: stored and valid, stored but expired, not stored although the
 * connector stores them, or the connector stores none.
 */
export function tokenStatusOf(
  secret: SocialTokenSecret | EnterpriseTokenSecret | undefined,
  connectors: readonly Pick<Connector, 'enableTokenStorage'>[],
  now = Date.now(),
): TokenStatus {
  if (!secret) {
    return connectors.some(({ enableTokenStorage }) => enableTokenStorage) ? 'inactive' : 'none';
  }
  const { expiresAt, hasRefreshToken } = secret.metadata;
  const isOver = expiresAt !== undefined && expiresAt * 1000 <= now;
  // With a refresh token a new access token is fetched on request.
  return isOver && !hasRefreshToken ? 'expired' : 'active';
}

const looks = {
  active: { tone: 'success', icon: IconCircleCheck },
  expired: { tone: 'danger', icon: IconClockOff },
  inactive: { tone: 'neutral', icon: IconCircleDashed },
  none: { tone: 'outline', icon: undefined },
} as const satisfies Record<TokenStatus, object>;

export function TokenStatusTag({ status }: { status: TokenStatus }) {
  const { t } = useTranslation();
  return <Tag {...looks[status]}>{t(`userDetails.tokenStatus.${status}`)}</Tag>;
}
