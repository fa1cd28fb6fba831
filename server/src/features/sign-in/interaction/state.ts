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
import type { ProviderSession } from '#features/access/oidc';
import type { DatedPassword } from '#features/experience/password-policy';
import type { Basis } from '#features/messages/connectors';
import type { SealedTokenSet } from '#features/people/secrets';
import type { Passkey, StoredPassword } from '#features/people/users';
import { AppError } from '#platform/http/errors';
import type { ProofVersion } from './compare-epochs.ts';

/** A correct password of an existing user. */
export type PasswordRecord = ProofVersion & {
  id: string;
  type: 'Password';
  identifier: Identifier;
  verified: boolean;
  userId: string;
  /** The password is known from a breach. */
  isLeaked?: boolean;
  /** When it expires depends on the policy of the moment in which it is used. Records of the previous release have none. */
  dated?: DatedPassword;
};
/** A name and a password for a new user. */
export type NewIdentityRecord = {
  id: string;
  type: 'NewPasswordIdentity';
  identifier: Identifier;
  password: StoredPassword;
};
/** A code that was sent, and whether it was verified. */
export type CodeRecord = ProofVersion & {
  id: string;
  type: 'EmailVerificationCode' | 'PhoneVerificationCode';
  identifier: Address;
  templateType: TemplateType;
  verified: boolean;
  isLegacy?: boolean;
};
/** A flow to a provider and, after the callback, the identity it returned. */
export type SocialRecord = ProofVersion & {
  id: string;
  type: 'Social';
  connectorId: string;
  target: string;
  state?: string;
  session: Record<string, unknown>;
  socialUserInfo?: SocialUserInfo;
  basis?: Basis | undefined;
  /** Addresses that the provider has verified. The connector decides on use whether to trust them. */
  verifiedAddresses?: Address[];
  /** The tokens of the provider, if the connector stores them. */
  tokenSet?: SealedTokenSet;
};
/** A flow to the identity provider of a company and, after the callback, the user it returned. */
export type SsoRecord = ProofVersion & {
  id: string;
  type: 'EnterpriseSso';
  connectorId: string;
  /** Until the callback. */
  state?: string;
  session: Record<string, unknown>;
  issuer?: string;
  enterpriseSsoUserInfo?: SocialUserInfo;
  basis?: Basis | undefined;
  /** The provider has verified the address, and it is in a domain of the connector. */
  isEmailProven?: boolean;
  tokenSet?: SealedTokenSet;
  /** For single logout. */
  providerSession?: ProviderSession;
  isLegacy?: boolean;
};
export type OneTimeTokenRecord = ProofVersion & {
  id: string;
  type: 'OneTimeToken';
  identifier: { type: 'email'; value: string };
  verified: boolean;
  /** Records of the previous release have none. */
  tokenId?: string;
  oneTimeTokenContext?: OneTimeTokenContext;
  /** From an invitation: proves an address for a new account, but does not open an existing one. */
  isForNewcomer?: boolean;
  invitationId?: string;
};

/** A code of an authenticator app: of the stored one, or with `secret` of one that is being added. */
export type TotpRecord = {
  id: string;
  type: 'Totp';
  userId: string;
  verified: boolean;
  /** Encrypted. */
  secret?: string;
  usedStep?: number;
};
/** A passkey that is verified as a second factor, or one that is being added. A challenge is used once. */
export type WebAuthnRecord = {
  id: string;
  type: 'WebAuthn';
  userId: string;
  verified: boolean;
  registrationChallenge?: string;
  /** The host that the new passkey is for. */
  registrationRpId?: string;
  authenticationChallenge?: string;
  passkey?: Passkey;
};
/** A backup code, or with `codes` a new set. */
export type BackupCodeRecord = {
  id: string;
  type: 'BackupCode';
  userId: string;
  verified: boolean;
  /** Encrypted. */
  codes?: string[];
};
/** A code that was sent to the user as a second factor. */
export type MfaCodeRecord = {
  id: string;
  type: 'MfaEmailVerificationCode' | 'MfaPhoneVerificationCode';
  userId: string;
  identifier: Address;
  templateType: TemplateType;
  verified: boolean;
};
/** A code of an administrator instead of a second factor. */
export type TemporaryCodeRecord = { id: string; type: 'TemporaryCode'; userId: string; verified: boolean };
/** A passkey that identifies its user. */
export type SignInPasskeyRecord = ProofVersion & {
  id: string;
  type: 'SignInPasskey';
  verified: boolean;
  challenge?: string;
  /** The host that the challenge is for. Records of the previous release have none. */
  rpId?: string;
  /** The user whose passkey was asked for; never shown, because nobody has proven anything yet. */
  askedUserId?: string;
  userId?: string;
};

