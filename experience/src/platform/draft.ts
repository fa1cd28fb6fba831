import type { MfaFactor } from '@postern/contracts/experience/sign-in-experience';
import type { Address, InteractionEvent } from '@postern/contracts/sign-in/sign-in';
import { currentPath, prefix } from './prefix.ts';

/** The flows that use a code; also the first path segment of their pages. */
export type CodeFlow = 'sign-in' | 'register' | 'forgot-password' | 'continue';

/** What to ask the person about a proven address before the flow continues. */
export type Question = 'create' | 'sign-in' | 'link' | 'taken' | 'unknown';

export type SentCode = {
  flow: CodeFlow;
  event: InteractionEvent;
  address: Address;
  /** The page on which the address was entered and can be changed. */
  origin: string;
  verificationId: string;
  /** Milliseconds since 1970. */
  sentAt: number;
  /** The server has already accepted the code, which it does only once. */
  isVerified?: boolean;
  /** Verification record of the provider that this sign-in started with. */
  socialProof?: string | undefined;
  question?: Question;
};

/** A second factor, or the code of an administrator that replaces it once. */
export type FactorWay = MfaFactor | 'TemporaryCode';

/** The second factors that the server asks for, or offers to set up; the first one is preferred. */
export type AskedFactors = {
  flow: 'bind' | 'verify';
  available: FactorWay[];
  /** Shortened addresses of the factors that send codes. */
  masked: Partial<Record<FactorWay, string>>;
  isSkippable: boolean;
  /** The account has a factor already; another one is suggested. */
  isSuggestion: boolean;
  /** For how many days the person can choose not to be asked in this browser. */
  trustDays?: number | undefined;
};

/** The last code that was sent as a second factor; `sentAt` in milliseconds since 1970. */
export type FactorCode = { factor: FactorWay; verificationId: string; sentAt: number };

export type Suggested = { email?: string | undefined; phone?: string | undefined };

export type TotpKey = { verificationId: string; secret: string; secretQrCode: string };

/** Sign-in method; a provider is identified by its target. */
export type SignInMethod = 'password' | 'code' | 'passkey' | `social:${string}`;

/** Notices on the first page after a flow led back to it. */
export type News = 'reset' | 'expired' | 'start-again';

type Draft = {
  identifier?: string;
  /** Addresses of the person that the provider knows, for pages that ask for one. */
  suggested?: Suggested;
  /** An invitation link has proven the identifier, which is an email address. */
  isInvited?: boolean;
  firstPage?: string;
  code?: SentCode;
  news?: News;
  /** The method that verified the person. */
  method?: SignInMethod | undefined;
  factors?: AskedFactors;
  factorCode?: FactorCode | undefined;
  /** The key that the page shows for an authenticator app. A reload shows it again, as the app may have it already. */
  totp?: TotpKey | undefined;
};

/** What was entered so far, kept across pages and reloads in this tab only. Never contains a password or code. */
const key = `postern:draft${prefix}`;

let draft: Draft = {};
let taken = false;

/** Called when a page is loaded. */
export function joinDraft(): void {
  draft = read();
  taken = false;
}

function read(): Draft {
  try {
    // Only this file writes this key.
    return JSON.parse(window.sessionStorage.getItem(key) ?? '{}') as Draft;
  } catch {
    // No storage, or invalid content: the fields start empty.
    return {};
  }
}

function save(changes: Draft) {
  draft = { ...draft, ...changes };
  try {
    window.sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is disabled: after a reload the field is empty.
  }
}

export function saveIdentifier(identifier: string) {
  taken = false;
  save({ identifier, isInvited: false, firstPage: currentPath(), news: undefined });
}

/** The person comes from an invitation; later pages show the address, and it cannot be changed. */
export function saveInvited(email: string) {
  taken = false;
  save({ identifier: email, isInvited: true, firstPage: '/register', news: undefined });
}

export const invitedAddress = () => (draft.isInvited ? draft.identifier : undefined);

/** The page on which the identifier was entered. */
export const firstPage = () => draft.firstPage ?? '/sign-in';

/** Undefined before the first page is submitted; the second page then redirects to it. */
export const currentIdentifier = () => draft.identifier;

/** The server rejected the identifier on the second page; the first page shows the error. */
export function markTaken() {
  taken = true;
}

export const isTaken = () => taken;

export const saveSuggested = (suggested: Suggested) => save({ suggested });

export const suggestedAddress = (type: keyof Suggested) => draft.suggested?.[type];

export const lastIdentifier = () => draft.identifier ?? '';

export const saveCode = (code: SentCode) => save({ code, news: undefined });

export const sentCode = (flow: CodeFlow) => (draft.code?.flow === flow ? draft.code : undefined);

export const saveNews = (news: News) => save({ news, code: undefined });

/** Stored as last used when the sign-in succeeds. Undefined for methods that no page offers, such as an invitation. */
export const saveMethod = (method: SignInMethod | undefined) => save({ method });

export const provenMethod = () => draft.method;

/** Replaces what an earlier answer of the server asked for. */
export const saveFactors = (factors: AskedFactors) => save({ factors, totp: undefined });

/** Undefined if the server did not ask for second factors, or only in the other flow. */
export const askedFactors = (flow: AskedFactors['flow']) => (draft.factors?.flow === flow ? draft.factors : undefined);

export const saveFactorCode = (factorCode: FactorCode) => save({ factorCode });

export const sentFactorCode = (factor: FactorWay) =>
  draft.factorCode?.factor === factor ? draft.factorCode : undefined;

export const saveTotpKey = (totp: TotpKey) => save({ totp });

export const shownTotpKey = () => draft.totp;

export const currentNews = () => draft.news;

export function forgetDraft() {
  draft = {};
  try {
    window.sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
