import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { PageQuery, Timestamp } from '../fields.ts';
import { logResults } from '../records/audit.ts';

export const deviceKinds = ['desktop', 'mobile', 'tablet', 'tv', 'bot', 'unknown'] as const;

/** The user agent as reported by the browser. It can be forged, so it proves nothing. */
export const Device = z.object({
  kind: z.enum(deviceKinds),
  /** Such as `Firefox 140`. */
  browser: z.string().nullable(),
  /** Such as `macOS` or `iOS 18`. */
  os: z.string().nullable(),
});
export type Device = z.infer<typeof Device>;

const ApplicationName = z.object({ id: z.string(), name: z.string().nullable() });

/** A browser in which the user is signed in. */
export const UserSession = z.object({
  /** A public id of the session, which cannot be used to access it. */
  id: z.string(),
  /** When the user last signed in there. */
  createdAt: Timestamp,
  /** When the browser was last active, or an application in it got a token that is stored here. */
  lastUsedAt: Timestamp,
  expiresAt: Timestamp,
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  device: Device,
  /** How the user authenticated, such as `Password`, `EmailVerificationCode`, `Social`; empty if unknown. */
  methods: z.array(z.string()),
  /** The applications that the session was used to sign in to. */
  applications: z.array(ApplicationName),
});
export type UserSession = z.infer<typeof UserSession>;

/** How the browser signed in to a session. */
const LastSubmission = z.object({
  interactionEvent: z.enum(['SignIn', 'Register', 'ForgotPassword']),
  userId: z.string(),
  verificationRecords: z.array(
    z.object({ id: z.string().optional(), type: z.string(), verified: z.boolean().optional() }),
  ),
  /** `ip` and `userAgent` of the browser. */
  signInContext: z.record(z.string(), z.string()).optional(),
});

/** A session with what programs expect of it. `jti` and `grantId` are digests, which grant no access. */
export const UserExtendedSession = UserSession.extend({
  payload: z.object({
    exp: z.number(),
    iat: z.number(),
    jti: z.string(),
    uid: z.string(),
    kind: z.literal('Session'),
    loginTs: z.number(),
    accountId: z.string(),
    authorizations: z.record(z.string(), z.object({ sid: z.string().optional(), grantId: z.string() })),
  }),
  lastSubmission: LastSubmission.nullable(),
  /** The application of the last authorization. */
  clientId: z.string().nullable(),
  accountId: z.string().nullable(),
});
export type UserExtendedSession = z.infer<typeof UserExtendedSession>;

/** An application with a refresh token, which can get new tokens without the user. */
export const UserGrant = z.object({
  id: z.string(),
  application: ApplicationName,
  scopes: z.array(z.string()),
  resources: z.array(z.object({ indicator: z.string(), scopes: z.array(z.string()) })),
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
  expiresAt: Timestamp,
  /** The session it came from, while it exists. */
  sessionId: z.string().nullable(),
});
export type UserGrant = z.infer<typeof UserGrant>;

/** What a registered application may do for the user. It expires with `expiresAt`, its refresh tokens may expire earlier. */
export const UserApplicationGrant = UserGrant.extend({
  application: z.object({
    id: z.string(),
    name: z.string(),
    /** Present if `/api/initiate-login/{id}` starts a sign-in at the application. */
    canInitiateLogin: z.literal(true).optional(),
  }),
  /** When the last refresh token expires; null without one. */
  refreshUntil: Timestamp.nullable(),
  payload: z.object({
    exp: z.number(),
    iat: z.number(),
    jti: z.string(),
    kind: z.literal('Grant'),
    clientId: z.string(),
    accountId: z.string(),
    openid: z.object({ scope: z.string() }).optional(),
    resources: z.record(z.string(), z.string()).optional(),
  }),
});
export type UserApplicationGrant = z.infer<typeof UserApplicationGrant>;