/** A request for any passkey, made before the sign-in has begun. It is used once. */
export type PasskeyPreflight = { challenge: string; rpId: string; provenAt: number };

/** A proof collected during the sign-in. At most one of each type is stored. */
export type VerificationRecord =
  | PasswordRecord
  | NewIdentityRecord
  | CodeRecord
  | SocialRecord
  | SsoRecord
  | OneTimeTokenRecord
  | TotpRecord
  | WebAuthnRecord
  | BackupCodeRecord
  | MfaCodeRecord
  | TemporaryCodeRecord
  | SignInPasskeyRecord;

/** Factors and choices that the last step stores with the account. Secrets are encrypted. */
export type PendingFactors = {
  totp?: { secret: string; usedStep?: number };
  webAuthn?: Passkey[];
  backupCodes?: string[];
  enabled?: boolean;
  skipped?: boolean;
  suggestionSkipped?: boolean;
  passkeySkipped?: 'once' | 'always';
};

/** The factor that the user has verified. It stays when a later record of its type replaces the record. */
type VerifiedFactor = { userId: string; type: VerificationRecord['type']; at: number };

/** What a provider has proven: the settings of its connector may change until it is used. */
type ProviderProof = { connectorId: string; basis?: Basis | undefined };

export type SocialIdentity = { target: string; userInfo: SocialUserInfo; proof?: ProviderProof };

/** An account at the identity provider of a connector. */
export type SsoIdentity = {
  ssoConnectorId: string;
  issuer: string;
  identityId: string;
  detail: Record<string, unknown>;
  /** Whether the address is proven, so that the user joins the organizations of the connector. */
  mayJoin: boolean;
};

/** Data that becomes part of the account when it is created or signed in to. */
export type PendingProfile = {
  username?: string;
  primaryEmail?: string;
  primaryPhone?: string;
  /** Only claimed by a provider: stored, but not a proof. */
  isEmailUnverified?: boolean;
  isPhoneUnverified?: boolean;
  name?: string;
  avatar?: string;
  password?: StoredPassword;
  profile?: UserProfile;
  customData?: Record<string, unknown>;
  socialIdentity?: SocialIdentity;
  enterpriseSsoIdentity?: SsoIdentity;
  /** The provider that has proven an address. */
  addressProof?: ProviderProof;
  /** From a one-time token: may register regardless of the settings. */
  isInvited?: boolean;
  /** The person has sent the form with the profile fields, so those that are optional may stay empty. */
  submitted?: boolean;
};

/** Input of the legacy interaction API. Its last step applies it: details first, then the rest. */
export type Deferred = {
  profile: { username?: string; email?: string; phone?: string; connectorId?: string; password?: StoredPassword };
  /** The social connector whose identity the user wants to link to their account. */
  linksFrom?: string;
  /** The user declines a second factor. */
  skipsMfa?: boolean;
  /** The account whose password the new one was compared with, and whether it is the same. */
  resets?: { userId: string | undefined; isSame: boolean };
};

/** The captcha state: verified by a token, or skipped because of a trusted proof. */
export type Captcha = { verified: boolean; skipped: boolean };

/** The state of a running sign-in. Stored with the engine's interaction, so any node can continue it. */
export type SignInState = {
  /** Identifies this start: a step from before a restart must not write into the new state. */
  beginning: string;
  event: InteractionEvent;
  userId?: string;
  /** The security epoch of the user. If it advances, the sign-in has ended, unless it made the change itself. */
  epoch?: number | undefined;
  /** The account was created in this sign-in. */
  isNew?: boolean;
  profile: PendingProfile;
  captcha?: Captcha;
  /**
   * The proof that identified the user. Later records of its type replace it in `records`, but it must still be
   * allowed.
   */
  identifiedBy?: VerificationRecord;
  /**
   * The proof whose data waits for missing details. It identifies the new account, also if a later record of its type
   * replaces it in `records`.
   */
  proposedBy?: VerificationRecord | undefined;
  deferred?: Deferred;
  /** Begun by the interaction API of older pages, which knows no methods of a password reset and no switch for SSO. */
  isLegacy?: boolean;
  /** The ID of the account that a registration will create: its factors are bound to it before it exists. */
  newUserId?: string | undefined;
  mfa?: PendingFactors | undefined;
  verifiedFactor?: VerifiedFactor;
  /** The user who does not want to be asked for a factor in this browser. */
  trustsDevice?: string;
  /** The user for whom the risk policy asks for a factor. */
  riskyUserId?: string;
  /** The user for whom a rule of adaptive second factors asks for one. */
  unusualUserId?: string;
  /** Also kept when the sign-in begins again. */
  preflight?: PasskeyPreflight | undefined;
  records: VerificationRecord[];
};

