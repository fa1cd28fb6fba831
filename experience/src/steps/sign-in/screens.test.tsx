import { phrasesApi } from '@postern/contracts/experience/custom-phrases';
import { signInApi } from '@postern/contracts/sign-in/sign-in';
import { pageClasses } from '@postern/contracts/wire';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import guide from '../../../../docs/experience/sign-in-experience.md?raw';
import de from '../../../../translations/de/sign-in.sign-in.pages.json';
import { application } from '../../testing/answer-sign-in.ts';
import { api, endTest, leftFor, method, openPage, reloadPage } from '../../testing/open-page.tsx';

afterEach(endTest);

const password = page.getByLabelText('Password', { exact: true });
const documents = { termsOfUseUrl: 'https://fjord.example/terms', privacyPolicyUrl: 'https://fjord.example/privacy' };
const three = {
  signUp: { identifiers: ['phone' as const], password: true, verify: true, secondaryIdentifiers: [] },
  signIn: { methods: [method('username', 'password'), method('email', 'both'), method('phone', 'both', false)] },
};

test('a wrong password is reported at its field, and the right one leads to the application', async () => {
  await openPage('/sign-in');
  await expect.element(page.getByLabelText('Username')).toHaveFocus();
  await userEvent.keyboard('ada{Enter}');
  await expect.element(password).toHaveAccessibleDescription('Enter your password.');
  api.on(signInApi.verifyPassword, refuse('session.invalid_credentials'));
  await password.fill('not this one');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The account or password is incorrect.')).toBeVisible();
  await expectToFit();
  api.on(signInApi.verifyPassword, { verificationId: 'proof' });
  await password.fill('this one');
  await userEvent.keyboard('{Enter}');
  await expect.poll(leftFor).toEqual([application]);
});

test('the message of a wrong password moves nothing, in German on a phone', async () => {
  await openPage('/sign-in', { language: 'de', appearance: 'dark' });
  await page.viewport(390, 844);
  await page.getByLabelText('Benutzername').fill('keiner');
  await page.getByLabelText('Passwort', { exact: true }).fill('not this one');
  const button = page.getByRole('button', { name: 'Anmelden' });
  const before = button.element().getBoundingClientRect();
  api.on(signInApi.verifyPassword, refuse('session.invalid_credentials'));
  await userEvent.keyboard('{Enter}');
  const wrong = page.getByText('Konto oder Passwort stimmt nicht.');
  await expect.element(wrong).toBeVisible();
  expect(button.element().getBoundingClientRect()).toEqual(before);
  await expect.element(page.getByRole('link', { name: 'Passwort vergessen?' })).toBeVisible();
  expect(wrong.element().getBoundingClientRect().height).toBeLessThan(24);
  await page.viewport(1440, 900);
});

test('another language keeps what was typed, and its direction fits a small phone', async () => {
  await openPage('/sign-in', { language: 'ar' });
  await page.viewport(320, 640);
  expect(document.documentElement.dir).toBe('rtl');
  await page.getByLabelText('اسم المستخدم').fill('maya');
  const language = page.getByLabelText('اللغة');
  expect(language.getByRole('option').elements()).toHaveLength(18);
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await expectAccessible();
  await page.viewport(1440, 900);

  api.on(phrasesApi.get, { translation: de });
  await language.selectOptions('de');
  await expect.element(page.getByLabelText('Benutzername')).toHaveValue('maya');
  await expect.element(page.getByLabelText('Sprache')).toHaveValue('de');
  expect(document.documentElement).toMatchObject({ lang: 'de', dir: 'ltr' });
  expect(document.cookie).toContain('de');
});

