import type { X509Certificate } from 'node:crypto';
import type { KoaContextWithOIDC, Provider, RichAuthorizationRequestType } from 'oidc-provider';
// The engine does not export its grant handlers and checks, so these internal modules are imported; the version is
// pinned.
import * as grantParts from 'oidc-provider/lib/helpers/grants.js';
// @ts-expect-error no types for the internal module
import internals from 'oidc-provider/lib/helpers/weak_cache.js';

export type GrantHandler = (ctx: KoaContextWithOIDC) => Promise<void>;

type Proof = { thumbprint: string; jti: string };
type TokenAnswer = {
  accessToken: string;
  expiresIn: number;
  issuedTokenType?: string;
  scope: string | undefined;
  tokenType: string;
};

type GrantParts = {
  validateDpop(provider: Provider, ctx: KoaContextWithOIDC): Promise<Proof | undefined>;
  checkDpopReplay(provider: Provider, ctx: KoaContextWithOIDC, proof: Proof, clientId: string): Promise<void>;
  checkDpopRequired(provider: Provider, ctx: KoaContextWithOIDC, proof: Proof | undefined): void;
  checkMtlsCert(provider: Provider, ctx: KoaContextWithOIDC): X509Certificate | undefined;
  buildTokenResponse(provider: Provider, answer: TokenAnswer): Record<string, unknown>;
};

/** The engine's checks, for the grant type that it does not implement. */
export const engineParts = grantParts as GrantParts;

type Respond = (ctx: KoaContextWithOIDC, redirectUri: string, answer: Record<string, unknown>) => unknown;
type Internals = {
  grantTypeHandlers: Map<string, GrantHandler>;
  responseModes: Map<string, Respond>;
  features: { richAuthorizationRequests: { types: Record<string, RichAuthorizationRequestType> } };
};

const internalsOf = internals as (of: Provider) => Internals;

type Change = (answer: Record<string, unknown>, ctx: KoaContextWithOIDC, redirectUri: string) => object;

/** Changes the parameters sent to the redirect URI, in every response mode. */
export function changeResponses(provider: Provider, change: Change): void {
  const { responseModes } = internalsOf(provider);
  for (const [name, respond] of responseModes) {
    responseModes.set(name, (ctx, redirectUri, answer) =>
      respond(ctx, redirectUri, { ...change(answer, ctx, redirectUri) }),
    );
  }
}

/**
 * Lets applications name these types of authorization details. The engine's list is fixed at its start, but the types of
 * a tenant change; `check` refuses those that no longer exist.
 */
export function addDetailsTypes(
  provider: Provider,
  names: readonly string[],
  check: RichAuthorizationRequestType,
): void {
  const { types } = internalsOf(provider).features.richAuthorizationRequests;
  for (const name of names) {
    if (!Object.hasOwn(types, name)) {
      types[name] = check;
    }
  }
}

/** The engine's handler of a grant type. */
export function builtInGrant(provider: Provider, name: string): GrantHandler {
  const { grantTypeHandlers } = internalsOf(provider);
  const handler = grantTypeHandlers.get(name);
  if (!handler) {
    throw new Error(`The engine has no ${name} grant.`);
  }
  return handler;
}
