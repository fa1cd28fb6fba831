import type { Address, InteractionEvent } from '@postern/contracts/sign-in/sign-in';

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

/** Sign-in method; a provider is identified by its target. */
export type SignInMethod = 'password' | 'code' | `social:${string}`;

/** Notices on the first page after a flow led back to it. */
export type News = 'reset' | 'start-again';

type Draft = {
  identifier?: string;
  /** An invitation link has proven the identifier, which is an email address. */
  isInvited?: boolean;
  firstPage?: string;
  code?: SentCode;
  news?: News;
  /** The method that verified the person. */
  method?: SignInMethod | undefined;
};

/** What was entered so far, kept across pages and reloads in this tab only. Never contains a password or code. */
const key = 'postern:draft';

let draft = read();
let taken = false;

function read(): Draft {
  try {
    // Only this file writes this key.
    return JSON.parse(window.sessionStorage.getItem(key) ?? '{}') as Draft;
  } catch {
    // No storage, or invalid content: the fields start empty.
    return {};
  }
}

function keep(changes: Draft) {
  draft = { ...draft, ...changes };
  try {
    window.sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is disabled: after a reload the field is empty.
  }
}

export function keepIdentifier(identifier: string) {
  taken = false;
  keep({ identifier, isInvited: false, firstPage: window.location.pathname, news: undefined });
}

/** The person comes from an invitation; later pages show the address, and it cannot be changed. */
export function keepInvited(email: string) {
  taken = false;
  keep({ identifier: email, isInvited: true, firstPage: '/register', news: undefined });
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

export const lastIdentifier = () => draft.identifier ?? '';

export const keepCode = (code: SentCode) => keep({ code, news: undefined });

export const sentCode = (flow: CodeFlow) => (draft.code?.flow === flow ? draft.code : undefined);

export const keepNews = (news: News) => keep({ news, code: undefined });

/** Stored as last used when the sign-in succeeds. Undefined for methods that no page offers, such as an invitation. */
export const keepMethod = (method: SignInMethod | undefined) => keep({ method });

export const provenMethod = () => draft.method;

export const currentNews = () => draft.news;

export function forgetDraft() {
  draft = {};
  try {
    window.sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
