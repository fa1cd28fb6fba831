import type { ConnectorMetadata } from '@postern/contracts/messages/connectors';
import type { ContentType, EmailTemplateDetails, TemplateType } from '@postern/contracts/messages/email-templates';
import type { Sender } from '@postern/contracts/tame-name';

export type { ConnectorMetadata, ContentType, EmailTemplateDetails, TemplateType };

/** The response of a provider, limited in size, see `call-provider.ts`. */
export type Answer = {
  status: number;
  ok: boolean;
  body: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | null;
  headers?: { get(name: string): string | null };
};
export type Fetch = (
  url: string,
  init?: { method?: string; headers?: Record<string, string>; body?: string; signal?: AbortSignal },
) => Promise<Answer>;

/** The only way to make outgoing calls: rejects addresses inside the operator's network on every call. */
export type Egress = {
  fetch: Fetch;
  /** The address of a host that is not called over HTTP; connect to exactly this one. */
  resolve(host: string): Promise<{ address: string; family: number }>;
};

/**
 * The arguments of a factory. The first two are the public interface, `egress` is for the connectors of this
 * repository.
 */
export type FactoryOptions = {
  getConfig(connectorId: string): Promise<unknown>;
  getI18nEmailTemplate?(type: TemplateType, languageTag?: string): Promise<EmailTemplateDetails | undefined>;
  egress: Egress;
  /** Sends an email with the operator's connector. Undefined if this server has no operator or the operator no connector. */
  sendForTenant?(message: Message, sender: ServiceSender): Promise<void>;
};

/** What a tenant may choose about emails that the operator sends. */
export type ServiceSender = {
  senderName?: string | undefined;
  companyInformation?: string | undefined;
  appLogo?: string | undefined;
};

type Issue = { path: readonly PropertyKey[]; message: string; code?: string };

/** A zod schema of any version: only this part is used. */
export type ConfigGuard = {
  safeParse(
    value: unknown,
    /** With it, Zod 4 includes the input in each issue; others may ignore it. */
    options?: { reportInput?: boolean },
  ): { success: true; data: unknown } | { success: false; error: { issues?: Issue[] } };
};

type Common = {
  metadata: ConnectorMetadata;
  configGuard: ConfigGuard;
  /** Hosts in a config that are called but not written as a URL, so that they can be rejected when it is saved. */
  hostsOf?(config: Record<string, unknown>): string[];
  /** Settings whose addresses the server never calls, so that they may be anywhere. Only for connectors of this repository. */
  uncalledSettings?: string[];
};

export type MessagePayload = {
  code?: string;
  link?: string;
  /** Language of the message, a BCP 47 tag. */
  locale?: string;
  /** Languages that the application requested, best first, separated by spaces. */
  uiLocales?: string;
  /**
   * An informational message that overrides all templates. `text` is the complete text, including the `link` of the
   * payload if there is one. An email shows `lead`, a button `action` for that link, and `note`.
   */
  notice?: {
    subject: string;
    text: string;
    lead?: string | undefined;
    action?: string | undefined;
    note?: string | undefined;
  };
} & Record<string, unknown>;

/** The sender in built-in messages: the application, else the tenant. */
export type MessageBrand = Sender & {
  /** One line below a built-in email, such as the name and address of a company. */
  footer?: string | undefined;
  logoUrl?: string | undefined;
  darkLogoUrl?: string | undefined;
  color?: { primaryColor: string; isDarkModeEnabled: boolean; darkPrimaryColor: string } | undefined;
};

/** An email as it is sent. */
export type RenderedMail = {
  subject: string;
  content: string;
  contentType: ContentType;
  /** The same without markup, if there is one. */
  text?: string;
  replyTo?: string;
  sendFrom?: string;
};

export type Message = {
  to: string;
  type: TemplateType;
  payload: MessagePayload;
  /** IP address of the requester. */
  ip?: string | undefined;
  /** How long the code is valid, for the built-in texts. */
  minutes?: number | undefined;
  brand: MessageBrand;
  /** The finished email of another tenant. The connector sends it as it is, without its own templates. */
  rendered?: RenderedMail;
};

export type MessageConnector = Common & {
  type: 'Email' | 'Sms';
  /** `config` overrides the stored one, for test messages. */
  sendMessage(message: Message, config?: unknown): Promise<unknown>;
};

/** Stored with the sign-in between the redirect to the provider and the callback. */
export type ConnectorSession = {
  nonce?: string;
  redirectUri?: string;
  connectorId?: string;
  connectorFactoryId?: string;
  jti?: string;
  state?: string;
} & Record<string, unknown>;
export type GetSession = () => Promise<ConnectorSession>;
export type SetSession = (session: ConnectorSession) => Promise<void>;

export type AuthorizationRequest = {
  state: string;
  redirectUri: string;
  connectorId: string;
  connectorFactoryId: string;
  jti: string;
  headers: { userAgent?: string };
  scope?: string;
  /** False if the caller cannot store a session, so that nothing may depend on one (no PKCE). */
  keepsSession?: boolean;
};

export type SocialUserInfo = {
  id: string;
  email?: string;
  phone?: string;
  /**
   * The flag that the provider documents for this purpose. Undefined if it has none. The server never guesses from
   * `rawData` that an address is verified.
   */
  isEmailVerified?: boolean;
  isPhoneVerified?: boolean;
  name?: string;
  avatar?: string;
  rawData?: unknown;
};

export type TokenResponse = {
  id_token?: string;
  access_token?: string;
  refresh_token?: string;
  expires_in?: number | string;
  scope?: string;
  token_type?: string;
};

export type SocialConnector = Common & {
  type: 'Social';
  getAuthorizationUri(request: AuthorizationRequest, setSession: SetSession): Promise<string>;
  getUserInfo(callbackData: unknown, getSession: GetSession): Promise<SocialUserInfo>;
  getTokenResponseAndUserInfo?(
    callbackData: unknown,
    getSession: GetSession,
  ): Promise<{ tokenResponse?: TokenResponse; userInfo: SocialUserInfo }>;
  getAccessTokenByRefreshToken?(refreshToken: string): Promise<TokenResponse>;
  validateSamlAssertion?(assertion: unknown, getSession: GetSession, setSession: SetSession): Promise<string>;
};

export type AnyConnector = MessageConnector | SocialConnector;

/** The default export of a connector package. */
export type ConnectorFactory<C extends AnyConnector = AnyConnector> = (options: FactoryOptions) => Promise<C>;

export type Callback = { data: Record<string, unknown>; session: ConnectorSession };
