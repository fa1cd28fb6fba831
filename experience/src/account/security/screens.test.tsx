import { accountMfaApi } from '@postern/contracts/account/account-mfa';
import { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import { UserMfaVerification } from '@postern/contracts/people/user-mfa';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { confirmByPassword, valueIn } from '../../testing/account-page.ts';
import { api, endTest, type Options, openPage, reloadPage } from '../../testing/open-page.tsx';

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const codes = Array.from({ length: 10 }, (_, index) => `abcd00000${index}`);
const settings: Options = { experience: { mfa: { factors: ['Totp', 'WebAuthn', 'BackupCode'], policy: 'NoPrompt' } } };
const button = (name: string) => page.getByRole('button', { name });

let factors: UserMfaVerification[];
const factor = (given: Partial<UserMfaVerification>) =>
  sample(UserMfaVerification, { createdAt: '2026-02-01T00:00:00Z', ...given });

beforeEach(() => {
  factors = [];
  api.on(accountMfaApi.list, () => factors);
  api.on(accountMfaApi.add, ({ body }) => {
    const isReplaced = ({ type }: UserMfaVerification) =>
      body.type === 'BackupCode' && body.replace && type === body.type;
    factors = [
      ...factors.filter((one) => !isReplaced(one)),
      factor({ id: body.type, type: body.type, remainCodes: 10 }),
    ];
    return undefined;
  });
  api.on(accountMfaApi.remove, ({ params }) => {
    factors = factors.filter(({ id }) => id !== params.verificationId);
    return undefined;
  });
  api.on(accountMfaApi.generateTotp, { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', secretQrCode: pixel });
  api.on(accountMfaApi.generateBackupCodes, { codes });
});

afterEach(endTest);

test('an authenticator app is added only after a code that it shows', async () => {
  await openPage('/account/security', settings);
  await expect.poll(() => valueIn('Backup codes')).toBe('Set up another second step first');
  await expectToFit();
  await button('Set up: Authenticator app').click();
  await confirmByPassword();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await expect.element(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectToFit();
  // The secret and the time of RFC 6238, appendix B.
  vi.useFakeTimers({ toFake: ['Date'], now: 59_000 });
  const field = dialog.getByLabelText('Six-digit code');
  await userEvent.type(field, '000000');
  await expect.element(field).toHaveAccessibleDescription(/The code is incorrect/);
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveFocus();
  expect(api.requestsOf(accountMfaApi.add)).toEqual([]);
  await userEvent.type(field, '287082');
  await expect.element(page.getByText('Authenticator app set up')).toBeVisible();
  await expect.poll(() => valueIn('Authenticator app')).toMatch(/^Set up on/);
  await expect.element(page.getByText('After your first sign-in method, sign-in asks for one of these.')).toBeVisible();
});

test('backup codes count once they were saved, are replaced, and are removed with the last factor', async () => {
  factors = [factor({ id: 'Totp', type: 'Totp' })];
  await openPage('/account/security', settings);
  await button('Create codes: Backup codes').click();
  await confirmByPassword();
  const dialog = page.getByRole('dialog', { name: 'Save these codes' });
  await expect
    .poll(() =>
      dialog
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(codes);
  await expectToFit();
  const saved = vi.spyOn(URL, 'createObjectURL');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await dialog.getByRole('button', { name: 'Download' }).click();
  const [file] = saved.mock.calls[0] ?? [];
  expect(file instanceof Blob && (await file.text()).trim().split('\n').slice(-10)).toEqual(codes);
  // Closing the dialog without confirming discards the codes.
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(factors).toHaveLength(1);
  await button('Create codes: Backup codes').click();
  await dialog.getByRole('button', { name: 'I saved the codes' }).click();
  await expect.element(page.getByText('Backup codes saved')).toBeVisible();
  await expect.poll(() => valueIn('Backup codes')).toBe('Codes left: 10');
  await button('Create new codes: Backup codes').click();
  await dialog.getByRole('button', { name: 'I saved the codes' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(factors.map(({ type }) => type)).toEqual(['Totp', 'BackupCode']);
  // In one request: nobody is left without codes by a lost connection.
  expect(api.requestsOf(accountMfaApi.remove)).toEqual([]);

  await button('Remove: Authenticator app').click();
  await expect.element(page.getByText(/so your backup codes are removed too/)).toBeVisible();
  await expectAccessible();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.element(button('Set up: Authenticator app')).toBeVisible();
  expect(factors).toEqual([]);
});

test('a passkey is renamed with a name that fits, and removed; a device that has one already is explained', async () => {
  factors = [factor({ id: 'key', type: 'WebAuthn', name: 'Chrome on Linux' })];
  api.on(accountMfaApi.rename, ({ body }) => {
    factors = [factor({ id: 'key', type: 'WebAuthn', name: body.name })];
    return undefined;
  });
  api.on(accountMfaApi.passkeySignals, {
    rpId: 'localhost',
    userId: 'YWRh',
    allAcceptedCredentialIds: [],
    name: 'ada',
    displayName: 'Ada',
  });
  api.on(accountVerificationsApi.beginWebAuthn, {
    verificationRecordId: 'passkey',
    expiresAt: '2099-01-01T00:00:00Z',
    registrationOptions: {
      rp: { name: 'Fjord' },
      user: { id: 'YWRh', name: 'ada', displayName: 'Ada' },
      challenge: 'YWRh',
      pubKeyCredParams: [],
    },
  });
  vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException('known', 'InvalidStateError'));
  await openPage('/account/security', settings);
  await button('Add a passkey').click();
  await confirmByPassword();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await expect.element(dialog).toBeVisible();
  await expectToFit();
  await dialog.getByRole('button', { name: 'Create passkey' }).click();
  await expect.element(dialog.getByText('This device already has a passkey for your account.')).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');

  await button('Rename: Chrome on Linux').click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect.element(name).toHaveValue('Chrome on Linux');
  await name.fill(' ');
  await userEvent.keyboard('{Enter}');
  await expect.element(name).toHaveAccessibleDescription('Enter a name.');
  await name.fill('x'.repeat(65));
  await userEvent.keyboard('{Enter}');
  await expect.element(name).toHaveAccessibleDescription('Use at most 64 characters.');
  await name.fill('Work laptop');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Passkey renamed')).toBeVisible();
  await expectToFit();
  await button('Remove: Work laptop').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.element(page.getByText('You have no passkeys yet.')).toBeVisible();
});

test('read-only settings show what is set up, and settings that are off have no page', async () => {
  factors = [factor({ id: 'Totp', type: 'Totp' })];
  await openPage('/account/security', { ...settings, accountCenter: { fields: { mfa: 'ReadOnly' } } });
  await expect.poll(() => valueIn('Authenticator app')).toMatch(/^Set up on/);
  expect(page.getByRole('main').getByRole('button').elements()).toEqual([]);
  await reloadPage({ accountCenter: { fields: {} } });
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Two-step verification' })).not.toBeInTheDocument();
});

test('the page fits in German', async () => {
  await openPage('/account/security', { ...settings, language: 'de' });
  await expect.element(page.getByRole('heading', { name: 'Anmeldung in zwei Schritten' })).toBeVisible();
  await expect.element(button('Einrichten: Authenticator-App')).toBeVisible();
  await expectToFit();
});
