import { organizationsResource } from '@postern/contracts/wire';
import type { AuthorizationCode, Client, DeviceCode, RefreshToken } from 'oidc-provider';
import { settingsOf } from './clients.ts';

/** The resources that stand for an API; the one for organizations only makes their scopes known. */
const apisOf = (resources: string | readonly string[] | undefined) =>
  [resources ?? []].flat().filter((resource) => resource !== organizationsResource);

/** What a token without `resource` is for, of several that were granted: the default resource, else the first API. */
export const chooseResource = (granted: readonly string[], preset: string | undefined): string | undefined =>
  preset && granted.includes(preset) ? preset : (apisOf(granted)[0] ?? granted[0]);

/** An application that gets refresh tokens can ask for a token of each resource later. */
const canAskLater = (client: Client, { scopes }: { scopes: Set<string> }) =>
  scopes.has('offline_access') ||
  (client.applicationType === 'web' && settingsOf(client).alwaysIssueRefreshToken === true);

/**
 * Whether a token request without `resource` is for the resource of the authorization request (RFC 8707 §2.2). The
 * default resource always is. Otherwise the application's setting decides; without one, a client that asked for a single
 * API and can ask for no other token later gets the token for it. The others get an opaque token for userinfo first: the
 * published SDKs ask for all resources at once, read userinfo and fetch each resource's token by refreshing.
 */
export function usesGrantedResource(
  client: Client,
  source: AuthorizationCode | RefreshToken | DeviceCode,
  preset: string | undefined,
): boolean {
  const { resource } = source;
  if (preset !== undefined && [resource].flat().includes(preset)) {
    return true;
  }
  if (apisOf(resource).length !== 1) {
    return false;
  }
  const { accessTokenWithoutResource: chosen } = settingsOf(client);
  return chosen ? chosen === 'resource' : !canAskLater(client, source);
}
