import type { TimelineEntry } from '@postern/contracts/people/user-sessions';
import type { TFunction } from 'i18next';
import { nameApplication } from './name-application.ts';
import type userSessions from './phrases.en.json';

type Phrases = (typeof userSessions)['timeline'];

const isIn = <Table extends object>(table: Table, name: string | undefined): name is keyof Table & string =>
  name !== undefined && Object.hasOwn(table, name);

const changes: Record<keyof Phrases['changes'], true> = {
  Created: true,
  'Data-Updated': true,
  'Data-Exported': true,
  'AddressChange-Undone': true,
  'SuspensionStatus-Updated': true,
  'Roles-Updated': true,
  'Identities-Updated': true,
  'MfaVerifications-Updated': true,
  'PersonalAccessTokens-Updated': true,
  'Sessions-Revoked': true,
  'Grants-Revoked': true,
  'TrustedDevices-Added': true,
  'TrustedDevices-Revoked': true,
  'NewDevice-Reported': true,
  SubjectToken: true,
  Secret: true,
};
const fields: Record<keyof Phrases['fields'], true> = {
  name: true,
  avatar: true,
  username: true,
  primaryEmail: true,
  primaryPhone: true,
  email: true,
  phone: true,
  password: true,
  profile: true,
  customData: true,
  identities: true,
  mfa: true,
};
const templates: Record<keyof Phrases['templates'], true> = {
  SignIn: true,
  Register: true,
  ForgotPassword: true,
  OrganizationInvitation: true,
  Generic: true,
  Notice: true,
  UserPermissionValidation: true,
  BindNewIdentifier: true,
  MfaVerification: true,
  BindMfa: true,
};
const reasons: Record<string, keyof Phrases['reasons']> = {
  'session.invalid_credentials': 'invalidCredentials',
  'user.suspended': 'suspended',
  'session.verification_blocked_too_many_attempts': 'blocked',
  'verification_code.code_mismatch': 'wrongCode',
  'verification_code.expired': 'expiredCode',
};

function changeTitle(t: TFunction, { key, fields: changed }: TimelineEntry): string {
  const [state] = changed;
  if (key === 'User.SuspensionStatus.Updated' && (state === 'suspended' || state === 'reactivated')) {
    return t(`userSessions.timeline.${state}`);
  }
  const [family = '', ...rest] = key.split('.');
  const name = family === 'User' ? rest.join('-') : family;
  return isIn(changes, name) ? t(`userSessions.timeline.changes.${name}`) : key;
}

/** Localized title of an event. Unknown keys are shown as they are. */
export function titleOf(t: TFunction, entry: TimelineEntry): string {
  const { kind, key, result } = entry;
  switch (kind) {
    case 'signIn':
      return t(
        key.startsWith('Interaction.Register') ? 'userSessions.timeline.signedUp' : 'userSessions.timeline.signedIn',
      );
    case 'failedTry':
      return t(
        key.startsWith('Interaction.ForgotPassword')
          ? 'userSessions.timeline.failedReset'
          : 'userSessions.timeline.failedTry',
      );
    case 'message': {
      const isMail = key.endsWith('.Email');
      if (result === 'Success') {
        return t(isMail ? 'userSessions.timeline.mailSent' : 'userSessions.timeline.textSent');
      }
      return t(isMail ? 'userSessions.timeline.mailFailed' : 'userSessions.timeline.textFailed');
    }
    default:
      return changeTitle(t, entry);
  }
}

/** Additional details; empty if there are none. */
export function detailOf(
  t: TFunction,
  entry: TimelineEntry,
  methodNames: (methods: readonly string[]) => string,
): string {
  const { kind, message, error, methods, key } = entry;
  if (message) {
    const what = isIn(templates, message.template)
      ? t(`userSessions.timeline.templates.${message.template}`)
      : message.template;
    return t('userSessions.timeline.message', { what, recipient: message.recipient });
  }
  if (kind === 'failedTry' && error) {
    const reason = reasons[error];
    return reason ? t(`userSessions.timeline.reasons.${reason}`) : error;
  }
  if (kind === 'signIn') {
    return methodNames(methods);
  }
  return key === 'User.SuspensionStatus.Updated'
    ? ''
    : entry.fields
        .map((field) => (isIn(fields, field) ? t(`userSessions.timeline.fields.${field}`) : field))
        .join(', ');
}

/** The actor, or the application that was used. */
export function authorOf(t: TFunction, { kind, actor, application }: TimelineEntry): string {
  const through = application ? nameApplication(t, application) : undefined;
  if (kind === 'adminChange') {
    const author = t(actor ? 'userSessions.timeline.by.administrator' : 'userSessions.timeline.by.system');
    return actor?.type === 'application' ? (through ?? actor.id) : author;
  }
  return kind === 'ownChange' ? t('userSessions.timeline.by.self') : (through ?? '');
}
