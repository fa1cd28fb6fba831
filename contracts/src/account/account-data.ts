import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { JsonObject } from '../fields.ts';
import { UserMfaVerification } from '../people/user-mfa.ts';
import { GrantFilter, UserApplicationGrant, UserGrant } from '../people/user-sessions.ts';
import { UserProfile } from '../people/users.ts';
import { readErrors, sensitiveErrors } from './account.ts';

const Moment = z.iso.datetime();

/** An event of an account, without other persons who were involved. */
export const AccountActivity = z.object({
  at: Moment,
  key: z.string(),
  result: z.string().optional(),
  ip: z.string().optional(),
  userAgent: z.string().optional(),
  applicationId: z.string().optional(),
});
export type AccountActivity = z.infer<typeof AccountActivity>;

/** All data stored about a person, without secrets. Times are ISO 8601. */
export const AccountData = z.object({
  about: z.object({ issuer: z.string(), exportedAt: Moment, version: z.literal(1) }),
  account: z.object({
    id: z.string(),
    username: z.string().nullable(),
    primaryEmail: z.string().nullable(),
    primaryPhone: z.string().nullable(),
    name: z.string().nullable(),
    avatar: z.string().nullable(),
    profile: z.object(UserProfile.shape),
    customData: JsonObject,
    hasPassword: z.boolean(),
    emailVerifiedAt: Moment.nullable(),
    phoneVerifiedAt: Moment.nullable(),
    createdAt: Moment,
    updatedAt: Moment,
    lastSignInAt: Moment.nullable(),
    /** From where: the network of the IP address and the time zone of the browser; country and position from a proxy. */
    lastSignInPlace: z
      .object({
        network: z.string().optional(),
        timeZone: z.string().optional(),
        country: z.string().optional(),
        latitude: z.number().optional(),
        longitude: z.number().optional(),
        /** Of the last 180 days. */
        countries: z.array(z.object({ country: z.string(), lastSignInAt: z.string() })).optional(),
      })
      .nullable(),
    applicationId: z.string().nullable(),
  }),
  identities: z.array(z.object({ target: z.string(), userId: z.string(), details: JsonObject.optional() })),
  ssoIdentities: z.array(
    z.object({
      connector: z.string(),
      issuer: z.string(),
      userId: z.string(),
      details: JsonObject,
      linkedAt: Moment,
      updatedAt: Moment,
    }),
  ),
  /** What directories of companies have sent. */
  directoryEntries: z.array(
    z.object({
      connector: z.string(),
      userName: z.string(),
      externalId: z.string().nullable(),
      attributes: JsonObject,
      createdAt: Moment,
      updatedAt: Moment,
    }),
  ),
  providerTokens: z.array(
    z.object({ target: z.string(), scope: z.string().optional(), createdAt: Moment, updatedAt: Moment }),
  ),
  secondFactors: z.array(UserMfaVerification),
  roles: z.array(z.object({ name: z.string(), description: z.string() })),
  organizations: z.array(
    z.object({ id: z.string(), name: z.string(), roles: z.array(z.string()), memberSince: Moment }),
  ),
  invitations: z.array(
    z.object({ organization: z.string(), status: z.string(), createdAt: Moment, expiresAt: Moment.nullable() }),
  ),
  sessions: z.array(
    z.object({
      signedInAt: Moment,
      lastUsedAt: Moment,
      expiresAt: Moment,
      ip: z.string().nullable(),
      userAgent: z.string().nullable(),
      methods: z.array(z.string()),
      applications: z.array(z.string()),
    }),
  ),
  trustedDevices: z.array(
    z.object({
      trustedAt: Moment,
      lastUsedAt: Moment,
      expiresAt: Moment,
      ip: z.string(),
      userAgent: z.string(),
    }),
  ),
  applications: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      scopes: z.array(z.string()),
      resources: UserGrant.shape.resources,
      grantedAt: Moment,
      lastUsedAt: Moment,
      expiresAt: Moment,
    }),
  ),
  personalAccessTokens: z.array(z.object({ name: z.string(), createdAt: Moment, expiresAt: Moment.nullable() })),
  activity: z.array(AccountActivity),
});
export type AccountData = z.infer<typeof AccountData>;

export const exportFormats = ['json', 'html'] as const;
/** How many exports a user may request per hour. */
export const exportsAnHour = 5;

const sensitive = { auth: { kind: 'account' }, document: 'user', tag: 'My account', proof: true } as const;

/** Operations on the whole account: granted applications, data export and deletion. */
export const accountDataApi = {
  listGrants: endpoint({
    ...sensitive,
    method: 'GET',
    path: '/api/my-account/grants',
    summary: 'List what registered applications may do for you, most recently used first.',
    query: GrantFilter,
    response: z.object({ grants: z.array(UserApplicationGrant) }),
    errors: [...readErrors, 'auth.unauthorized', 'verification_record.permission_denied'],
  }),
  removeGrant: endpoint({
    ...sensitive,
    method: 'DELETE',
    path: '/api/my-account/grants/:grantId',
    summary:
      'Remove the access of an application. Its refresh tokens and opaque access tokens are revoked immediately.',
    params: z.object({ grantId: z.string().min(1).max(64) }),
    errors: [
      'account_center.not_enabled',
      'account_center.field_not_editable',
      'auth.unauthorized',
      'verification_record.permission_denied',
    ],
    otherStatuses: { 404: ['oidc.invalid_grant'] },
  }),
  exportData: endpoint({
    ...sensitive,
    method: 'POST',
    path: '/api/my-account/data-export',
    summary: 'Export all data about you as JSON or HTML. Secrets are not included.',
    body: z.strictObject({ format: z.enum(exportFormats).optional() }),
    file: ['application/json', 'text/html'],
    status: [200],
    errors: [
      'account_center.not_enabled',
      'auth.unauthorized',
      'auth.forbidden',
      'verification_record.permission_denied',
      'session.verification_blocked_too_many_attempts',
    ],
  }),
  remove: endpoint({
    ...sensitive,
    method: 'DELETE',
    path: '/api/my-account',
    summary: 'Permanently delete your account and all its data, if this is allowed.',
    errors: [...sensitiveErrors, 'auth.forbidden'],
  }),
} as const;
