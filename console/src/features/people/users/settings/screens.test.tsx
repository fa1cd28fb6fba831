import { PersonalAccessToken, personalAccessTokensApi } from '@postern/contracts/access/personal-access-tokens';
import { CustomProfileField, customProfileFieldsApi } from '@postern/contracts/experience/custom-profile-fields';
import { throttleApi } from '@postern/contracts/operations/throttle';
import { type UserMfaVerification, userMfaApi } from '@postern/contracts/people/user-mfa';
import { User, usersApi } from '@postern/contracts/people/users';
import { userAssetsApi } from '@postern/contracts/records/user-assets';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerUser } from '../../../../testing/answer-user.ts';
import { api, openScreen } from '../../../../testing/open-screen.tsx';

afterEach(() => {
  expect(api.reset()).toEqual([]);
});

const dialog = page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const card = (name: string) => page.getByRole('region', { name });
const save = () => userEvent.keyboard('{Control>}s{/Control}');
const unsaved = page.getByText(/unsaved change/);

test('each error is shown at its field, which gets the focus', async () => {
  const state = answerUser(api, { username: 'oskar' });
  api.on(usersApi.update, ({ body }) => {
    if (body.username === 'taken') {
      return refuse('user.username_already_in_use');
    }
    state.user = { ...state.user, ...(body as Partial<User>) };
    return state.user;
  });
  await openScreen('/users/maya', { appearance: 'dark' });
  const [email, username] = [field('Email'), field('Username')];
  await email.fill('no address');
  await username.fill('taken');
  await save();
  await expect.element(email).toHaveAccessibleDescription('Use an address such as maya@example.com.');
  await expect.element(email).toHaveFocus();
  await expectAccessible();
  await email.fill('oskar@fjord.example');
  await save();
  await expect.element(username).toHaveAccessibleDescription('This username is taken.');
  await expect.element(username).toHaveFocus();
  await username.fill('oskar_n');
  await button('Edit as JSON').click();
  const profile = field('Profile (JSON)');
  await profile.fill('{"givenName": "Oskar", "shoeSize": "44"}');
  await save();
  await expect.element(profile).toHaveAccessibleDescription(/“shoeSize” is not a profile field/);
  await profile.fill('{"givenName": "Oskar"}');
  await save();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  await expect.element(unsaved).not.toBeInTheDocument();
  expect(state.user).toMatchObject({
    primaryEmail: 'oskar@fjord.example',
    username: 'oskar_n',
    name: 'Maya Lindqvist',
    profile: { givenName: 'Oskar' },
  });

  await email.fill('');
  await username.fill('');
  await save();
  await expect.element(page.getByRole('dialog', { name: 'Save without any identifier?' })).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await button('Discard').click();
  await expect.element(email).toHaveValue('oskar@fjord.example');
});

test('an identifier of another user is shown before it is saved', async () => {
  answerUser(api);
  const other = sample(User, { id: 'tove', name: 'Tove Taken', username: 'taken', primaryEmail: 'tove@fjord.example' });
  api.on(usersApi.list, ({ query }) => (/tove@fjord\.example|taken/i.test(JSON.stringify(query)) ? [other] : []));
  await openScreen('/users/maya');
  const owned = page.getByText('This already belongs to Tove Taken.');
  await field('Email').fill('Tove@Fjord.Example');
  await expect.element(field('Email')).toHaveAccessibleDescription('This already belongs to Tove Taken.');
  await field('Email').fill('');
  await field('Username').fill('taken');
  await expect.element(owned).toBeVisible();
  await field('Username').fill('maya');
  await expect.element(owned).not.toBeInTheDocument();
});

