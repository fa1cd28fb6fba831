import type { Application } from '@postern/contracts/access/applications';
import { isWebUrl } from '@postern/contracts/fields';
import { invalidInput } from '#platform/http/errors';
import { originCheck } from '#platform/http/redirect-uris';

export type LoginRequest = { target_link_uri?: string | undefined; login_hint?: string | undefined };

/**
 * Where the browser goes to start a sign-in at an application (OpenID Connect Core §4). The page to open afterwards must be
 * one of the application: not every application checks it, and then it would send people anywhere.
 */
export function loginAddressOf(
  { oidcClientMetadata: { initiateLoginUri, redirectUris } }: Pick<Application, 'oidcClientMetadata'>,
  issuer: string,
  { target_link_uri: target, login_hint: hint }: LoginRequest,
): string | undefined {
  if (!initiateLoginUri) {
    return undefined;
  }
  const isOwn = originCheck([initiateLoginUri, ...redirectUris]);
  if (target !== undefined && !(isWebUrl(target) && isOwn(new URL(target).origin))) {
    throw invalidInput('query', [
      {
        path: ['target_link_uri'],
        message: 'Use an address with the scheme, host and port of one of the redirect URIs.',
      },
    ]);
  }
  const url = new URL(initiateLoginUri);
  for (const [name, value] of Object.entries({ iss: issuer, target_link_uri: target, login_hint: hint })) {
    // Not twice, even if the registered address has it.
    url.searchParams.delete(name);
    if (value !== undefined) {
      url.searchParams.set(name, value);
    }
  }
  return url.href;
}
