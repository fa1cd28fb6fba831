import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const minutesOfYear = 525_600;
const minutes = z.int().min(1).max(minutesOfYear).nullable();

/** Without a limit of its own, a session ends after this many minutes without use: 14 days. */
export const defaultIdleMinutes = 20_160;

/** How long people stay signed in. Null means the default. */
export const SessionPolicy = z.object({
  /** The longest time after a sign-in, however often the session is used. By default there is no such limit. */
  maxMinutes: minutes,
  /** The longest time without use. */
  idleMinutes: minutes,
  /** How many sessions a user can have. A new one ends the oldest. By default there is no such limit. */
  maxSessions: z.int().min(1).max(1000).nullable(),
  /** Ask people before every sign-out that an application starts, not only when the request could come from anywhere. */
  alwaysConfirmSignOut: z.boolean(),
  /** Applications may check in a frame whether the person is still signed in (OpenID Connect Session Management). */
  offersSessionChecks: z.boolean(),
});
export type SessionPolicy = z.infer<typeof SessionPolicy>;

/** The time without use in seconds, as programs of other installations set it. */
export const OidcSession = z.object({ ttl: z.int().min(1).max(31_536_000) });
export type OidcSession = z.infer<typeof OidcSession>;

const common = {
  auth: { kind: 'management' },
  document: 'management',
  tag: 'Session policy',
  path: '/api/session-policy',
} as const;

export const sessionPolicyApi = {
  get: endpoint({ ...common, method: 'GET', summary: 'Get how long people stay signed in.', response: SessionPolicy }),
  save: endpoint({
    ...common,
    method: 'PUT',
    summary: 'Set how long people stay signed in. Sessions that exceed the new limits end with their next use.',
    body: SessionPolicy.partial({ alwaysConfirmSignOut: true, offersSessionChecks: true }).strict(),
    response: SessionPolicy,
  }),
} as const;

const session = { ...common, path: '/api/configs/oidc/session' } as const;

export const oidcSessionApi = {
  get: endpoint({
    ...session,
    method: 'GET',
    summary: 'Get the seconds without use after which a session ends.',
    response: OidcSession,
  }),
  update: endpoint({
    ...session,
    method: 'PATCH',
    summary: 'Set the seconds without use after which a session ends. It is the idle time of the session policy.',
    body: OidcSession.partial().strict(),
    response: OidcSession,
  }),
} as const;
