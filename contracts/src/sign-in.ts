import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { JsonObject, Username } from './fields.ts';
import { IdentifierType } from './sign-in-experience.ts';

export const InteractionEvent = z.enum(['SignIn', 'Register', 'ForgotPassword']);
export type InteractionEvent = z.infer<typeof InteractionEvent>;

export const Identifier = z.strictObject({ type: IdentifierType, value: z.string().min(1).max(128) });
export type Identifier = z.infer<typeof Identifier>;

const VerificationId = z.object({ verificationId: z.string() });
const Password = z.string().min(1).max(256);

export const PasswordIssue = z.object({
  code: z.string(),
  interpolation: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type PasswordIssue = z.infer<typeof PasswordIssue>;

export const Interaction = z.object({
  interactionEvent: InteractionEvent,
  userId: z.string().optional(),
  profile: JsonObject,
  verificationRecords: z.array(JsonObject).optional(),
});

const common = { auth: { kind: 'interaction' }, document: 'experience', tag: 'Experience' } as const;

export const signInApi = {
  start: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/experience',
    summary: 'Begin or begin again: what earlier steps gathered is dropped.',
    body: z.strictObject({ interactionEvent: InteractionEvent, captchaToken: z.string().max(4096).optional() }),
    errors: ['session.not_found', 'auth.forbidden'],
  }),
  changeEvent: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/experience/interaction-event',
    summary: 'Switch between signing in and registering.',
    body: z.strictObject({ interactionEvent: InteractionEvent }),
    errors: ['session.not_supported_for_forgot_password', 'auth.forbidden', 'session.interaction_not_found'],
  }),
  identify: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/identification',
    summary: 'Name the person by a verified record, or create the account when registering.',
    body: z.strictObject({ verificationId: z.string().max(64).optional(), linkSocialIdentity: z.boolean().optional() }),
    status: [204, 201],
    errors: [
      'session.verification_failed',
      'user.suspended',
      'auth.forbidden',
      'session.verification_session_not_found',
      'session.identity_conflict',
      'user.missing_profile',
      'user.username_already_in_use',
    ],
  }),
  submit: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/submit',
    summary: 'Finish: check what is still missing, then answer where to go.',
    response: z.object({ redirectTo: z.string() }),
    errors: ['session.identifier_not_found', 'user.missing_profile', 'session.interaction_not_found'],
  }),
  interaction: endpoint({
    ...common,
    method: 'GET',
    path: '/api/experience/interaction',
    summary: 'What the running sign-in has gathered, without secrets.',
    response: Interaction,
    errors: ['session.interaction_not_found'],
  }),
  verifyPassword: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/verification/password',
    summary: 'Check an identifier and a password.',
    body: z.strictObject({ identifier: Identifier, password: Password }),
    response: VerificationId,
    errors: ['session.verification_blocked_too_many_attempts', 'user.suspended', 'session.invalid_credentials'],
  }),
  newPasswordIdentity: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/verification/new-password-identity',
    summary: 'Choose a username and a password for a new account in one step.',
    body: z.strictObject({
      identifier: z.strictObject({ type: z.literal('username'), value: Username }),
      password: Password,
    }),
    response: VerificationId,
    errors: ['user.username_already_in_use', 'password.rejected'],
  }),
  addProfile: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/profile',
    summary: 'Add a detail to the person who is signing in or registering.',
    body: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('username'), value: Username }),
      z.strictObject({ type: z.literal('password'), value: Password }),
    ]),
    errors: ['session.not_supported_for_forgot_password', 'user.username_already_in_use', 'password.rejected'],
  }),
} as const;