/** Whose grants a session takes with it when it ends. Without a value they live on, with their tokens. */
export const RevokedGrants = z.enum(['all', 'firstParty']);
export type RevokedGrants = z.infer<typeof RevokedGrants>;
export const EndSession = z.object({ revokeGrantsTarget: RevokedGrants.optional() });
export type EndSession = z.infer<typeof EndSession>;
export const GrantFilter = z.object({ appType: z.enum(['firstParty', 'thirdParty']).optional() });

/** A browser in which the user is not asked for a second factor. */
export const TrustedDevice = z.object({
  id: z.string(),
  device: Device,
  userAgent: z.string().nullable(),
  /** The IP address of the last sign-in with it. */
  ip: z.string().nullable(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
  expiresAt: Timestamp,
});
export type TrustedDevice = z.infer<typeof TrustedDevice>;

/** `failedTry`: a failed attempt to sign in as this user. */
export const timelineKinds = ['signIn', 'failedTry', 'adminChange', 'ownChange', 'message'] as const;
export const TimelineKind = z.enum(timelineKinds);
export type TimelineKind = z.infer<typeof TimelineKind>;

export const TimelineEntry = z.object({
  id: z.string(),
  kind: TimelineKind,
  /** The key of the entry in the audit log, under the same id. */
  key: z.string(),
  result: z.enum(logResults),
  createdAt: Timestamp,
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  device: Device,
  application: ApplicationName.nullable(),
  /** Who made a change: an administrator, an application with the management API, or the user; null for the system. */
  actor: z.object({ type: z.enum(['administrator', 'application', 'user']), id: z.string() }).nullable(),
  /** The error code. */
  error: z.string().nullable(),
  /** For a sign-in: how the user authenticated. */
  methods: z.array(z.string()),
  /** For a change: the changed fields if known, or `suspended` or `reactivated`. */
  fields: z.array(z.string()),
  /** For a message: its template and recipient. */
  message: z.object({ template: z.string(), recipient: z.string() }).nullable(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** Whether the token of this request belongs to this session. */
const current = { isCurrent: z.boolean() };

export const MyAccountSession = UserSession.extend(current);
export type MyAccountSession = z.infer<typeof MyAccountSession>;
export const AccountUserExtendedSession = UserExtendedSession.extend(current);
export type AccountUserExtendedSession = z.infer<typeof AccountUserExtendedSession>;

const User = z.object({ userId: z.string() });
const Session = z.object({ sessionId: z.string().min(1).max(64) });
const OneDevice = z.object({ deviceId: z.string().min(1).max(64) });
const management = { auth: { kind: 'management' }, document: 'management', tag: 'User sessions' } as const;
const account = { auth: { kind: 'account' }, document: 'user', tag: 'My sessions', proof: true } as const;
const denied = ['account_center.not_enabled', 'verification_record.permission_denied', 'auth.unauthorized'] as const;
const own = [...denied, 'account_center.field_not_enabled'] as const;
const changed = [...denied, 'account_center.field_not_editable'] as const;

export const userSessionsApi = {
  list: endpoint({
    ...management,
    method: 'GET',
    path: '/api/users/:userId/sessions',
    summary: 'List the browsers in which a user is signed in, most recently used first.',
    params: User,
    response: z.object({ sessions: z.array(UserExtendedSession) }),
  }),
  get: endpoint({
    ...management,
    method: 'GET',
    path: '/api/users/:userId/sessions/:sessionId',
    summary: 'Get a session of a user.',
    params: User.extend(Session.shape),
    response: UserExtendedSession,
    errors: ['oidc.session_not_found'],
  }),
  remove: endpoint({
    ...management,
    method: 'DELETE',
    path: '/api/users/:userId/sessions/:sessionId',
    summary:
      'End a session. With `revokeGrantsTarget`, its codes, refresh tokens and opaque access tokens are revoked immediately: of all applications, or of your own; without it they live on.',
    params: User.extend(Session.shape),
    query: EndSession,
    errors: ['oidc.session_not_found', 'oidc.invalid_session_account_id'],
  }),
  removeAll: endpoint({
    ...management,
    method: 'DELETE',
    path: '/api/users/:userId/sessions',
    summary:
      'Sign a user out everywhere. Ends all sessions and the access of all applications, and no device is trusted any more.',
    params: User,
    errors: ['entity.not_found'],
  }),
  listGrants: endpoint({
    ...management,
    method: 'GET',
    path: '/api/users/:userId/grants',
    summary: 'List what registered applications may do for a user, most recently used first.',
    params: User,
    query: GrantFilter,
    response: z.object({ grants: z.array(UserApplicationGrant) }),
  }),
  removeGrant: endpoint({
    ...management,
    method: 'DELETE',
    path: '/api/users/:userId/grants/:grantId',
    summary:
      'Remove the access of an application. Its refresh tokens and opaque access tokens are revoked immediately.',
    params: User.extend({ grantId: z.string().min(1).max(64) }),
    otherStatuses: { 404: ['oidc.invalid_grant'] },
  }),
  listDevices: endpoint({
    ...management,
    method: 'GET',
    path: '/api/users/:userId/trusted-devices',
    summary: 'List the browsers in which a user is not asked for a second factor, most recently used first.',
    params: User,
    response: z.array(TrustedDevice),
    errors: ['entity.not_found'],
  }),
  removeDevice: endpoint({
    ...management,
    method: 'DELETE',
    path: '/api/users/:userId/trusted-devices/:deviceId',
    summary: 'Ask a user for their second factor in this browser again. Its sessions continue.',
    params: User.extend(OneDevice.shape),
    errors: ['entity.not_found'],
  }),
  timeline: endpoint({
    ...management,
    method: 'GET',
    path: '/api/users/:userId/timeline',
    summary: 'List sign-ins, failed attempts, changes and messages of a user, newest first.',
    params: User,
    query: PageQuery.extend({ kind: z.union([TimelineKind, z.array(TimelineKind)]).optional() }),
    response: z.array(TimelineEntry),
    paged: 'always',
    errors: ['entity.not_found', 'guard.invalid_pagination'],
  }),
} as const;

/**
 * The user's own sessions. They require an enabled account center whose field `session` allows it, and a token
 * with the scope
 * `sessions` of wire.ts and the header with a fresh proof. Only the account center reads them without a proof.
 */
export const mySessionsApi = {
  list: endpoint({
    ...account,
    method: 'GET',
    path: '/api/my-account/sessions',
    summary: 'List the browsers in which you are signed in, most recently used first.',
    response: z.object({ sessions: z.array(AccountUserExtendedSession) }),
    errors: own,
  }),
  remove: endpoint({
    ...account,
    method: 'DELETE',
    path: '/api/my-account/sessions/:sessionId',
    summary:
      'End one of your sessions, which can be the current one. With `revokeGrantsTarget`, its codes, refresh tokens and opaque access tokens are revoked immediately: of all applications, or of your own; without it they live on.',
    params: Session,
    query: EndSession,
    errors: changed,
    otherStatuses: { 400: ['oidc.session_not_found', 'oidc.invalid_session_account_id'] },
  }),
  removeOthers: endpoint({
    ...account,
    method: 'DELETE',
    path: '/api/my-account/sessions',
    summary:
      'End all your sessions except the current one, and the access of applications outside it. No device is trusted any more.',
    errors: changed,
  }),
  listDevices: endpoint({
    ...account,
    method: 'GET',
    path: '/api/my-account/trusted-devices',
    summary: 'List the browsers in which you are not asked for a second factor, most recently used first.',
    response: z.array(TrustedDevice),
    errors: own,
  }),
  removeDevice: endpoint({
    ...account,
    method: 'DELETE',
    path: '/api/my-account/trusted-devices/:deviceId',
    summary: 'Be asked for your second factor in this browser again. Its sessions continue.',
    params: OneDevice,
    errors: [...changed, 'entity.not_found'],
  }),
} as const;
