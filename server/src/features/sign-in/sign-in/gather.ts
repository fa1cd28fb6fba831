import type { OneTimeTokenContext } from '@postern/contracts/access/one-time-tokens';
import type { TemplateType } from '@postern/contracts/messages/email-templates';
import type { UserProfile } from '@postern/contracts/people/users';
import type {
  Address,
  Identifier,
  Interaction,
  InteractionEvent,
  SocialUserInfo,
  VerificationRecordView,
} from '@postern/contracts/sign-in/sign-in';
import type { SealedTokenSet } from '#features/people/secrets';
import type { StoredPassword } from '#features/people/users';
import { AppError } from '#platform/errors';

/** A right password of somebody who exists. */
export type PasswordRecord = {
  id: string;
  type: 'Password';
  identifier: Identifier;
  verified: boolean;
  userId: string;
};
/** A name and a password for somebody who does not exist yet. */
export type NewIdentityRecord = {
  id: string;
  type: 'NewPasswordIdentity';
  identifier: Identifier;
  password: StoredPassword;
};
/** A code that was sent, and whether its owner showed it. */
export type CodeRecord = {
  id: string;
  type: 'EmailVerificationCode' | 'PhoneVerificationCode';
  identifier: Address;
  templateType: TemplateType;
  verified: boolean;
};
/** A way to a provider and, once the browser is back, who it says they are. */
export type SocialRecord = {
  id: string;
  type: 'Social';
  connectorId: string;
  target: string;
  state?: string;
  session: Record<string, unknown>;
  socialUserInfo?: SocialUserInfo;
  /** What the provider has verified. Whether it counts here, the connector decides when it is used. */
  verifiedAddresses?: Address[];
  /** What the provider gave for itself, where the connector keeps it. */
  tokenSet?: SealedTokenSet;
};
export type OneTimeTokenRecord = {
  id: string;
  type: 'OneTimeToken';
  identifier: { type: 'email'; value: string };
  verified: boolean;
  oneTimeTokenContext?: OneTimeTokenContext;
  /** Came with an invitation: proves an address for a new account, and opens no account that exists. */
  isForNewcomer?: boolean;
};

/** Proof of something, gathered on the way. At most one of each type is kept. */
export type VerificationRecord = PasswordRecord | NewIdentityRecord | CodeRecord | SocialRecord | OneTimeTokenRecord;

export type SocialIdentity = { target: string; userInfo: SocialUserInfo };

/** What becomes part of the account when it is created or signed in to. */
export type PendingProfile = {
  username?: string;
  primaryEmail?: string;
  primaryPhone?: string;
  /** Only a provider says so: kept, but no proof. */
  isEmailUnverified?: boolean;
  isPhoneUnverified?: boolean;
  name?: string;
  avatar?: string;
  password?: StoredPassword;
  profile?: UserProfile;
  customData?: Record<string, unknown>;
  socialIdentity?: SocialIdentity;
  /** Came by a one-time token: welcome whatever the settings say about who may register. */
  isInvited?: boolean;
};

/** What the legacy interaction API was given. Its last step applies it: details first, then the rest. */
export type Deferred = {
  profile: { username?: string; email?: string; phone?: string; connectorId?: string; password?: StoredPassword };
  /** The social connector whose identity the person wants to link to their account. */
  linksFrom?: string;
  /** The person does not want a second factor. */
  skipsMfa?: boolean;
};

/** Whether a person sits there: a token said so, or whoever vouches for them did. */
export type Captcha = { verified: boolean; skipped: boolean };

/** What a running sign-in has gathered. Kept with the engine's interaction, so any node can go on with it. */
export type SignInState = {
  /** Names this beginning: a step that began before a restart must not write into what came after it. */
  beginning: string;
  event: InteractionEvent;
  userId?: string;
  /** The account was created in this very sign-in. */
  isNew?: boolean;
  profile: PendingProfile;
  captcha?: Captcha;
  /** The proof that named the person. Later records of its type replace it in `records`, and it still has to be allowed. */
  identifiedBy?: VerificationRecord;
  deferred?: Deferred;
  records: VerificationRecord[];
};

export function withRecord(state: SignInState, record: VerificationRecord): SignInState {
  return {
    ...state,
    ...(vouches(record) ? { captcha: { verified: false, ...state.captcha, skipped: true } } : {}),
    records: [...state.records.filter(({ type }) => type !== record.type), record],
  };
}

/** A provider has seen the person, and a one-time token was meant for them: no captcha is asked of either. */
const vouches = (record: VerificationRecord) =>
  (record.type === 'Social' || record.type === 'OneTimeToken') && isProven(record);

export function getRecord(state: SignInState, id: string | undefined): VerificationRecord {
  const record = state.records.find((one) => one.id === id);
  if (!record) {
    throw new AppError('session.verification_session_not_found');
  }
  return record;
}

/** A record of a certain kind that has been proven. */
export function getProven<Type extends VerificationRecord['type']>(
  state: SignInState,
  id: string,
  ...types: Type[]
): Extract<VerificationRecord, { type: Type }> {
  const record = getRecord(state, id);
  if (!types.some((type) => type === record.type) || !isProven(record)) {
    throw new AppError('session.verification_failed');
  }
  // The line above has compared the type.
  return record as Extract<VerificationRecord, { type: Type }>;
}

/** Whether what the record is about has been shown, not only begun. */
export function isProven(record: VerificationRecord): boolean {
  if (record.type === 'Social') {
    return record.socialUserInfo !== undefined;
  }
  return record.type === 'NewPasswordIdentity' || record.verified;
}

/** What is kept of the record that named the person: enough to ask again whether it is allowed. */
export function asIdentifier(record: VerificationRecord | undefined): VerificationRecord | undefined {
  return record?.type === 'Social' ? { ...record, session: {}, tokenSet: undefined } : record;
}

/** Records without what only the server may know. */
export function withoutSecrets(record: VerificationRecord): VerificationRecordView {
  const { id, type } = record;
  switch (record.type) {
    case 'Social': {
      const { connectorId, socialUserInfo } = record;
      return { id, type, connectorId, ...(socialUserInfo ? { socialUserInfo } : {}) };
    }
    case 'NewPasswordIdentity':
      return { id, type, identifier: record.identifier };
    case 'OneTimeToken': {
      const { identifier, verified, oneTimeTokenContext } = record;
      return { id, type, identifier, verified, ...(oneTimeTokenContext ? { oneTimeTokenContext } : {}) };
    }
    case 'Password':
      return { id, type, identifier: record.identifier, verified: record.verified };
    default:
      return {
        id,
        type,
        identifier: record.identifier,
        verified: record.verified,
        templateType: record.templateType,
      };
  }
}

/** The state as the API shows it. */
export function viewOf({ event, userId, profile, records }: SignInState): Interaction {
  const { password: _password, isEmailUnverified, isPhoneUnverified, isInvited, ...shown } = profile;
  return {
    interactionEvent: event,
    ...(userId ? { userId } : {}),
    profile: shown,
    verificationRecords: records.map(withoutSecrets),
  };
}
