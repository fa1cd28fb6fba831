import { webhookLogFamily } from '@postern/contracts/records/webhooks';
import type { TFunction } from 'i18next';
import type audit from '../phrases.en.json';

type Phrases = typeof audit;

const isIn = <Table extends object>(table: Table, name: string | undefined): name is keyof Table & string =>
  name !== undefined && Object.hasOwn(table, name);

const methods: Record<keyof Phrases['methods'], true> = {
  Password: true,
  EmailVerificationCode: true,
  PhoneVerificationCode: true,
  MfaEmailVerificationCode: true,
  MfaPhoneVerificationCode: true,
  VerificationCode: true,
  Social: true,
  SingleSignOn: true,
  EnterpriseSso: true,
  IdpInitiatedSso: true,
  Totp: true,
  WebAuthn: true,
  BackupCode: true,
  NewPasswordIdentity: true,
  OneTimeToken: true,
};
/** Whether a sign-in method has a localized name. */
export const isMethod = (name: string): name is keyof Phrases['methods'] => isIn(methods, name);

const flows: Record<keyof Phrases['flows'], true> = { SignIn: true, Register: true, ForgotPassword: true };
const steps: Record<keyof Phrases['steps'], true> = { Create: true, Update: true, Submit: true };
const profileSteps: Record<keyof Phrases['profile'], true> = { Create: true, Update: true, Delete: true };
const methodSteps: Record<keyof Phrases['methodSteps'], true> = { Create: true, Submit: true };
const tokens: Record<keyof Phrases['tokens'], true> = {
  AuthorizationCode: true,
  RefreshToken: true,
  ClientCredentials: true,
  TokenExchange: true,
  Backchannel: true,
  DeviceCode: true,
  Unknown: true,
};
const others: Record<keyof Phrases['others'], true> = {
  Unknown: true,
  RevokeToken: true,
  RevokeGrants: true,
  PostSignInAdaptiveMfaTriggered: true,
  'Identifier-Lockout': true,
  'Message-RateLimited': true,
  'Grant-LimitExceeded': true,
  'Interaction-Create': true,
  'Interaction-End': true,
  'Interaction-Create-Captcha': true,
  'Action-PostFirstFactorVerification': true,
  'Action-PostSignIn': true,
  'JwtCustomizer-AccessToken': true,
  'JwtCustomizer-ClientCredentials': true,
  'SamlApplication-AuthnRequest': true,
  'SamlApplication-Callback': true,
  'SamlApplication-CertificateExpiring': true,
  PostRegister: true,
  PostSignIn: true,
  PostResetPassword: true,
  'SendMessage-Email': true,
  'SendMessage-Sms': true,
};

const entities: Record<keyof Phrases['entities'], true> = {
  AccountCenter: true,
  Administrator: true,
  AdministratorInvitation: true,
  Application: true,
  DynamicClients: true,
  AuditLog: true,
  BackgroundJob: true,
  CaptchaProvider: true,
  SessionPolicy: true,
  Connector: true,
  SsoConnector: true,
  DirectorySync: true,
  SsoSetupLink: true,
  ConsoleSettings: true,
  ActionScript: true,
  CustomJwt: true,
  CustomPhrase: true,
  CustomProfileField: true,
  Domain: true,
  EmailTemplate: true,
  LogStream: true,
  Messages: true,
  Network: true,
  OneTimeToken: true,
  Organization: true,
  OrganizationInvitation: true,
  OrganizationRole: true,
  OrganizationScope: true,
  Plan: true,
  Resource: true,
  Role: true,
  Scope: true,
  Secret: true,
  SignInExperience: true,
  SignInRequest: true,
  SignInProtection: true,
  SigningKey: true,
  SubjectToken: true,
  Tenant: true,
  TenantInvitation: true,
  User: true,
  UserAsset: true,
  UserExport: true,
  UserImport: true,
  UserJob: true,
  Webhook: true,
};
const changes: Record<keyof Phrases['changes'], true> = {
  Created: true,
  Deleted: true,
  'Data-Updated': true,
  'Data-Exported': true,
  'AddressChange-Undone': true,
  Canceled: true,
  'Attempts-Limited': true,
  'Certificate-Expiring': true,
  'Checkout-Completed': true,
  'CustomUi-Uploaded': true,
  'Deliveries-Replayed': true,
  Exported: true,
  'Grants-Revoked': true,
  'Groups-Updated': true,
  'Identities-Updated': true,
  'Invoice-Updated': true,
  'Jit-Updated': true,
  'Keys-Updated': true,
  'Limit-Reached': true,
  'Limits-Updated': true,
  'Lockout-Cleared': true,
  'Mappings-Updated': true,
  'Membership-Updated': true,
  'Metadata-Failed': true,
  'MfaVerifications-Updated': true,
  'NewDevice-Reported': true,
  'PersonalAccessTokens-Updated': true,
  'Plan-Updated': true,
  'Queue-Retried': true,
  'ResourceScopes-Updated': true,
  Retried: true,
  Restarted: true,
  Approved: true,
  Finished: true,
  Opened: true,
  Progressed: true,
  Renewed: true,
  Allowed: true,
  Refused: true,
  Revoked: true,
  Rotated: true,
  'Roles-Updated': true,
  'Scopes-Updated': true,
  'Secrets-Updated': true,
  'Sessions-Revoked': true,
  'SigningKey-Rotated': true,
  'SignOut-Received': true,
  'SignOut-Sent': true,
  'Subscription-Updated': true,
  'SuspensionStatus-Updated': true,
  'Tokens-Updated': true,
  'TrustedDevices-Added': true,
  'TrustedDevices-Revoked': true,
  'Users-Linked': true,
};

