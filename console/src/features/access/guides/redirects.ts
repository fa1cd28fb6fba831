import type { Application, OidcClientMetadata } from '@postern/contracts/access/applications';
import { isUsable } from './application-values.ts';
import type { Guide } from './guide.ts';

export type Redirects = { redirectUri?: string | undefined; postSignOutUri?: string | undefined };

const lists = { redirectUri: 'redirectUris', postSignOutUri: 'postLogoutRedirectUris' } as const;
const names = ['redirectUri', 'postSignOutUri'] as const;

type Saved = Pick<Application, 'oidcClientMetadata'>;

export const isSaved = ({ oidcClientMetadata: oidc }: Saved, redirects: Redirects): boolean =>
  names.every((name) => redirects[name] === undefined || oidc[lists[name]].includes(redirects[name]));

/** The metadata with these redirects; those that the application already has stay once. */
export function withRedirects(oidc: OidcClientMetadata, redirects: Redirects): OidcClientMetadata {
  const changed = names.map((name) => {
    const [list, uri] = [oidc[lists[name]], redirects[name]];
    return [lists[name], uri === undefined || list.includes(uri) ? list : [...list, uri]];
  });
  return { ...oidc, ...Object.fromEntries(changed) };
}

/**
 * Redirects of the sample, or those the application already has for the same path: the user's port takes precedence.
 */
export function firstRedirects({ oidcClientMetadata: oidc }: Saved, guide: Redirects): Redirects {
  const pathOf = (uri: string) => (URL.canParse(uri) ? new URL(uri).pathname : uri);
  const known = (sample: string | undefined, list: readonly string[]) =>
    sample &&
    (list.find((uri) => uri === sample) ??
      list.find((uri) => !uri.includes('*') && pathOf(uri) === pathOf(sample)) ??
      sample);
  return {
    redirectUri: known(guide.redirectUri, oidc.redirectUris),
    postSignOutUri: known(guide.postSignOutUri, oidc.postLogoutRedirectUris),
  };
}

/** Samples of other sites, such as `https://your-site.example.com`, are not the address of anyone. */
const isPlaceholder = (uri: string, sample: string | undefined) => uri === sample && uri.startsWith('https://');

/**
 * What the end of the guide saves: valid values that the application does not have. An application that has other
 * redirect URIs works already, so the samples of a guide that is only read are not added to it.
 */
export function unsavedRedirects(
  application: Pick<Application, 'oidcClientMetadata' | 'type'>,
  redirects: Redirects,
  guide: Guide,
): Redirects | undefined {
  const isNew = application.oidcClientMetadata.redirectUris.every((uri) => uri === redirects.redirectUri);
  const unsaved = names.flatMap((name) => {
    const uri = redirects[name];
    const counts =
      uri !== undefined &&
      isUsable(uri, application.type) &&
      !isPlaceholder(uri, guide[name]) &&
      !isSaved(application, { [name]: uri });
    return counts ? [[name, uri]] : [];
  });
  return isNew && unsaved.length > 0 ? Object.fromEntries(unsaved) : undefined;
}
