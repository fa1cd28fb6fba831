import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { InteractionEvent } from '@postern/contracts/sign-in/sign-in';
import { sql } from 'kysely';
import { originOf } from '#platform/tenancy/addresses';
import type { TestApp } from './test-app.ts';

export type StepAnswer = {
  status: number;
  code: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every step
  body: any;
  headers: Record<string, unknown>;
};

/** A simulated browser on the sign-in pages of a tenant, on top of `inject`: cookies and steps only. */
export type Visitor = {
  cookies: Map<string, string>;
  /** Requests the authorization endpoint. Returns the redirect target. */
  arrive(params?: Record<string, string>): Promise<string>;
  step(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<StepAnswer>;
  /** The same for the legacy interaction API. */
  legacy(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<StepAnswer>;
  /** Follows the redirects of a finished sign-in within the server. Returns the last URL. */
  follow(redirectTo: string): Promise<string>;
  start(event: InteractionEvent): Promise<StepAnswer>;
  /** Sends a code, reads it from the mailbox and verifies it. */
  proveAddress(event: InteractionEvent, type: 'email' | 'phone', value: string): Promise<string>;
  identify(verificationId?: string, more?: object): Promise<StepAnswer>;
  submit(): Promise<StepAnswer>;
};

const callback = 'http://core.test/demo-app';

export function visitor(app: TestApp, tenantId = 'default', endpoint = app.app.endpointOf(tenantId)): Visitor {
  const cookies = new Map<string, string>();
  const { host } = new URL(endpoint);
  const server = tenantId === 'admin' ? app.admin : app.core;

  async function send(method: string, url: string, payload?: string, headers: Record<string, string> = {}) {
    const answer = await server.inject({
      method: method as 'GET',
      url,
      headers: {
        host,
        origin: originOf(endpoint),
        accept: 'text/html',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
    for (const { name, value } of answer.cookies) {
      if (value) {
        cookies.set(name, value);
      } else {
        cookies.delete(name);
      }
    }
    return answer;
  }

  const stepsBelow =
    (base: string): Visitor['step'] =>
    async (method, path, body, headers) => {
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const answer = await send(method, base + path, payload, headers);
      const text = answer.payload;
      const parsed = text ? JSON.parse(text) : undefined;
      return { status: answer.statusCode, code: parsed?.code, body: parsed, headers: answer.headers };
    };

  const self: Visitor = {
    cookies,
    async arrive(params = {}) {
      const query = new URLSearchParams({
        client_id: 'demo-app',
        response_type: 'code',
        scope: 'openid profile email',
        redirect_uri: callback,
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 'S256',
        ...params,
      });
      const { headers } = await send('GET', `/oidc/auth?${query}`);
      return String(headers.location);
    },
    step: stepsBelow('/api/experience'),
    legacy: stepsBelow('/api/interaction'),
    async follow(redirectTo) {
      let next = redirectTo;
      for (let hops = 0; hops < 10; hops += 1) {
        const url = new URL(next, endpoint);
        if (!url.pathname.startsWith('/oidc/')) {
          break;
        }
        const { headers, statusCode, payload } = await send('GET', url.pathname + url.search);
        if (!headers.location) {
          throw new Error(`${url.pathname} answered ${statusCode}: ${payload.slice(0, 200)}`);
        }
        next = String(headers.location);
      }
      return next;
    },
    start: (interactionEvent) => self.step('PUT', '', { interactionEvent }),
    async proveAddress(interactionEvent, type, value) {
      const identifier = { type, value };
      const sent = await self.step('POST', '/verification/verification-code', { identifier, interactionEvent });
      if (sent.status !== 200) {
        throw new Error(`sending to ${value}: ${JSON.stringify(sent.body)}`);
      }
      const { verificationId } = sent.body;
      const { code } = await lastMessage(app, value, tenantId);
      const shown = await self.step('POST', '/verification/verification-code/verify', {
        identifier,
        verificationId,
        code,
      });
      if (shown.status !== 200) {
        throw new Error(`showing the code of ${value}: ${JSON.stringify(shown.body)}`);
      }
      return verificationId;
    },
    identify: (verificationId, more = {}) =>
      self.step('POST', '/identification', { ...(verificationId ? { verificationId } : {}), ...more }),
    submit: () => self.step('POST', '/submit'),
  };
  return self;
}

/** The newest message to a recipient. Removes the delay between messages that guards against double clicks. */
export async function lastMessage(app: TestApp, recipient: string, tenantId = 'default') {
  await forgetPauses(app, tenantId);
  const { rows } = await app.read(tenantId, (db) =>
    sql<{ code: string; link: string; content: string; templateType: string }>`
      select code, link, content, template_type as "templateType" from mailbox_messages
      where recipient = ${recipient} order by created_at desc limit 1`.execute(db),
  );
  if (!rows[0]) {
    throw new Error(`there is no message to ${recipient}`);
  }
  return rows[0];
}

export const forgetPauses = (app: TestApp, tenantId = 'default') =>
  app.write(tenantId, (db) => db.deleteFrom('message_counters').execute());

const columns = {
  signIn: 'sign_in',
  signUp: 'sign_up',
  signInMode: 'sign_in_mode',
  socialSignInConnectorTargets: 'social_sign_in_connector_targets',
  socialSignIn: 'social_sign_in',
  passwordPolicy: 'password_policy',
  sentinelPolicy: 'sentinel_policy',
  emailBlocklistPolicy: 'email_blocklist_policy',
  forgotPasswordMethods: 'forgot_password_methods',
  mfa: 'mfa',
  passkeySignIn: 'passkey_sign_in',
  adaptiveMfa: 'adaptive_mfa',
  usernamePolicy: 'username_policy',
  verificationCodePolicy: 'verification_code_policy',
  passwordExpiration: 'password_expiration',
  customUiCsp: 'custom_ui_csp',
  signUpProfileFields: 'sign_up_profile_fields',
  singleSignOnEnabled: 'single_sign_on_enabled',
} as const;

/** Changes the settings of a tenant as an administrator would. */
export async function changeSettings(
  app: TestApp,
  settings: Partial<Pick<SignInExperience, keyof typeof columns>>,
  tenantId = 'default',
): Promise<void> {
  await app.write(tenantId, (db) =>
    db
      .updateTable('sign_in_experiences')
      .set(
        Object.fromEntries(
          Object.entries(settings).map(([name, value]) => [
            columns[name as keyof typeof columns],
            typeof value === 'string' || value === null ? value : JSON.stringify(value),
          ]),
        ),
      )
      .execute(),
  );
}

type SignInWay = { identifier: 'username' | 'email' | 'phone'; password?: boolean; verificationCode?: boolean };

export const ways = (...methods: SignInWay[]): SignInExperience['signIn'] => ({
  methods: methods.map(({ identifier, password = false, verificationCode = false }) => ({
    identifier,
    password,
    verificationCode,
    isPasswordPrimary: password,
  })),
});