test('a profile is edited as fields and as JSON, with the fields of the tenant', async () => {
  const state = answerUser(api, { customData: { plan: 'gold' }, profile: { address: { country: 'Sweden' } } });
  const asked = [
    { name: 'shirtSize', type: 'Select', label: 'Shirt size', config: { options: [{ value: 's', label: 'Small' }] } },
    { name: 'seats', type: 'Number', label: 'Seats', config: {} },
    { name: 'news', type: 'Checkbox', label: 'Newsletter', config: { defaultValue: 'false' } },
  ];
  api.on(
    customProfileFieldsApi.list,
    asked.map((one) => sample(CustomProfileField, one as Partial<CustomProfileField>)),
  );
  await openScreen('/users/maya');
  await field('Given name').fill('Maya');
  await field('Country').fill('');
  await button('Edit as JSON').click();
  const profile = field('Profile (JSON)');
  // An address without parts is none.
  await expect.element(profile).toHaveTextContent('{ "givenName": "Maya"}');
  await profile.fill('{"givenName": "Maya", "locale": "sv-SE"}');
  await button('Edit as fields').click();
  await expect.element(field('Language and region')).toHaveValue('sv-SE');

  await page.getByRole('combobox', { name: 'Shirt size' }).click();
  await page.getByRole('option', { name: 'Small' }).click();
  await page.getByRole('spinbutton', { name: 'Seats' }).fill('12');
  await page.getByRole('checkbox', { name: 'Newsletter' }).click();
  const customData = field('Custom data (JSON)');
  await expect.element(customData).toMatchTextContent(/"seats": 12/);
  await expectToFit();
  await save();
  await expect.element(unsaved).not.toBeInTheDocument();
  expect(state.user).toMatchObject({
    profile: { givenName: 'Maya', locale: 'sv-SE' },
    customData: { plan: 'gold', shirtSize: 's', seats: 12, news: true },
  });

  await customData.fill('{"plan": gold}');
  await save();
  await expect.element(customData).toHaveAccessibleDescription(/Line 1: a value is missing/);
  await expectAccessible();
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Roles' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(customData).toHaveTextContent('{"plan": gold}');
  await button('Discard').click();
  await expect.element(customData).toMatchTextContent(/"plan": "gold"/);
});

test('a file that is no picture is not uploaded', async () => {
  answerUser(api);
  api.on(userAssetsApi.status, {
    status: 'ready',
    allowUploadMimeTypes: ['image/svg+xml', 'image/png'],
    maxUploadFileSize: 1_000_000,
  });
  await openScreen('/users/maya');
  await expect.element(button('Upload: Avatar URL')).toBeVisible();
  const input = page.elementLocator(document.querySelector('input[type=file]') as Element);
  await userEvent.upload(input, new File(['MZ'], 'me.exe', { type: 'application/octet-stream' }));
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Use a file of one of these types/);
});

