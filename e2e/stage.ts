import type { Browser, Page } from '@playwright/test';
import type { MailboxMessage } from '@postern/contracts/messages/mailbox';
import { type Administrator, becomeAdministrator } from './administrator.ts';
import { test as base, expect, kept, type Product } from './product.ts';

type Message = { code: string; link: string };

/** One product for all tests of a worker; each test applies the settings it needs. */
export type Stage = {
  product: Product;
  api: Administrator['api'];
  /** Applies the settings of a new tenant with these changes. */
  settings(changes?: object): Promise<void>;
  /** All messages to an address so far, newest first. */
  messages(recipient: string): Promise<Message[]>;
  /** The newest message to an address, as soon as there are at least `count`. */
  message(recipient: string, count?: number): Promise<Message>;
};

export const password = 'a sentence nobody guesses';

export const method = (
  identifier: 'username' | 'email' | 'phone',
  how: 'password' | 'code' | 'both',
  primary = true,
) => ({
  identifier,
  password: how !== 'code',
  verificationCode: how !== 'password',
  isPasswordPrimary: primary,
});

const fresh = {
  signInMode: 'SignInAndRegister',
  signUp: { identifiers: ['username'], password: true, verify: false, secondaryIdentifiers: [] },
  signIn: { methods: [method('username', 'password')] },
  color: { primaryColor: '#0e6b5c', darkPrimaryColor: '#43bba2', isDarkModeEnabled: true },
  termsOfUseUrl: null,
  privacyPolicyUrl: null,
  agreeToTermsPolicy: 'Automatic',
  passwordPolicy: {},
  sentinelPolicy: {},
  emailBlocklistPolicy: {},
  forgotPasswordMethods: ['EmailVerificationCode', 'PhoneVerificationCode'],
  mfa: { factors: [], policy: 'NoPrompt', organizationRequiredMfaPolicy: 'NoPrompt' },
  passkeySignIn: {},
};

async function openStage(browser: Browser, product: Product): Promise<Stage> {
  const context = await browser.newContext();
  kept.add(context);
  const { api } = await becomeAdministrator(await context.newPage(), product);
  const messages = async (recipient: string) => {
    const all = await api<MailboxMessage[]>('get', '/api/mailbox?page_size=100');
    return all
      .filter((one) => one.recipient === recipient)
      .map(({ code, link }) => ({ code: code ?? '', link: link ?? '' }));
  };
  return {
    product,
    api,
    settings: (changes = {}) => api('patch', '/api/sign-in-exp', { ...fresh, ...changes }),
    messages,
    async message(recipient, count = 1) {
      await expect.poll(async () => (await messages(recipient)).length).toBeGreaterThanOrEqual(count);
      const [newest] = await messages(recipient);
      return newest ?? { code: '', link: '' };
    },
  };
}

export const test = base.extend<object, { stage: Stage }>({
  stage: [
    async ({ browser, startCopy }, use) => {
      const product = await startCopy('oss');
      await use(await openStage(browser, product));
      await product.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

/** Starts a sign-in of the demo app, on the page that the query selects. */
export async function arrive(page: Page, { product }: Stage, query: Record<string, string> = {}): Promise<void> {
  const request = {
    client_id: 'demo-app',
    redirect_uri: `${product.endpoint}/demo-app`,
    response_type: 'code',
    scope: 'openid profile email phone',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    ...query,
  };
  await page.goto(`${product.endpoint}/oidc/auth?${new URLSearchParams(request)}`);
}

/** Expects a successful sign-in: the browser is back at the application. */
export async function expectSignedIn(page: Page): Promise<void> {
  await page.waitForURL(/\/demo-app(\?|$)/);
}

/** Types digits one by one, as a person does. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Six-digit code').pressSequentially(code);
}

export const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');
