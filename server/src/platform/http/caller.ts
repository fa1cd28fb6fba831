import type { IncomingHttpHeaders } from 'node:http';
import { agreedCostsHeader, type TenantScope } from '@postern/contracts/wire';
import type { Terms } from './quota.ts';

export type Caller = {
  /** The user or application for which the token was issued; empty if nobody is signed in. */
  subject: string;
  clientId: string;
  scopes: ReadonlySet<string>;
  /** When the token expires, in milliseconds since 1970, if known. */
  expiresAt?: number;
  /** The session in which the token was issued, if known. */
  sessionUid?: string;
  /** The tenant that issued the token and that the subject belongs to. */
  issuerTenantId?: string;
  /** The tenant that the token is for, on endpoints that accept tokens of both kinds. */
  tenantId?: string;
  /**
   * Whether the token belongs to a third-party application: it can read what the user consented to and change nothing.
   */
  isThirdParty?: boolean;
  /** The grant of a user's token for this product. Older tokens do not have it. */
  grantKey?: string;
};

/** Who manages a tenant also manages its billing, with tokens from before that permission existed too. */
export const allows = (held: ReadonlySet<string>, scope: string): boolean =>
  held.has(scope) ||
  (scope === ('manage:billing' satisfies TenantScope) && held.has('manage:tenant' satisfies TenantScope));

/** Members of a tenant without `manage:billing`, such as collaborators, do not agree to costs. Programs do. */
const maySpend = ({ scopes }: Pick<Caller, 'scopes'>): boolean =>
  !scopes.has('write:data' satisfies TenantScope) || allows(scopes, 'manage:billing');

/** Without a number in the header, the caller agrees to nothing. */
export const termsOf = (caller: Pick<Caller, 'scopes'>, headers: IncomingHttpHeaders): Terms => ({
  maySpend: maySpend(caller),
  agreed: /^\d{1,9}$/.test(String(headers[agreedCostsHeader])) ? Number(headers[agreedCostsHeader]) : 0,
});

/** Who acts for the user, and who acted before (RFC 8693 §4.1). */
export type Actor = { sub: string; act?: Actor | undefined };

export type VerifiedToken = Caller & {
  issuerTenantId: string;
  audience: string;
  /** The organization for which an API token was issued. */
  organizationId?: string;
  /** The secret with which a machine requested the token. */
  secretId?: string;
  /** Thumbprint of the key that the token is bound to (RFC 9449 §6). */
  boundTo?: string;
  /** Thumbprint of the certificate that the token is bound to (RFC 8705 §3.1). */
  boundToCertificate?: string;
  /** The personal access token that it was exchanged for. */
  personalTokenMark?: string;
  /** Who acts for the user since an exchange. */
  actor?: Actor;
  /** In seconds. */
  issuedAt?: number;
  /** How the user has signed in. Only tokens of an API say it. */
  usedFactor?: boolean;
};

/** How the token was sent: as a bearer token, or with a proof of possession. */
export type Presented = {
  token: string;
  scheme: 'bearer' | 'dpop';
  proof: string | undefined;
  method: string;
  url: string;
  /** The endpoint that the request came by. */
  endpoint: string;
};

/** Provided by the OIDC feature, so that the platform does not depend on it. */
export type TokenVerifier = {
  /** Checks signature, issuer, type and lifetime; throws `auth.unauthorized` if one is wrong. */
  verify(token: string, issuerTenantIds: readonly string[]): Promise<VerifiedToken>;
  /** Looks up an opaque token that a user got without a resource; throws `auth.unauthorized` if it is not one. */
  verifyOpaque(token: string, tenantId: string): Promise<VerifiedToken>;
  /** For a token that is bound to a key: throws unless the proof is valid, fresh and made for this request. */
  requireProof(presented: Presented, token: VerifiedToken): Promise<void>;
  /**
   * Throws if an organization of the admin tenant requires a second factor that this member does not have, or has not used
   * for this token.
   */
  requireFactor(organizationId: string, token: VerifiedToken): Promise<void>;
  /** Throws `auth.unauthorized` if the grant of the token was revoked. */
  requireGrant(token: VerifiedToken): Promise<void>;
  /** The current scopes of the token; undefined if the user, the application or its secret is gone. */
  liveScopes(token: VerifiedToken): Promise<ReadonlySet<string> | undefined>;
  /** Whether an application of the tenant is a third-party application. */
  isThirdParty(tenantId: string, clientId: string): Promise<boolean>;
  /** The current scopes of a member in an organization of the admin tenant; undefined if the user is not a member. */
  organizationScopes(organizationId: string, userId: string): Promise<ReadonlySet<string> | undefined>;
};
