import { organizationsResource } from '@postern/contracts/wire';
import type { AuthorizationCode, Client, DeviceCode, RefreshToken } from 'oidc-provider';
import { settingsOf } from './clients.ts';

/** The resources that are APIs. The resource for organizations only adds their scopes. */
const apisOf = (resources: string | readonly string[] | undefined) =>
  [resources ?? []].flat().filter((resource) => resource !== organizationsResource);

/**
 * The resource of a token without `resource`, if several were granted: the default resource, otherwise the first API.
 */
export const chooseResource = (granted: readonly string[], preset: string | undefined): string | undefined =>
  preset && granted.includes(preset) ? preset : (apisOf(granted)[0] ?? granted[0]);

/** An application with refresh tokens can request a token for each resource later. */
const canAskLater = (client: Client, { scopes }: { scopes: Set<string> }) =>
  scopes.has('offline_access') ||
  (client.applicationType === 'web' && settingsOf(client).alwaysIssueRefreshToken === true);

/**
 * Whether a token request without `resource` is for the resource of the authorization request (RFC 8707 §2.2). The
 * default resource always is. Otherwise the application's setting decides; without one, a client that requested a
 * single API and cannot request another token later gets the token for it. Other clients get an opaque token for
 * userinfo first: the published SDKs request all resources at once, read userinfo and fetch the token of each resource
 * by refreshing.
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
