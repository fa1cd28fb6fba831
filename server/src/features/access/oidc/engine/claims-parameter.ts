import { type ClaimsParameter, errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import { settingsOf, usableScopes } from '../clients/clients.ts';
import { claimScopes } from '../tokens/claims.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Wanted = { essential?: unknown; value?: unknown; values?: unknown[] };
type Requested = { id_token?: { acr?: Wanted | null } };

/** The `claims` of a request that was checked before; empty without it. */
export const readClaims = (text: unknown): Requested => (typeof text === 'string' ? JSON.parse(text) : {});

/** It is stored with the code and with each token. */
const [maxLength, maxClaims] = [4096, 50];

/** Checks what the engine leaves open, so that nobody stores large texts and no later step meets another shape. */
export async function checkClaims({ oidc }: KoaContextWithOIDC, claims: ClaimsParameter): Promise<void> {
  const { userinfo = {}, id_token: idToken = {} } = claims;
  const wanted = [...Object.values(userinfo), ...Object.values(idToken)];
  if (String(oidc.params?.claims).length > maxLength || wanted.length > maxClaims) {
    throw new errors.InvalidRequest(`claims must have at most ${maxLength} characters and ${maxClaims} names`);
  }
  const isWellFormed = (one: unknown) =>
    one === null || (isObject(one) && (one.values === undefined || Array.isArray(one.values)));
  if (!wanted.every(isWellFormed)) {
    throw new errors.InvalidRequest('a requested claim must be null, or an object whose values are a list');
  }
}

/**
 * Members of `claims` that are not understood are ignored (OpenID Connect Core §5.5), such as `access_token` of MSAL. The
 * engine refuses a request that has no other.
 */
export async function ignoreOtherClaims(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  const { claims, ...others } = ctx.query;
  if (ctx.path === '/auth' && typeof claims === 'string' && !hasOwnMember(claims)) {
    ctx.query = others;
  }
  await next();
}

/** True for what is not JSON, which the engine refuses. */
function hasOwnMember(text: string): boolean {
  try {
    const claims: unknown = JSON.parse(text);
    return !isObject(claims) || claims.userinfo !== undefined || claims.id_token !== undefined;
  } catch {
    return true;
  }
}

/**
 * First-party applications get the claims that they request by name. Third-party ones get only those of the scopes that
 * the person has granted and that the application may use now: nobody consents to a claim alone.
 */
export function limitClaims(provider: Provider): void {
  // Its static properties belong to the class.
  const { constructor: engine } = provider as unknown as { constructor: typeof Provider };
  provider.Grant.prototype.getOIDCClaimsFiltered = function getOIDCClaimsFiltered(requested) {
    const client = engine.ctx?.oidc.client;
    const settings = client && settingsOf(client);
    if (settings?.isThirdParty === false) {
      return [...requested];
    }
    const granted = settings ? usableScopes(settings, this.getOIDCScope().split(' ')) : new Set<string>();
    return [...requested].filter((claim) => claimScopes(claim).some((scope) => granted.has(scope)));
  };
}
