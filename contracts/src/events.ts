import { z } from 'zod';

/** What happened, in the words webhooks use on the wire. Payloads hold ids and plain facts, never secrets. */
export const eventNames = [
  'PostRegister',
  'PostSignIn',
  'PostResetPassword',
  'User.Created',
  'User.Deleted',
  'User.Data.Updated',
  'User.Sessions.Revoked',
  'User.Grants.Revoked',
  'User.Data.Exported',
  'User.SuspensionStatus.Updated',
  'Application.Created',
  'Application.Deleted',
  'Application.Data.Updated',
  'Application.Secrets.Updated',
  'Application.Roles.Updated',
  'Role.Created',
  'Role.Deleted',
  'Role.Data.Updated',
  'Role.Scopes.Updated',
  'Scope.Created',
  'Scope.Deleted',
  'Scope.Data.Updated',
  'Resource.Created',
  'Resource.Deleted',
  'Resource.Data.Updated',
  'User.Roles.Updated',
  'User.PersonalAccessTokens.Updated',
  'User.Identities.Updated',
  'User.MfaVerifications.Updated',
  'User.Lockout.Cleared',
  'SubjectToken.Created',
  'OneTimeToken.Created',
  'OneTimeToken.Deleted',
  'OneTimeToken.Data.Updated',
  'Secret.Deleted',
  'Connector.Created',
  'Connector.Deleted',
  'Connector.Data.Updated',
  'EmailTemplate.Data.Updated',
  'EmailTemplate.Deleted',
  'SignInExperience.Data.Updated',
  'SignInExperience.CustomUi.Uploaded',
  'CustomPhrase.Data.Updated',
  'CustomPhrase.Deleted',
  'CustomProfileField.Created',
  'CustomProfileField.Deleted',
  'CustomProfileField.Data.Updated',
  'ConsoleSettings.Data.Updated',
  'AccountCenter.Data.Updated',
  'CaptchaProvider.Data.Updated',
  'CaptchaProvider.Deleted',
  'UserAsset.Created',
  'OrganizationScope.Created',
  'OrganizationScope.Deleted',
  'OrganizationScope.Data.Updated',
  'UserJob.Created',
  'UserJob.Data.Updated',
  'Tenant.Created',
] as const;
export const EventName = z.enum(eventNames);
export type EventName = z.infer<typeof EventName>;

export type DomainEvent = {
  name: EventName;
  /** The thing it happened to. */
  subjectId: string;
  data?: Record<string, unknown>;
};
