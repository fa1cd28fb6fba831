/** Endpoints of the OpenID Connect engine. A resumed authorization request has an ID in its path. */
const endpoints = new Set([
  '/oidc/auth',
  '/oidc/backchannel',
  '/oidc/device',
  '/oidc/device/auth',
  '/oidc/jwks',
  '/oidc/me',
  '/oidc/reg',
  '/oidc/request',
  '/oidc/session/end',
  '/oidc/session/end/confirm',
  '/oidc/session/end/success',
  '/oidc/token',
  '/oidc/token/introspection',
  '/oidc/token/revocation',
]);

/** The endpoint of a request to the engine, for metrics and logs; undefined if there is none. */
export function endpointIn(url: string): string | undefined {
  const [path = ''] = url.split('?');
  if (endpoints.has(path)) {
    return path;
  }
  return /^\/oidc\/(auth|device|reg)\/[\w-]+$/.test(path) ? path.replace(/[\w-]+$/, ':id') : undefined;
}
