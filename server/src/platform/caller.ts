export type Caller = {
  /** The user or application the token was issued for; empty where nobody is signed in. */
  subject: string;
  clientId: string;
  scopes: ReadonlySet<string>;
  /** The session in which the token was made, where it is known. */
  sessionUid?: string;
  /** The tenant that issued the token, whose user or application the subject is. */
  issuerTenantId?: string;
  /** The tenant that the token is for, where a call takes tokens of both kinds. */
  tenantId?: string;
  /** Whether the token belongs to a third-party application: it reads what was consented and changes nothing. */
  isThirdParty?: boolean;
};

export type VerifiedToken = Caller & {
  issuerTenantId: string;
  audience: string;
  /** The organization in which a token for an API was issued. */
  organizationId?: string;
  /** With which of its secrets a machine got the token. */
  secretId?: string;
  /** Thumbprint of the key whose holder alone may use the token (RFC 9449 §6). */
  boundTo?: string;
};

/** How a token came: by itself, or with a proof that its bearer holds a key. */
export type Presented = {
  token: string;
  scheme: 'bearer' | 'dpop';
  proof: string | undefined;
  method: string;
  url: string;
};

/** Given by the OIDC feature, so that the platform need not know it. */
export type TokenVerifier = {
  /** Checks signature, issuer, type and lifetime; throws `auth.unauthorized` otherwise. */
  verify(token: string, issuerTenantIds: readonly string[]): Promise<VerifiedToken>;
  /** Looks up a token that somebody got for themselves, with no resource; throws `auth.unauthorized` when it is none. */
  verifyOpaque(token: string, tenantId: string): Promise<VerifiedToken>;
  /** For a token that is bound to a key: throws unless the proof is right, fresh and made for this request. */
  requireProof(presented: Presented, token: VerifiedToken): Promise<void>;
  /** What its bearer may do right now; undefined when the person, the application or its secret is gone. */
  liveScopes(token: VerifiedToken): Promise<ReadonlySet<string> | undefined>;
  /** Whether an application of the tenant is a third-party one. */
  isThirdParty(tenantId: string, clientId: string): Promise<boolean>;
  /** What a member may do in an organization of the admin tenant right now; undefined for people who are no members. */
  organizationScopes(organizationId: string, userId: string): Promise<ReadonlySet<string> | undefined>;
};
