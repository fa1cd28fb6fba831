import { Interaction, signInApi } from '@postern/contracts/sign-in/sign-in';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { failWith, refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { application } from '../../testing/answer-sign-in.ts';
import { api, endTest, leftFor, method, type Options, openPage, reloadPage } from '../../testing/open-page.tsx';

afterEach(endTest);

const email = 'ada@fjord.example';
const byCode: Options['experience'] = {
  signUp: { identifiers: ['email'], password: false, verify: true, secondaryIdentifiers: [] },
  signIn: { methods: [method('email', 'code')] },
};
const boxes = page.getByLabelText('Six-digit code');
const title = (text: string) => page.getByRole('heading', { level: 1, name: text });

/** Enters the address on the first page, which leads to the page for its code. */
async function askForCode(experience: Options['experience'] = byCode, path = '/sign-in'): Promise<void> {
  await openPage(path, { experience });
  await page.getByLabelText('Email address').fill(email);
  await userEvent.keyboard('{Enter}');
  await expect.element(boxes).toHaveFocus();
}

const typeCode = (code = '123456') => userEvent.type(boxes, code);

test('a wrong code is reported at the boxes, which are empty again; a reload keeps address and countdown', async () => {
  await openPage('/register', { experience: byCode });
  const field = page.getByLabelText('Email address');
  await expect.element(field).toHaveAttribute('autocomplete', 'email');
  await field.fill(email);
  await page.getByRole('button', { name: 'Continue' }).dblClick();
  await expect.element(title('Check your email')).toBeVisible();
  expect(location.pathname).toBe('/register/verification-code');
  expect(api.requestsOf(signInApi.sendCode)).toHaveLength(1);
  await expect.element(page.getByText(email)).toBeVisible();
  await expect.element(page.getByText(/Resend in 0:5\d/)).toBeVisible();

  api.on(signInApi.verifyCode, refuse('verification_code.code_mismatch'));
  await typeCode();
  await expect.element(boxes).toHaveAccessibleDescription('The code is incorrect. Check the digits.');
  await expect.element(boxes).toHaveValue('');
  await expect.element(boxes).toHaveFocus();
  expect(document.querySelector('.code-box')?.className).toContain('now');
  await expectToFit();

  await reloadPage();
  await expect.element(page.getByText(email)).toBeVisible();
  await expect.element(page.getByText(/Resend in 0:/)).toBeVisible();
  api.on(signInApi.verifyCode, { verificationId: 'proof' });
  await expect.element(boxes).toHaveFocus();
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', '123 456');
  document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  await expect.poll(leftFor).toEqual([application]);
  expect(api.requestsOf(signInApi.verifyCode).at(-1)?.body.code).toBe('123456');
});

test('boxes take digits only, can be corrected, and need all six', async () => {
  await askForCode();
  await typeCode('1x2 3');
  await expect.element(boxes).toHaveValue('123');
  await userEvent.keyboard('{ArrowLeft}{Backspace}4');
  await expect.element(boxes).toHaveValue('143');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Enter all six digits.')).toBeVisible();
  expect(api.requestsOf(signInApi.verifyCode)).toEqual([]);
});

test.each([
  ['verification_code.expired', 'This code has expired. Request a new one.'],
  ['verification_code.not_found', 'This code is no longer valid. Request a new one.'],
  ['verification_code.exceed_max_try', 'Too many attempts. Request a new code.'],
] as const)('a code that does not count any more is reported at the boxes: %s', async (code, text) => {
  await askForCode();
  api.on(signInApi.verifyCode, refuse(code));
  await typeCode();
  await expect.element(boxes).toHaveAccessibleDescription(text);
});

test('a lock after too many attempts is an alert, and the boxes are empty', async () => {
  await askForCode();
  const locked = refuse('session.verification_blocked_too_many_attempts', { relativeTime: '5 minutes' });
  api.on(signInApi.verifyCode, locked);
  await typeCode();
  await expect.element(page.getByText('Too many attempts. Try again in 5 minutes.')).toBeVisible();
  await expect.element(boxes).toHaveValue('');
  await expectToFit();
  await page.getByRole('button', { name: 'Close message' }).click();
  await expect.element(page.getByText(/Too many attempts/)).not.toBeInTheDocument();
});

test('a sign-in that another tab restarted begins again with the address; one that ended says so', async () => {
  await askForCode();
  api.on(signInApi.verifyCode, refuse('session.verification_session_not_found'));
  await typeCode();
  await expect
    .element(page.getByText('The sign-in was restarted, possibly in another tab. Start again here.'))
    .toBeVisible();
  expect(location.pathname).toBe('/sign-in');
  await expect.element(page.getByLabelText('Email address')).toHaveValue(email);
  await expectToFit();

  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(boxes).toHaveFocus();
  history.back();
  await expect.element(page.getByLabelText('Email address')).toHaveValue(email);
  history.forward();
  await expect.element(boxes).toBeVisible();
  api.on(signInApi.verifyCode, refuse('session.not_found'));
  await typeCode();
  await expect.element(title('No sign-in in progress')).toBeVisible();
  await expect.element(page.getByText('Return to the application and sign in again.')).toBeVisible();
  await expectToFit();
});

test('a lost connection is reported, and trying again does not use the code twice', async () => {
  await askForCode();
  api.on(signInApi.submit, failWith(0));
  await typeCode();
  await expect.element(page.getByText('No connection to the server. Check your network and try again.')).toBeVisible();
  await expectToFit();
  api.on(signInApi.submit, { redirectTo: application });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(leftFor).toEqual([application]);
  expect(api.requestsOf(signInApi.verifyCode)).toHaveLength(1);
});

test('another code can be requested after a minute, and replaces the first one', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await askForCode();
  await expect.element(page.getByText(/Resend in/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Resend' })).not.toBeInTheDocument();
  vi.setSystemTime(Date.now() + 60_000);
  api.on(signInApi.sendCode, { verificationId: 'second' });
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect.element(page.getByText('We sent a new code.')).toBeInTheDocument();
  await typeCode();
  await expect.poll(leftFor).toEqual([application]);
  expect(api.requestsOf(signInApi.verifyCode).at(-1)?.body.verificationId).toBe('second');
});

test('an address that has an account is asked whether to sign in instead', async () => {
  await askForCode(byCode, '/register');
  api.on(signInApi.identify, refuse('user.email_already_in_use'));
  await typeCode();
  await expect.element(title('Sign in instead?')).toBeVisible();
  await expectToFit();
  api.on(signInApi.identify, undefined);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(leftFor).toEqual([application]);
  expect(api.requestsOf(signInApi.changeEvent)[0]?.body).toEqual({ interactionEvent: 'SignIn' });
});

test('an unknown address can register with the same code, after accepting the terms', async () => {
  const terms = { termsOfUseUrl: 'https://fjord.example/terms', agreeToTermsPolicy: 'ManualRegistrationOnly' as const };
  await askForCode({ ...byCode, ...terms });
  api.on(signInApi.identify, refuse('user.user_not_exist'));
  await typeCode();
  await expect.element(title('Create an account?')).toBeVisible();
  await expectToFit();
  await reloadPage();
  api.on(signInApi.identify, undefined);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect.element(page.getByText('Select the checkbox to continue.')).toBeVisible();
  await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect.poll(leftFor).toEqual([application]);
  expect(api.requestsOf(signInApi.changeEvent)[0]?.body).toEqual({ interactionEvent: 'Register' });
});

test('with registration closed, an unknown address leads back to the first page', async () => {
  await askForCode({ ...byCode, signInMode: 'SignIn' });
  api.on(signInApi.identify, refuse('user.user_not_exist'));
  await typeCode();
  await expect.element(title('No account found')).toBeVisible();
  await expectToFit();
  await page.getByRole('link', { name: 'Use a different one' }).click();
  await expect.element(page.getByLabelText('Email address')).toHaveValue(email);
  await expect.element(page.getByText('Create an account')).not.toBeInTheDocument();
});

test('a tab whose sign-in ended elsewhere says so when it is shown again', async () => {
  await askForCode();
  api.on(signInApi.interaction, refuse('session.not_found'));
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(title('Nothing left to do')).toBeVisible();
  await expectToFit();
});

test('a tab continues when the link of the message was used in another tab', async () => {
  api.on(signInApi.sendCode, { verificationId: 'linked' });
  await askForCode();
  const other = new BroadcastChannel('postern:code');
  other.onmessage = ({ data }) => data.kind === 'here' && other.postMessage({ ...data, kind: 'go' });
  other.postMessage({ kind: 'proven', verificationId: 'linked' });
  await expect.poll(leftFor).toEqual([application]);
  other.close();
  expect(api.requestsOf(signInApi.verifyCode)).toEqual([]);
});

test('without an address, the page of a code leads to the first page', async () => {
  await openPage('/sign-in/verification-code', { experience: byCode });
  await expect.element(page.getByLabelText('Email address')).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/sign-in');
});

test('a long address fits a small phone in German, in both directions', async () => {
  await openPage('/sign-in', { experience: byCode, language: 'de' });
  await page
    .getByLabelText('E-Mail-Adresse')
    .fill('ein.wirklich.ziemlich.langer.name@eine-noch-laengere-domain.fjord.example');
  await userEvent.keyboard('{Enter}');
  await expect.element(title('Sehen Sie in Ihre E-Mails')).toBeVisible();
  await page.viewport(320, 640);
  for (const dir of ['ltr', 'rtl']) {
    document.documentElement.dir = dir;
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  }
  await page.viewport(1440, 900);
});

test('the proof of a link counts while the sign-in waits', async () => {
  await askForCode();
  const record = { id: 'proof', type: 'EmailVerificationCode', verified: false };
  api.on(signInApi.interaction, sample(Interaction, { verificationRecords: [record] }));
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => api.requestsOf(signInApi.interaction).length).toBe(1);
  await expect.element(boxes).toHaveValue('');
  expect(leftFor()).toEqual([]);
});
