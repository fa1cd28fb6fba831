import { mask } from '#platform/ui/mask.ts';
import type { Placeholder, Values } from './guide.ts';

/** Replaces `{{name}}` with its value. Unknown names are kept, so that a test can find them. */
export function fill(template: string, values: Values): string {
  return template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name as Placeholder] ?? whole);
}

/** Values for display: a sample on a shared screen reveals no secret, while its copy works. */
export const masked = (values: Values): Values => ({ ...values, appSecret: mask(values.appSecret) });

type Known = {
  endpoint: string;
  managementApi: string;
  redirectUri?: string;
  postSignOutUri?: string;
  appId?: string;
  appSecret?: string;
  indicator?: string;
  scope?: string;
  randomSecret?: string;
};

/** All values that a sample may use, from the tenant, the application and the API. */
export function valuesOf({ endpoint, ...known }: Known): Values {
  const issuer = `${endpoint}/oidc`;
  const redirect = known.redirectUri && URL.canParse(known.redirectUri) ? new URL(known.redirectUri) : undefined;
  return {
    endpoint,
    issuer,
    authorizationEndpoint: `${issuer}/auth`,
    tokenEndpoint: `${issuer}/token`,
    userinfoEndpoint: `${issuer}/me`,
    endSessionEndpoint: `${issuer}/session/end`,
    jwksUri: `${issuer}/jwks`,
    discoveryUri: `${issuer}/.well-known/openid-configuration`,
    managementApi: known.managementApi,
    appId: known.appId ?? '',
    appSecret: known.appSecret ?? '',
    redirectUri: known.redirectUri ?? '',
    redirectScheme: redirect?.protocol.slice(0, -1) ?? '',
    redirectHost: redirect?.host ?? '',
    origin: redirect && redirect.origin !== 'null' ? redirect.origin : '',
    postSignOutUri: known.postSignOutUri ?? '',
    indicator: known.indicator ?? '',
    scope: known.scope ?? '',
    randomSecret: known.randomSecret ?? '',
  };
}
