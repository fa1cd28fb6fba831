import type { Page } from '@playwright/test';
import { createPerson, everything, expectTold, row, signIn } from '../account-person.ts';
import { enterAccount } from '../account-session.ts';
import { expect, expectAccessible, expectNarrow, expectToFit, watchConsole } from '../product.ts';
import { type Stage, test } from '../stage.ts';

/** A PNG of 90 by 60 pixels, drawn by the browser. */
const drawPicture = `(() => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 90, height: 60 });
  canvas.getContext('2d').fillRect(0, 0, 90, 60);
  return canvas.toDataURL('image/png').split(',')[1];
})()`;

const open = (fields: object = everything) => ({ enabled: true, fields });

test.beforeEach(async ({ stage }) => {
  await stage.settings();
  await stage.api('patch', '/api/account-center', open());
});

test('visitors sign in first and land on the page they requested, unless the account center is disabled', async ({
  page,
  stage,
}) => {
  const profile = `${stage.product.endpoint}/account/profile`;
  await stage.api('patch', '/api/account-center', { enabled: false });
  const answer = await page.goto(profile);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'The account center is turned off' })).toBeVisible();
  await expectToFit(page);

  await stage.api('patch', '/api/account-center', { enabled: true });
  const { username } = await createPerson(stage, { name: 'Ada Lovelace' });
  await page.goto(profile);
  await signIn(page, username);
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(profile);
  const complaints = watchConsole(page);
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText('Hello, Ada Lovelace')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeFocused();
  await expectToFit(page);
  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByRole('heading', { name: 'Übersicht' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Übersicht' })).toBeVisible();
  await page.getByLabel('Sprache').selectOption('en');
  await expect(page.getByText('Hello, Ada Lovelace')).toBeVisible();
  await page.goto(`${stage.product.endpoint}/account/nowhere`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test("name, details, the tenant's custom fields and the picture are changed, cleared and kept", async ({
  browser,
  stage,
}) => {
  const customData = { theme: 'dark' };
  const { id, username } = await createPerson(stage, {
    name: 'Ada',
    profile: { givenName: 'A', gender: 'f' },
    customData,
  });
  const page = await enterAccount(browser, stage, username, '/account/profile');
  await page.getByRole('button', { name: 'Change: Name' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
  await page.keyboard.press('Enter');
  await expectTold(page, 'Changes saved');
  await expect(row(page, 'Name')).toContainText('Ada Lovelace');
  await expect(page.getByRole('button', { name: 'Change: Name' })).toBeFocused();

  await page.getByRole('button', { name: 'Edit: Personal details' }).click();
  const dialog = page.getByRole('dialog', { name: 'Personal details' });
  await expect(dialog.getByLabel('First name')).toBeFocused();
  await expectAccessible(page);
  await dialog.getByLabel('First name').fill('Ada');
  await dialog.getByLabel('Last name').fill('Lovelace');
  await dialog.getByLabel('Date of birth').fill('1815-12-10');
  await dialog.getByLabel('Gender').fill('');
  await dialog.getByLabel('Website').fill('javascript:alert(1)');
  await dialog.getByLabel('City').fill('London');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('Website')).toBeFocused();
  await expect(dialog.getByLabel('Website')).toHaveAccessibleDescription(/starts with https/);
  await dialog.getByLabel('Website').fill('https://ada.example');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, 'Full name')).toContainText('Ada Lovelace');
  await expect(row(page, 'Date of birth')).toContainText('December 10, 1815');
  await expect(row(page, 'Gender')).toContainText('Not set');
  await expect(page.getByText('"theme": "dark"')).toBeVisible();
  const { profile } = await stage.api<{ profile: object }>('get', `/api/users/${id}`);
  expect(profile).toMatchObject({
    givenName: 'Ada',
    birthdate: '1815-12-10',
    gender: '',
    address: { locality: 'London' },
  });

  await test.step("the tenant's custom fields of every type", () => changeCustomFields(page, stage, id));
  await test.step('a picture is uploaded, replaced by a URL and removed', () => changePicture(page, stage, id));
});

async function changeCustomFields(page: Page, stage: Stage, id: string): Promise<void> {
  const fields = [
    { name: 'motto', type: 'Text', required: true, label: 'Motto', config: { minLength: 3 } },
    { name: 'shoeSize', type: 'Number', required: false, label: 'Shoe size', config: { minValue: 20, maxValue: 60 } },
    { name: 'joined', type: 'Date', required: false, label: 'Joined', config: { format: 'dd/MM/yyyy' } },
    { name: 'news', type: 'Checkbox', required: false, label: 'Newsletter', config: { defaultValue: 'false' } },
    {
      name: 'team',
      type: 'Select',
      required: false,
      label: 'Team',
      config: {
        options: [
          { value: 'r', label: 'Red' },
          { value: 'b', label: 'Blue' },
        ],
      },
    },
    { name: 'blog', type: 'Url', required: false, label: 'Blog' },
    { name: 'badge', type: 'Regex', required: false, label: 'Badge', config: { format: '^[A-Z]{2}\\d+$' } },
    {
      name: 'fullname',
      type: 'Fullname',
      required: false,
      label: 'Full name',
      config: { parts: [{ enabled: true, name: 'givenName', type: 'Text', required: false }] },
    },
    {
      name: 'address',
      type: 'Address',
      required: false,
      label: 'Home',
      config: { parts: [{ enabled: true, name: 'country', type: 'Text', required: true }] },
    },
  ];
  await stage.api('post', '/api/custom-profile-fields/batch', fields);
  await page.reload();
  await page.getByRole('button', { name: 'Edit: More details' }).click();
  const dialog = page.getByRole('dialog', { name: 'More details' });
  await dialog.getByLabel('Shoe size').fill('12');
  await dialog.getByLabel('Joined').fill('2020-02-01');
  await dialog.getByLabel('Newsletter').check();
  await dialog.getByLabel('Team').selectOption('Blue');
  await dialog.getByLabel('Blog').fill('https://ada.example');
  await dialog.getByLabel('Badge').fill('ab1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('Motto')).toBeFocused();
  await expect(dialog.getByLabel('Shoe size')).toHaveAccessibleDescription(/at least 20/);
  await expect(dialog.getByLabel('Badge')).toHaveAccessibleDescription(/format is not valid/);
  await expectAccessible(page);
  await dialog.getByLabel('Motto').fill('Onwards');
  await dialog.getByLabel('Shoe size').fill('42');
  await dialog.getByLabel('Badge').fill('AB1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, 'Team')).toContainText('Blue');
  await expect(row(page, 'Newsletter')).toContainText('Yes');
  await expect(row(page, 'Joined')).toContainText('February 1, 2020');
  const { customData } = await stage.api<{ customData: object }>('get', `/api/users/${id}`);
  expect(customData).toEqual({
    theme: 'dark',
    motto: 'Onwards',
    shoeSize: 42,
    joined: '01/02/2020',
    news: true,
    team: 'b',
    blog: 'https://ada.example',
    badge: 'AB1',
  });

  await page.getByRole('button', { name: 'Edit: More details' }).click();
  await expect(dialog.getByLabel('Joined')).toHaveValue('2020-02-01');
  await expect(dialog.getByLabel('Newsletter')).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(row(page, 'Home')).toContainText('Not set');
  await expectToFit(page);
  await Promise.all(fields.map(({ name }) => stage.api('delete', `/api/custom-profile-fields/${name}`)));
}

async function changePicture(page: Page, stage: Stage, id: string): Promise<void> {
  // The message about the last change is gone, so that it is not mistaken for the next one.
  await expect(page.getByRole('status').filter({ hasText: 'Changes saved' })).toBeHidden();
  const avatar = async () => (await stage.api<{ avatar: string | null }>('get', `/api/users/${id}`)).avatar;
  await page.getByRole('button', { name: 'Add: Picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Picture' });
  await expectAccessible(page);
  const input = dialog.locator('input[type=file]');
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(dialog.getByText('Your browser cannot read this image file')).toBeVisible();
  const drawn = await page.evaluate<string>(drawPicture);
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(drawn, 'base64') });
  await expectTold(page, 'Changes saved');
  const uploaded = (await avatar()) ?? '';
  expect(uploaded).toContain(`/user-assets/default/${id}/`);
  await expect(page.locator('img.face').first()).toHaveAttribute('src', uploaded);

  await page.getByRole('button', { name: 'Change: Picture' }).click();
  await page.getByRole('button', { name: 'Use an image URL' }).click();
  const address = page.getByRole('textbox', { name: 'Image URL' });
  await address.fill('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await expect(address).toHaveAccessibleDescription(/starts with https/);
  await address.fill(`${stage.product.endpoint}/favicon.png`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await avatar()).toBe(`${stage.product.endpoint}/favicon.png`);

  await page.getByRole('button', { name: 'Change: Picture' }).click();
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(page.getByRole('button', { name: 'Add: Picture' })).toBeVisible();
  expect(await avatar()).toBeNull();
}

test('disabled fields are hidden, read-only fields have no button', async ({ browser, stage }) => {
  const fields = { ...everything, avatar: 'Off', name: 'ReadOnly', profile: 'ReadOnly', customData: 'Off' };
  await stage.api('patch', '/api/account-center', open(fields));
  const { username } = await createPerson(stage, { name: 'Bo', customData: { secretly: 'kept' } });
  const page = await enterAccount(browser, stage, username, '/account/profile');
  await expect(row(page, 'Name')).toContainText('Bo');
  await expect(page.getByRole('heading', { name: 'Personal details' })).toBeVisible();
  await expect(page.getByText('Picture', { exact: true })).toBeHidden();
  await expect(page.getByText('secretly')).toBeHidden();
  await expect(page.locator('main').getByRole('button')).toHaveCount(0);

  const off = { name: 'Off', avatar: 'Off', profile: 'Off', customData: 'Off' };
  await stage.api('patch', '/api/account-center', { fields: off });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Profile' })).toBeHidden();
});

test('an invalid token is renewed, a lost connection loses nothing, and tabs stay in sync until the session ends', async ({
  browser,
  stage,
}) => {
  const { id, username } = await createPerson(stage, { name: 'Ada' });
  const page = await enterAccount(browser, stage, username, '/account/profile');
  const calls = '**/api/my-account';

  await test.step('without a connection the page loads after a retry, with a new token for an invalid one', async () => {
    await expect(row(page, 'Name')).toContainText('Ada');
    const key = 'postern:account-center:session';
    const session = JSON.parse(await page.evaluate<string>(`sessionStorage.getItem('${key}')`));
    const stale = JSON.stringify({ ...session, accessToken: 'ended long ago' });
    await page.evaluate(`sessionStorage.setItem('${key}', ${JSON.stringify(stale)})`);
    await page.route(calls, (route) => route.abort());
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Failed to load' })).toBeVisible();
    await expectAccessible(page);
    await page.unroute(calls);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(row(page, 'Name')).toContainText('Ada');
    const renewed = JSON.parse(await page.evaluate<string>(`sessionStorage.getItem('${key}')`));
    expect([renewed.accessToken === 'ended long ago', renewed.refreshToken === session.refreshToken]).toEqual([
      false,
      false,
    ]);
  });

  const other = await page.context().newPage();
  await other.goto(`${stage.product.endpoint}/account/profile`);
  await expect(row(other, 'Name')).toContainText('Ada');
  await test.step('a change that found no connection is retried and appears in the other tab', async () => {
    await page.getByRole('button', { name: 'Change: Name' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
    await page.route(calls, (route) => route.abort());
    await page.keyboard.press('Enter');
    const alert = page.getByRole('alert').filter({ hasText: 'No connection to the server' });
    await expect(alert).toBeVisible();
    await expectAccessible(page);
    await page.unroute(calls);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(row(page, 'Name')).toContainText('Ada Lovelace');
    await expect(row(other, 'Name')).toContainText('Ada Lovelace');
  });

  await test.step('both tabs report the end of the session', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(other.getByRole('heading', { name: 'Your session has ended' })).toBeVisible();
    await expectAccessible(other);
    await page.waitForURL(/sign-in/);
    await other.getByRole('button', { name: 'Sign in again' }).click();
    await signIn(other, username);
    await expect(row(other, 'Name')).toContainText('Ada Lovelace');
    expect(new URL(other.url()).pathname).toBe('/account/profile');

    await stage.api('patch', `/api/users/${id}/is-suspended`, { isSuspended: true });
    await other.getByRole('button', { name: 'Change: Name' }).click();
    await other.getByRole('textbox', { name: 'Name' }).press('Enter');
    await expect(other.getByRole('heading', { name: 'Your session has ended' })).toBeVisible();
  });
});

test('works in German and in a right-to-left language', async ({ browser, stage }) => {
  await stage.settings({ mfa: { factors: ['Totp', 'WebAuthn', 'BackupCode'], policy: 'NoPrompt' } });
  await stage.api('patch', '/api/account-center', open({ ...everything, mfa: 'Edit' }));
  const { username } = await createPerson(stage, { name: 'Ada' });
  const german = await enterAccount(browser, stage, username, '/account/profile', { locale: 'de-DE' });
  await expect(german.getByRole('heading', { name: 'Profil', level: 1 })).toBeVisible();
  await expect(german.getByRole('button', { name: 'Bearbeiten: Persönliche Angaben' })).toBeVisible();
  await expectToFit(german);
  await german.locator('nav a[href$="/account/security"]').click();
  await expect(german.getByRole('heading', { name: 'Anmeldung in zwei Schritten' })).toBeVisible();
  await expect(german.getByRole('button', { name: 'Einrichten: Authenticator-App' })).toBeVisible();
  await expectToFit(german);
  const arabic = await enterAccount(browser, stage, username, '/account/data', { locale: 'ar' });
  await expect(arabic.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(arabic.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNarrow(arabic, 320);
  // The menu is a row at this width, and its last item is the current page.
  await expect(arabic.locator('nav a[aria-current]')).toBeInViewport({ ratio: 1 });
});
