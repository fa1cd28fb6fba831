import { createHash } from 'node:crypto';
import type { FirebaseParameters } from '@postern/contracts/people/user-imports';

/** A permission of an API resource. */
export type SourceScope = { indicator: string; name: string };

export type SourceApplication = {
  /** The ID in the source. It is kept if it fits. */
  sourceId: string;
  /** The body of POST /api/applications. */
  body: Record<string, unknown>;
  secrets: { name: string; value: string; expiresAt?: number | null }[];
  /** Names of roles for machines. */
  roles: string[];
  /** For SAML applications: the body of POST /api/saml-applications. */
  saml?: Record<string, unknown>;
};

type SourceResource = {
  body: Record<string, unknown> & { indicator: string };
  scopes: { name: string; description?: string | null }[];
};

export type SourceRole = { body: Record<string, unknown> & { name: string }; scopes: SourceScope[] };

type SourceOrganizationRole = SourceRole & {
  /** Names of permissions of organizations. */
  organizationScopes: string[];
};

type SourceOrganization = { sourceId: string; body: Record<string, unknown> & { name: string } };

export type SourceConnector = { name: string; body: Record<string, unknown> & { connectorId: string } };

export type SourceUser = {
  /** Values by the field names of the user import. */
  fields: Record<string, unknown>;
  /** Names of roles. */
  roles: string[];
  /** Memberships, by the IDs of organizations in the source. */
  memberships: { organization: string; roles: string[] }[];
  /** The secret of an authenticator app, in base32. */
  totpSecret?: string;
  /** What of the user is not imported, as sentences. */
  dropped?: string[];
};

/** Something that the product cannot take over, and why. */
export type Misfit = { kind: string; name: string; reason: string };

/** What a source contains, in the terms of this product. */
export type Model = {
  source: string;
  applications: SourceApplication[];
  resources: SourceResource[];
  roles: SourceRole[];
  organizationScopes: { name: string; description?: string | null }[];
  organizationRoles: SourceOrganizationRole[];
  organizations: SourceOrganization[];
  connectors: SourceConnector[];
  /** The body of PATCH /api/sign-in-exp. */
  experience: Record<string, unknown>;
  misfits: Misfit[];
  /** Read twice: once for the plan and once for writing, so that a broken source changes nothing. */
  users(): AsyncIterable<SourceUser>;
  firebase?: FirebaseParameters | undefined;
};

export const emptyModel = (source: string): Model => ({
  source,
  applications: [],
  resources: [],
  roles: [],
  organizationScopes: [],
  organizationRoles: [],
  organizations: [],
  connectors: [],
  experience: {},
  misfits: [],
  async *users() {},
});

const maxIdLength = 21;
const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';

/** The ID of the source if it fits, and otherwise one that is derived from it, so that a second run finds it again. */
export function idFor(source: string, sourceId: string): string {
  if (sourceId.length <= maxIdLength && /^[\w-]+$/.test(sourceId)) {
    return sourceId;
  }
  const digest = createHash('sha256').update(`${source}:${sourceId}`).digest();
  return [...digest.subarray(0, maxIdLength)].map((byte) => alphabet[byte % alphabet.length]).join('');
}
