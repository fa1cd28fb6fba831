import { factorsApi } from '@postern/contracts/sign-in/factors';
import { signInApi } from '@postern/contracts/sign-in/sign-in';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { application } from '../../testing/answer-sign-in.ts';
import { api, endTest, leftFor, openPage, reloadPage } from '../../testing/open-page.tsx';

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const codes = Array.from({ length: 10 }, (_, index) => `abcd00000${index}`);
const proof = { verificationId: 'factor' };

beforeEach(() => {
  // No suggestions of the browser, and no passkeys without a question.
  vi.spyOn(PublicKeyCredential, 'getClientCapabilities').mockResolvedValue({});
  api.on(factorsApi.createTotp, { ...proof, secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', secretQrCode: pixel });
  api.on(factorsApi.createBackupCodes, { ...proof, codes });
  api.on(factorsApi.sendCode, proof);
  api.on(factorsApi.bind, undefined);
  for (const accepted of [factorsApi.verifyTotp, factorsApi.verifyCode, factorsApi.verifyBackupCode]) {
    api.on(accepted, proof);
  }
});

afterEach(endTest);

const title = (text: string) => page.getByRole('heading', { level: 1, name: text });
const boxes = page.getByLabelText('Six-digit code');
const skip = page.getByRole('button', { name: 'Skip' });

/** Signs in with a password, to which the server answers with what it asks for next. */
async function signIn(...asked: Parameters<typeof refuse>): Promise<void> {
  api.on(signInApi.submit, refuse(...asked));
  await openPage('/sign-in');
  await page.getByLabelText('Username').fill('ada');
  await page.getByLabelText('Password', { exact: true }).fill('a sentence nobody guesses');
  await userEvent.keyboard('{Enter}');
}

const acceptNow = () => api.on(signInApi.submit, { redirectTo: application });

/** Fits a small phone too. */
async function expectNarrow(): Promise<void> {
  await page.viewport(320, 640);
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await page.viewport(1440, 900);
}

test('a required authenticator app is set up with a code, and backup codes are shown once', async () => {
  await signIn('user.missing_mfa', { availableFactors: ['Totp'] });
  await expect.element(title('Add an authenticator app')).toBeVisible();
  await expect.element(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expect.element(page.getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeVisible();
  await expect.element(skip).not.toBeInTheDocument();
  await expect.element(boxes).toHaveFocus();
  await expectToFit();
  await expectNarrow();
  // The app may have the key already.
  await reloadPage();
  await expect.element(page.getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeVisible();
  expect(api.requestsOf(factorsApi.createTotp)).toHaveLength(1);
  await expect.element(boxes).toHaveFocus();
  api.on(factorsApi.verifyTotp, refuse('session.mfa.invalid_totp_code'));
  await userEvent.type(boxes, '123456');
  await expect.element(page.getByText(/^The code is incorrect\./)).toBeVisible();
  api.on(factorsApi.verifyTotp, proof);
  api.on(signInApi.submit, refuse('session.mfa.backup_code_required'));
  await userEvent.type(boxes, '123456');

  await expect.element(title('Save your backup codes')).toBeVisible();
  const items = page.getByRole('list', { name: 'Backup code' }).getByRole('listitem');
  await expect.poll(() => items.elements().map(({ textContent }) => textContent)).toEqual(codes);
  await expectToFit();
  await expectNarrow();
  const saved = vi.spyOn(URL, 'createObjectURL');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await page.getByRole('button', { name: 'Download' }).click();
  const [file] = saved.mock.calls[0] ?? [];
  expect(file instanceof Blob && (await file.text())).toContain(codes.join('\n'));
  acceptNow();
  await page.getByRole('button', { name: 'I saved the codes' }).click();
  await expect.poll(leftFor).toEqual([application]);
});

test('a factor is chosen from a list that can be skipped; a canceled passkey is explained', async () => {
  await signIn('user.missing_mfa', {
    availableFactors: ['WebAuthn', 'Totp', 'PhoneVerificationCode'],
    skippable: true,
  });
  await expect.element(title('Set up two-step verification')).toBeVisible();
  await expect.element(skip).toBeVisible();
  await expectToFit();
  await expectNarrow();
  await reloadPage();
  await page.getByRole('link', { name: /^Passkey/ }).click();
  api.on(factorsApi.createPasskey, {
    ...proof,
    registrationOptions: {
      rp: { name: 'Fjord' },
      user: { id: 'YWRh', name: 'ada', displayName: 'Ada' },
      challenge: 'YWRh',
      pubKeyCredParams: [],
    },
  });
  vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException('canceled', 'NotAllowedError'));
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect.element(page.getByText(/^No passkey was created\./)).toBeVisible();
  await expectToFit();
  api.on(factorsApi.skip, undefined);
  acceptNow();
  await skip.click();
  await expect.poll(leftFor).toEqual([application]);
});

test('the app is asked for first, with the choice to trust the device; a wrong backup code can be corrected', async () => {
  const asked = { availableFactors: ['Totp', 'BackupCode'], maskedIdentifiers: {}, trustedDeviceDays: 14 };
  await signIn('session.mfa.require_mfa_verification', asked);
  await expect.element(title('Two-step verification')).toBeVisible();
  const box = page.getByRole('checkbox', { name: 'Do not ask again on this device for 14 days' });
  await expect.element(box).not.toBeChecked();
  await expect.element(boxes).toHaveFocus();
  await expectToFit();
  await expectNarrow();
  await page.getByRole('link', { name: /^Backup code/ }).click();
  const field = page.getByRole('textbox', { name: 'Backup code' });
  await expect.element(field).toHaveFocus();
  api.on(factorsApi.verifyBackupCode, refuse('session.mfa.invalid_backup_code'));
  await userEvent.keyboard('0000000000{Enter}');
  await expect.element(field).toHaveAccessibleDescription(/incorrect, expired or already used/);
  await expectToFit();
  api.on(factorsApi.verifyBackupCode, proof);
  api.on(factorsApi.trustDevice, undefined);
  acceptNow();
  await box.click();
  await field.fill(codes[3] ?? '');
  await userEvent.keyboard('{Enter}');
  await expect.poll(leftFor).toEqual([application]);
  expect(api.requestsOf(factorsApi.trustDevice)).toHaveLength(1);
});

test('a code is sent at once to an address that is not shown in full, and only once', async () => {
  await signIn('session.mfa.require_mfa_verification', {
    availableFactors: ['EmailVerificationCode'],
    maskedIdentifiers: { EmailVerificationCode: 'f****@example.com' },
  });
  await expect.element(page.getByText('f****@example.com')).toBeVisible();
  await expectToFit();
  await reloadPage();
  api.on(factorsApi.verifyCode, refuse('verification_code.code_mismatch'));
  await userEvent.type(boxes, '123456');
  await expect.element(page.getByText(/^The code is incorrect\./)).toBeVisible();
  api.on(factorsApi.verifyCode, proof);
  acceptNow();
  await userEvent.type(boxes, '123456');
  await expect.poll(leftFor).toEqual([application]);
  expect(api.requestsOf(factorsApi.sendCode)).toHaveLength(1);
});

test('a passkey is offered after a sign-in, and the offer can be declined', async () => {
  await signIn('user.passkey_preferred');
  await expect.element(title('Sign in faster next time')).toBeVisible();
  await expectToFit();
  api.on(factorsApi.skipPasskey, undefined);
  acceptNow();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect.poll(leftFor).toEqual([application]);
  expect(api.requestsOf(factorsApi.skipPasskey)[0]?.body).toEqual({ never: false });
});

test('people decide whether to turn on second factors before they choose one', async () => {
  await signIn('user.suggest_mfa');
  await expect.element(title('Turn on two-step verification')).toBeVisible();
  await expect.element(skip).toBeVisible();
  await expectToFit();
  await expectNarrow();
  api.on(factorsApi.enable, undefined);
  api.on(signInApi.submit, refuse('user.missing_mfa', { availableFactors: ['WebAuthn', 'Totp'], skippable: true }));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect.element(title('Set up two-step verification')).toBeVisible();
  expect(api.requestsOf(factorsApi.enable)).toHaveLength(1);
  api.on(factorsApi.skip, undefined);
  acceptNow();
  await skip.click();
  await expect.poll(leftFor).toEqual([application]);
});

test('passkeys are offered as a button and as suggestions of the browser', async () => {
  const passkeySignIn = { enabled: true, showPasskeyButton: true, allowAutofill: true };
  await openPage('/sign-in', { experience: { passkeySignIn } });
  await expect.element(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await expect.element(page.getByLabelText('Username')).toHaveAttribute('autocomplete', 'username webauthn');
  await expectToFit();
});

test('the page of a factor that nobody asked for leads to the first page', async () => {
  await openPage('/mfa-verification/Totp');
  await expect.element(page.getByLabelText('Username')).toBeVisible();
});
