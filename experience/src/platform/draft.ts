import type { Address, InteractionEvent } from '@postern/contracts/sign-in/sign-in';

/** The flows in which a code is shown; also the first word of their pages. */
export type CodeFlow = 'sign-in' | 'register' | 'forgot-password' | 'continue';

/** What a proven address turned out to need: an answer of the person before it goes on. */
export type Question = 'create' | 'sign-in' | 'link' | 'taken' | 'unknown';

export type SentCode = {
  flow: CodeFlow;
  event: InteractionEvent;
  address: Address;
  /** The page on which the address was typed, and can be changed. */
  origin: string;
  verificationId: string;
  /** Milliseconds since 1970. */
  sentAt: number;
  /** The server has taken the code already, which it does only once. */
  isVerified?: boolean;
  /** The proof of a provider that this sign-in began with. */
  socialProof?: string | undefined;
  question?: Question;
};

/** How somebody signs in; a provider by its target. */
export type SignInMethod = 'password' | 'code' | `social:${string}`;

/** What the first page says when a flow led back to it. */
export type News = 'reset' | 'start-again';

type Draft = {
  identifier?: string;
  /** The link of an invitation has proven the identifier, which is an address. */
  isInvited?: boolean;
  firstPage?: string;
  code?: SentCode;
  news?: News;
  /** What has proven who they are. */
  method?: SignInMethod | undefined;
};

/** What was typed so far, from page to page and over a reload, in this tab alone. Never a password, never a code. */
const key = 'postern:draft';

let draft = read();
let taken = false;

function read(): Draft {
  try {
    // Only this file writes it.
    return JSON.parse(window.sessionStorage.getItem(key) ?? '{}') as Draft;
  } catch {
    // No storage, or somebody else's text in it: the fields start empty.
    return {};
  }
}

function keep(changes: Draft) {
  draft = { ...draft, ...changes };
  try {
    window.sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is switched off: a reload then starts with an empty field.
  }
}

export function keepIdentifier(identifier: string) {
  taken = false;
  keep({ identifier, isInvited: false, firstPage: window.location.pathname, news: undefined });
}

/** Somebody came by an invitation; the pages that follow show the address, and it cannot be changed there. */
export function keepInvited(email: string) {
  taken = false;
  keep({ identifier: email, isInvited: true, firstPage: '/register', news: undefined });
}

export const invitedAddress = () => (draft.isInvited ? draft.identifier : undefined);

/** The page on which the identifier was typed. */
export const firstPage = () => draft.firstPage ?? '/sign-in';

/** Undefined before the first page was sent: the second page of a flow then returns to it. */
export const currentIdentifier = () => draft.identifier;

/** The server refused it on the second page; the first page says so when it is shown again. */
export function markTaken() {
  taken = true;
}

export const isTaken = () => taken;

export const lastIdentifier = () => draft.identifier ?? '';

export const keepCode = (code: SentCode) => keep({ code, news: undefined });

export const sentCode = (flow: CodeFlow) => (draft.code?.flow === flow ? draft.code : undefined);

export const keepNews = (news: News) => keep({ news, code: undefined });

/** Remembered as the last one when the sign-in succeeds. Undefined for a way that no page offers, such as an invitation. */
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