/** The localized name of a kind of object; others are shown as they are. */
export const entityName = (t: TFunction, kind: string): string =>
  isIn(entities, kind) ? t(`audit.entities.${kind}`) : kind;

/** The localized title of a log key. Keys follow a small grammar; others are shown as they are. */
export function eventTitle(t: TFunction, key: string): string {
  const [family, flow, ...rest] = key.split('.');
  const other = key.replaceAll('.', '-');
  if (isIn(others, other)) {
    return t(`audit.others.${other}`);
  }
  if (family === 'ExchangeTokenBy' && isIn(tokens, flow)) {
    return t(`audit.tokens.${flow}`);
  }
  if (family === 'Interaction' && isIn(flows, flow)) {
    const step = stepTitle(t, rest);
    return step ? t('audit.inFlow', { flow: t(`audit.flows.${flow}`), step }) : key;
  }
  if (family === webhookLogFamily && flow !== undefined) {
    const event = [flow, ...rest].join('.');
    const title = eventTitle(t, event);
    return title === event ? key : t('audit.ofDelivery', { event: title });
  }
  const change = [flow, ...rest].join('-');
  if (isIn(entities, family) && isIn(changes, change)) {
    return t('audit.ofEntity', { entity: t(`audit.entities.${family}`), change: t(`audit.changes.${change}`) });
  }
  return key;
}

const signInGroups: readonly string[] = ['JwtCustomizer', 'RevokeToken', 'RevokeGrants', 'ExchangeTokenBy'];

/** The title of the group of an event in the filter: a flow, or the kind of object that it is about. */
export function eventGroup(t: TFunction, key: string): string {
  const [family = key, flow] = key.split('.');
  if (family === 'Action') {
    return t('audit.flows.SignIn');
  }
  if (family === 'Interaction') {
    return t(`audit.flows.${isIn(flows, flow) ? flow : 'SignIn'}`);
  }
  if (signInGroups.includes(family)) {
    return t('audit.groups.tokens');
  }
  if (family === 'SendMessage') {
    return t('audit.entities.Messages');
  }
  return entityName(t, family.startsWith('Post') ? 'User' : family);
}

function stepTitle(t: TFunction, [kind, second, third]: string[]): string | undefined {
  if (second === undefined) {
    return isIn(steps, kind) ? t(`audit.steps.${kind}`) : undefined;
  }
  if (kind === 'Identifier' && second === 'Submit') {
    return t('audit.identified');
  }
  if (kind === 'Profile') {
    return isIn(profileSteps, second) ? t(`audit.profile.${second}`) : undefined;
  }
  if (!isIn(methods, second) || !isIn(methodSteps, third)) {
    return undefined;
  }
  const method = t(`audit.methods.${second}`);
  return kind === 'BindMfa' ? t(`audit.bindSteps.${third}`, { method }) : t(`audit.methodSteps.${third}`, { method });
}