test('password and code link to each other, and a phone number gets its country', async () => {
  await openPage('/sign-in', { experience: three });
  const field = page.getByLabelText('Username, email address, or phone number');
  await field.fill('0151 12345678');
  await page.getByLabelText('Country code').selectOptions('DE');
  await expectToFit();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(page.getByText('Check your phone')).toBeVisible();
  expect(api.requestsOf(signInApi.sendCode)[0]?.body.identifier).toEqual({ type: 'phone', value: '4915112345678' });
  await expect.element(page.getByText('+49', { exact: false })).toBeVisible();
  await page.getByRole('link', { name: 'Use your password instead' }).click();
  await expect.element(password).toBeVisible();
  await reloadPage();
  api.on(signInApi.verifyPassword, refuse('session.invalid_credentials'));
  await password.fill('not this one');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The account or password is incorrect.')).toBeVisible();
  await page.getByRole('button', { name: 'Change' }).click();
  await expect.element(field).toHaveValue('+49 1511 2345678');

  await field.fill('pia@fjord.example');
  await expect.element(page.getByLabelText('Country code')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(password).toBeVisible();
  const codeInstead = page.getByRole('button', { name: 'Use a code instead' });
  await expect.element(codeInstead).toHaveAccessibleDescription('');
  await codeInstead.click();
  await userEvent.type(page.getByLabelText('Six-digit code'), '123456');
  await expect.poll(leftFor).toEqual([application]);

  // Next time the last used method is marked.
  history.replaceState(null, '', '/sign-in');
  await reloadPage();
  await field.fill('pia@fjord.example');
  await userEvent.keyboard('{Enter}');
  await expect.element(codeInstead).toHaveAccessibleDescription('Last used');
  await expectToFit();
});

test('an application selects the identifier types of the first page, and its initial value', async () => {
  const query = new URLSearchParams({ identifier: 'email phone', login_hint: 'hinted@fjord.example' });
  await openPage(`/identifier-sign-in?${query}`, { experience: three });
  const field = page.getByLabelText('Email address or phone number');
  await expect.element(field).toHaveValue('hinted@fjord.example');
  await expect.element(page.getByText('Create an account')).not.toBeInTheDocument();
  await expectToFit();
  await field.click();
  await userEvent.keyboard('{Enter}');
  await expect.element(password).toBeVisible();
  await page.getByRole('button', { name: 'Change' }).click();
  await expect.element(field).toHaveValue('hinted@fjord.example');
  expect(location.pathname).toBe('/identifier-sign-in');
});

test('terms are accepted by continuing, or with a checkbox that is reported and focused', async () => {
  await openPage('/sign-in', { experience: { ...documents, agreeToTermsPolicy: 'Automatic' } });
  await expect.element(page.getByText(/By continuing you agree/)).toBeVisible();
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();

  await openPage('/sign-in', { experience: { ...documents, agreeToTermsPolicy: 'Manual' } });
  await page.getByLabelText('Username').fill('agreeable');
  await password.fill('a sentence nobody guesses');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Select the checkbox to continue.')).toBeVisible();
  await expect.element(page.getByRole('checkbox')).toHaveFocus();
  await expectToFit();
  await userEvent.keyboard(' ');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(leftFor).toEqual([application]);

  await openPage('/sign-in', { experience: { ...documents, agreeToTermsPolicy: 'ManualRegistrationOnly' } });
  await expect.element(page.getByLabelText('Username')).toBeVisible();
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect.element(page.getByRole('checkbox')).toBeVisible();
});

test('the page follows the sign-in mode, and hides a forgotten password if no code can be sent', async () => {
  await openPage('/sign-in', { experience: { forgotPassword: { email: false, phone: false }, signInMode: 'SignIn' } });
  await expect.element(page.getByLabelText('Username')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Forgot your password?' })).not.toBeInTheDocument();
  await expect.element(page.getByText('No account yet?')).not.toBeInTheDocument();
  await openPage('/sign-in', { experience: { signInMode: 'Register' } });
  await expect.element(page.getByRole('button', { name: 'Create account' })).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/register');
  await openPage('/sign-in', { experience: { signIn: { methods: [] } } });
  await expect.element(page.getByText('No sign-in methods are available.')).toBeVisible();
  await expectToFit();
});

test('a page without a sign-in explains itself, and so do errors', async () => {
  await openPage('/unknown-session');
  await expect.element(page.getByRole('heading', { name: 'No sign-in in progress' })).toBeVisible();
  await expectToFit();
  await openPage('/nowhere');
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await openPage('/account-suspended');
  await expect.element(page.getByText('The account is suspended.')).toBeVisible();
  await openPage('/sign-in/passkey');
  await expect.element(page.getByLabelText('Username')).toBeVisible();
  await expect.poll(() => window.location.pathname).toBe('/sign-in');
  await openPage('/error?code=session.risk_refused');
  await expect.element(page.getByRole('heading', { name: 'You cannot sign in right now' })).toBeVisible();
  await expectToFit();
});

/** Mimics the script of Turnstile, whose widget waits for a click. */
function mimicTurnstile(): () => void {
  const turnstile = {
    render(place: Element, options: { callback(token: string): void; 'before-interactive-callback'(): void }) {
      options['before-interactive-callback']();
      const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'I am no robot' });
      button.addEventListener('click', () => options.callback('token'));
      place.append(button);
      return 'widget';
    },
    remove: () => undefined,
  };
  Object.assign(globalThis, { turnstile });
  const observer = new MutationObserver(() => {
    // The real script cannot be reached, after which the page asks for it again.
    document.querySelector('script[src*="turnstile"]')?.dispatchEvent(new Event('load'));
  });
  observer.observe(document.head, { childList: true });
  return () => {
    observer.disconnect();
    document.querySelector('script[src*="turnstile"]')?.remove();
    Reflect.deleteProperty(globalThis, 'turnstile');
  };
}

