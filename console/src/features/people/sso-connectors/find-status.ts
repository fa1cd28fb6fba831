import type {
  OidcProviderConfig,
  SamlProviderConfig,
  SsoConnectorWithProviderConfig,
} from '@postern/contracts/people/sso-connectors';

/** Whether people can sign in with a connector, and if not, what is missing first. */
export type SsoStatus = 'unset' | 'unreadable' | 'expired' | 'noDomains' | 'expiring' | 'stale' | 'ready';

type Described = Pick<SsoConnectorWithProviderConfig, 'config' | 'domains' | 'providerConfig' | 'metadataError'>;

/** A certificate is reported this long before it expires. */
const noticeMs = 30 * 86_400_000;

export const oidcOf = ({ providerConfig }: Pick<Described, 'providerConfig'>): OidcProviderConfig | undefined =>
  providerConfig && 'redirectUri' in providerConfig ? providerConfig : undefined;

export const samlOf = ({ providerConfig }: Pick<Described, 'providerConfig'>): SamlProviderConfig | undefined =>
  providerConfig && 'serviceProvider' in providerConfig ? providerConfig : undefined;

export const expiresSoon = (expiresAt: number, now = Date.now()) => expiresAt > now && expiresAt - now < noticeMs;

export function findStatus(connector: Described, now = Date.now()): SsoStatus {
  if (Object.keys(connector.config).length === 0) {
    return 'unset';
  }
  const certificate = samlOf(connector)?.identityProvider?.certificateExpiresAt;
  if (!oidcOf(connector) && certificate === undefined) {
    return 'unreadable';
  }
  if (certificate !== undefined && certificate <= now) {
    return 'expired';
  }
  if (connector.domains.length === 0) {
    return 'noDomains';
  }
  if (certificate !== undefined && expiresSoon(certificate, now)) {
    return 'expiring';
  }
  return connector.metadataError === undefined ? 'ready' : 'stale';
}