/** Keeps factors as the server does. */
function saveFactors(): () => UserMfaVerification[] {
  let factors: UserMfaVerification[] = [];
  api.on(userMfaApi.list, () => factors);
  api.on(userMfaApi.create, ({ body: { type } }) => {
    factors = [...factors, { id: type, type, createdAt: '2026-01-01T00:00:00Z' }];
    if (type === 'BackupCode') {
      const codes = Array.from({ length: 10 }, (_, index) => `backup-${index}`);
      factors = factors.map((one) => (one.type === type ? { ...one, remainCodes: 10 } : one));
      return { type, codes };
    }
    const image = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
    return { type, secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', secretQrCode: image };
  });
  api.on(userMfaApi.remove, ({ params }) => {
    factors = factors.filter(({ id }) => id !== params.verificationId);
  });
  api.on(userMfaApi.removeAll, () => {
    factors = [];
  });
  return () => factors;
}

test('second factors are added, shown once, removed and reset', async () => {
  answerUser(api);
  const kept = saveFactors();
  await openScreen('/users/maya');
  const factors = card('Second factors');
  const add = factors.getByRole('button', { name: 'Add factor' });
  await expect.element(factors.getByText('No second factor.')).toBeVisible();
  await add.click();
  await expect.element(page.getByRole('menuitem', { name: /need another factor/ })).toBeDisabled();
  await page.getByRole('menuitem', { name: 'Authenticator app' }).click();
  await dialog.getByRole('button', { name: 'Add and show' }).click();
  await expect.element(dialog.getByRole('img', { name: 'QR code with the key' })).toBeVisible();
  const secret = page.getByText('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');
  await expect.element(secret).toBeVisible();
  await expectToFit();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.element(secret).not.toBeInTheDocument();

  await add.click();
  await expect
    .poll(() =>
      page
        .getByRole('menuitem')
        .elements()
        .map((item) => item.textContent),
    )
    .toEqual(['Backup codes']);
  await page.getByRole('menuitem', { name: 'Backup codes' }).click();
  await dialog.getByRole('button', { name: 'Add and show' }).click();
  const codes = dialog.getByRole('list', { name: 'Backup codes' }).getByRole('listitem');
  await expect.poll(() => codes.elements()).toHaveLength(10);
  await expectToFit();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.element(factors.getByText('10 codes left')).toBeVisible();
  await expect.element(add).not.toBeInTheDocument();

  await factors.getByRole('button', { name: 'Remove Backup codes' }).click();
  await expect.element(dialog).toMatchTextContent(/must set it up again/);
  await dialog.getByRole('button', { name: 'Remove factor' }).click();
  await expect.element(page.getByText('Factor removed')).toBeVisible();
  await expect.poll(() => factors.getByRole('row').elements()).toHaveLength(2);
  expect(kept()).toMatchObject([{ type: 'Totp' }]);
  await factors.getByRole('button', { name: 'Reset all' }).click();
  await dialog.getByRole('button', { name: 'Remove all factors' }).click();
  await expect.element(factors.getByText('No second factor.')).toBeVisible();
});

test('a temporary code is shown once', async () => {
  answerUser(api, { primaryEmail: 'maya@fjord.example' });
  api.on(userMfaApi.createTemporaryCode, { code: 'abcd-efgh-ijkl-mnop', expiresAt: Date.UTC(2026, 0, 1) });
  await openScreen('/users/maya');
  await card('Second factors').getByRole('button', { name: 'Create temporary code' }).click();
  await dialog.getByRole('button', { name: 'Create code' }).click();
  await expect.element(dialog).toMatchTextContent(/Works once, until/);
  await expect.element(dialog.getByText('abcd-efgh-ijkl-mnop')).toBeVisible();
  await expectToFit();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

const day = 86_400_000;

test('personal access tokens are created, read, renamed and deleted, whatever their name', async () => {
  answerUser(api);
  const old = { userId: 'maya', name: 'Old', value: 'pat_old', expiresAt: Date.now() - day };
  let kept = [sample(PersonalAccessToken, old)];
  api.on(personalAccessTokensApi.list, refuse('oidc.server_error'));
  api.on(personalAccessTokensApi.create, ({ body }) => {
    if (body.name === 'Old') {
      return refuse('user.personal_access_token_name_exists');
    }
    const made = sample(PersonalAccessToken, { userId: 'maya', value: `pat_${'x'.repeat(32)}`, ...body });
    kept = [...kept, made];
    return made;
  });
  api.on(personalAccessTokensApi.renameByBody, ({ body: { currentName, name } }) => {
    kept = kept.map((one) => (one.name === currentName ? { ...one, name } : one));
    return kept[1] ?? refuse('entity.not_found');
  });
  api.on(personalAccessTokensApi.removeByBody, ({ body }) => {
    kept = kept.filter(({ name }) => name !== body.name);
  });
  await openScreen('/users/maya');
  const tokens = card('Personal access tokens');
  await expect.element(tokens.getByRole('alert')).toBeVisible();
  api.on(personalAccessTokensApi.list, () => kept);
  await tokens.getByRole('button', { name: 'Try again' }).click();
  const expired = tokens.getByRole('row', { name: /Old/ });
  await expect.element(expired).toMatchTextContent(/Expired/);
  await expect.element(expired.getByRole('button', { name: 'Show token Old' })).not.toBeInTheDocument();

  (tokens.getByRole('button', { name: 'New token' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('Old{Enter}');
  await expect.element(name).toHaveAccessibleDescription(/name/);
  await expectAccessible();
  await name.fill('Night / day? 100%');
  await dialog.getByRole('combobox', { name: 'Expiration' }).click();
  await page.getByRole('option', { name: '7 days' }).click();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect.element(page.getByText('Token created')).toBeVisible();
  const row = tokens.getByRole('row', { name: /Night/ });
  await expect.element(row).toMatchTextContent(/In 7 days/);
  await row.getByRole('button', { name: /Show token/ }).click();
  await expect.element(row.getByText(/^pat_x{32}$/)).toBeVisible();
  await expectToFit();

  await row.getByRole('button', { name: /More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Day');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Token renamed')).toBeVisible();
  await tokens.getByRole('button', { name: 'More actions for Day' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect.element(dialog).toMatchTextContent(/can no longer get access tokens/);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('Token deleted')).toBeVisible();
  await expect.poll(() => tokens.getByRole('row').elements()).toHaveLength(2);
  expect(kept).toMatchObject([{ name: 'Old' }]);
});

test('a password expires now, and the mark is taken back', async () => {
  const { user } = answerUser(api, { username: 'maya_l', hasPassword: true });
  let state = {
    isEnabled: true,
    hasExpired: false,
    isMarked: false,
    updatedAt: Date.UTC(2026, 0, 1),
    expiresAt: Date.UTC(2026, 3, 1, 12),
  };
  api.on(usersApi.getPasswordExpiration, () => state);
  api.on(usersApi.expirePassword, ({ body: { isExpired } }) => {
    state = { ...state, hasExpired: isExpired, isMarked: isExpired };
    return user;
  });
  await openScreen('/users/maya');
  const passwords = card('Password');
  await expect.element(passwords.getByText(/^Expires on Apr 1, 2026/)).toBeVisible();
  await passwords.getByRole('button', { name: 'Expire now' }).click();
  await expect.element(passwords.getByText('Password has expired')).toBeVisible();
  await expectToFit();
  await passwords.getByRole('button', { name: 'Do not expire' }).click();
  await expect.element(passwords.getByText(/^Expires on/)).toBeVisible();
  expect(api.requestsOf(usersApi.expirePassword).map(({ body }) => body)).toEqual([
    { isExpired: true },
    { isExpired: false },
  ]);
});

test('a password that is too old offers only another one', async () => {
  answerUser(api, { username: 'maya_l', hasPassword: true });
  const expiresAt = Date.UTC(2025, 0, 1);
  api.on(usersApi.getPasswordExpiration, {
    isEnabled: true,
    hasExpired: true,
    isMarked: false,
    updatedAt: null,
    expiresAt,
  });
  await openScreen('/users/maya');
  const passwords = card('Password');
  await expect.element(passwords.getByText('Password has expired')).toBeVisible();
  await expect.element(passwords.getByRole('button', { name: 'Do not expire' })).not.toBeInTheDocument();
  await expect.element(passwords.getByRole('button', { name: 'Reset password' })).toBeVisible();
});

test('a blocked sign-in is shown and released', async () => {
  answerUser(api, { username: 'maya_l' });
  let locked = [{ target: 'maya_l', until: Date.UTC(2030, 0, 1) }];
  api.on(usersApi.listLockouts, () => locked);
  api.on(throttleApi.unlock, () => {
    locked = [];
  });
  await openScreen('/users/maya');
  const notice = page.getByRole('note');
  await expect.element(notice).toMatchTextContent(/maya_l: until/);
  await expect.element(page.getByText('Locked out', { exact: true })).toBeVisible();
  await expectToFit();
  await notice.getByRole('button', { name: 'Unlock now' }).click();
  await expect.element(page.getByText('Maya Lindqvist can sign in again')).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
  expect(api.requestsOf(throttleApi.unlock)[0]?.body).toEqual({ targetType: 'User', targets: ['maya_l'] });
});

test('a phone number is written from left to right in every language', async () => {
  answerUser(api, { primaryPhone: '46701740635' });
  await openScreen('/users/maya', { language: 'ar', appearance: 'dark' });
  const phone = page.getByPlaceholder('+46 70 174 06 35');
  await expect.element(phone).toHaveValue('+46 70 174 06 35');
  expect(getComputedStyle(phone.element()).direction).toBe('ltr');
  expect(document.documentElement.dir).toBe('rtl');
});

test('people who may only read see labels and whole values instead of fields', async () => {
  const address = `${'a-very-long-name.'.repeat(7)}maya@fjord.example`;
  answerUser(api, { primaryEmail: address, primaryPhone: null, profile: { address: { country: 'Sweden' } } });
  await openScreen('/users/maya', { role: 'reader' });
  const identifiers = page.getByRole('main').getByRole('definition');
  await expect.element(identifiers.filter({ hasText: address })).toBeVisible();
  await expect.element(page.getByText('Sweden')).toBeVisible();
  const phone = page.getByRole('term').filter({ hasText: /^Phone$/ });
  expect(phone.element().nextElementSibling?.textContent).toBe('Not set');
  expect(document.querySelectorAll('main :is(input, textarea, [contenteditable=true])')).toHaveLength(0);
  expect(document.body.textContent).not.toContain('+46 70 174 06 35');
  await expectAccessible();
  await expectToFit();
});