test('a captcha that waits for a click is part of the form', async () => {
  const stop = mimicTurnstile();
  await openPage('/sign-in', {
    experience: { captchaPolicy: { enabled: true }, captchaConfig: { type: 'Turnstile', siteKey: 'site' } },
  });
  await page.getByLabelText('Username').fill('ada');
  await password.fill('a sentence');
  await userEvent.keyboard('{Enter}');
  const box = page.getByRole('button', { name: 'I am no robot' });
  await expect.element(box).toBeVisible();
  await expectToFit();
  await box.click();
  await expect.poll(leftFor).toEqual([application]);
  expect(api.requestsOf(signInApi.start)[0]?.body).toMatchObject({ captchaToken: 'token' });
  stop();
});

test('the box of reCAPTCHA is part of the form, and its script comes from the domain of the settings', async () => {
  const enterprise = {
    ready: (run: () => void) => run(),
    render(place: Element, { callback }: { callback(token: string): void }) {
      const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'I am no robot' });
      button.addEventListener('click', () => callback('checked'));
      place.append(button);
    },
  };
  Object.assign(globalThis, { grecaptcha: { enterprise } });
  const sources = new Set<string>();
  const observer = new MutationObserver(() => {
    for (const script of document.querySelectorAll<HTMLScriptElement>('script[src*="recaptcha"]')) {
      sources.add(script.src);
      script.dispatchEvent(new Event('load'));
    }
  });
  observer.observe(document.head, { childList: true });
  await openPage('/sign-in', {
    experience: {
      captchaPolicy: { enabled: true },
      captchaConfig: { type: 'RecaptchaEnterprise', siteKey: 'site', domain: 'recaptcha.net', mode: 'checkbox' },
    },
  });
  await page.getByLabelText('Username').fill('ada');
  await password.fill('a sentence');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: 'I am no robot' }).click();
  await expect.poll(leftFor).toEqual([application]);
  expect(api.requestsOf(signInApi.start)[0]?.body).toMatchObject({ captchaToken: 'checked' });
  expect([...sources]).toEqual(['https://recaptcha.net/recaptcha/enterprise.js?render=explicit']);
  observer.disconnect();
  Reflect.deleteProperty(globalThis, 'grecaptcha');
});

test('the browser inside an app says that passkeys and other accounts may not work, and offers no passkey', async () => {
  const withPasskeys = { passkeySignIn: { enabled: true, showPasskeyButton: true } };
  await openPage('/sign-in', { experience: withPasskeys });
  const passkey = page.getByRole('button', { name: 'Sign in with a passkey' });
  await expect.element(passkey).toBeVisible();
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Instagram 340.0.0',
  );
  await reloadPage();
  await expect.element(page.getByText(/Open this page in your own browser/)).toBeVisible();
  await expect.element(passkey).not.toBeInTheDocument();
  await expectToFit();
  await reloadPage({ application: { id: 'shop', name: 'Fjord' } });
  await expect.element(page.getByText(/Open Fjord in your own browser/)).toBeVisible();
  await openPage('/sign-in');
  await expect.element(page.getByText(/in your own browser/)).not.toBeInTheDocument();
});

test('the classes for custom CSS name the boxes that the documentation lists', async () => {
  await openPage('/sign-in', { experience: { customCss: '.logto_custom-content::before { content: "Hello" }' } });
  await expect.element(page.getByLabelText('Username')).toHaveFocus();
  const find = (name: string) => document.querySelectorAll(`.${name}`);
  expect(Object.values(pageClasses).map((name) => find(name).length)).toEqual([1, 1, 1, 1, 1]);
  const boxOf = (name: string) => (find(name)[0] as Element).getBoundingClientRect();
  expect(boxOf(pageClasses.page)).toMatchObject({ width: window.innerWidth, height: window.innerHeight });
  expect(boxOf(pageClasses.card).width).toBe(400);
  const card = find(pageClasses.card)[0];
  expect(card?.contains(document.querySelector('form'))).toBe(true);
  expect(card?.contains(find(pageClasses.header)[0] as Element)).toBe(true);
  expect(find(pageClasses.header)[0]?.contains(document.querySelector('h1'))).toBe(true);
  expect(card?.contains(find(pageClasses.signature)[0] as Element)).toBe(false);
  const rows = [...guide.matchAll(/^\| `(logto_[\w-]+)` \|/gm)].map(([, name]) => name);
  expect(rows.toSorted()).toEqual(Object.values(pageClasses).toSorted());
});

test('a tenant can hide the line that names the product', async () => {
  await openPage('/sign-in', { experience: { hideLogtoBranding: true } });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(document.querySelectorAll(`.${pageClasses.signature}`)).toHaveLength(0);
});