export function withRecord(state: SignInState, record: VerificationRecord): SignInState {
  return {
    ...state,
    ...(needsNoCaptcha(record) ? { captcha: { verified: false, ...state.captcha, skipped: true } } : {}),
    records: [...state.records.filter(({ type }) => type !== record.type), record],
  };
}

/**
 * Provider, one-time token and passkey proofs need no captcha: a provider knows the user, the token was sent to them,
 * or the authenticator has verified them.
 */
const needsNoCaptcha = (record: VerificationRecord) =>
  ['Social', 'EnterpriseSso', 'OneTimeToken', 'SignInPasskey'].includes(record.type) && isProven(record);

export function getRecord(state: SignInState, id: string | undefined): VerificationRecord {
  const record = state.records.find((one) => one.id === id);
  if (!record) {
    throw new AppError('session.verification_session_not_found');
  }
  return record;
}

/** A verified record of a certain type. */
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

/** Whether the record has been verified, not only started. */
export function isProven(record: VerificationRecord): boolean {
  if (record.type === 'Social') {
    return record.socialUserInfo !== undefined;
  }
  if (record.type === 'EnterpriseSso') {
    return record.enterpriseSsoUserInfo !== undefined;
  }
  return record.type === 'NewPasswordIdentity' || record.verified;
}

/** The part of the identifying record that is needed to check again whether it is allowed. */
export function asIdentifier(record: VerificationRecord | undefined): VerificationRecord | undefined {
  return record?.type === 'Social' || record?.type === 'EnterpriseSso'
    ? { ...record, session: {}, tokenSet: undefined }
    : record;
}

/** The record without data that only the server may know. */
export function withoutSecrets(record: VerificationRecord): VerificationRecordView {
  const { id, type } = record;
  switch (record.type) {
    case 'Social': {
      const { connectorId, socialUserInfo } = record;
      return { id, type, connectorId, ...(socialUserInfo ? { socialUserInfo } : {}) };
    }
    case 'EnterpriseSso': {
      const { connectorId, issuer, enterpriseSsoUserInfo } = record;
      return { id, type, connectorId, ...(enterpriseSsoUserInfo ? { enterpriseSsoUserInfo, issuer } : {}) };
    }
    case 'NewPasswordIdentity':
      return { id, type, identifier: record.identifier };
    case 'OneTimeToken': {
      const { identifier, verified, oneTimeTokenContext } = record;
      return { id, type, identifier, verified, ...(oneTimeTokenContext ? { oneTimeTokenContext } : {}) };
    }
    case 'Password':
      return { id, type, identifier: record.identifier, verified: record.verified };
    case 'Totp':
    case 'WebAuthn':
    case 'BackupCode':
    case 'TemporaryCode':
    case 'SignInPasskey':
      return { id, type, verified: record.verified, ...(record.userId ? { userId: record.userId } : {}) };
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

const withoutProof = ({ proof: _proof, ...identity }: SocialIdentity) => identity;

/** The state as the API returns it. */
export function viewOf({ event, userId, profile, records, mfa, captcha }: SignInState): Interaction {
  const {
    password: _password,
    isEmailUnverified,
    isPhoneUnverified,
    isInvited,
    addressProof,
    socialIdentity,
    ...shown
  } = profile;
  return {
    interactionEvent: event,
    ...(userId ? { userId } : {}),
    profile: { ...shown, ...(socialIdentity ? { socialIdentity: withoutProof(socialIdentity) } : {}) },
    verificationRecords: records.map(withoutSecrets),
    ...(mfa
      ? {
          mfa: {
            ...(mfa.enabled ? { mfaEnabled: true } : {}),
            ...(mfa.skipped ? { mfaSkipped: true } : {}),
            ...(mfa.passkeySkipped ? { passkeySkipped: true } : {}),
            ...(mfa.totp ? { totp: { type: 'Totp' as const } } : {}),
            ...(mfa.webAuthn
              ? { webAuthn: mfa.webAuthn.map((passkey) => ({ type: 'WebAuthn' as const, ...passkey })) }
              : {}),
            ...(mfa.backupCodes ? { backupCode: { type: 'BackupCode' as const } } : {}),
          },
        }
      : {}),
    ...(captcha ? { captcha } : {}),
  };
}
