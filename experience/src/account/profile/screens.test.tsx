import { type Account, accountApi } from '@postern/contracts/account/account';
import { accountAvatarApi } from '@postern/contracts/account/account-avatar';
import { CustomProfileField } from '@postern/contracts/experience/custom-profile-fields';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { failWith } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { valueIn } from '../../testing/account-page.ts';
import { ada } from '../../testing/answer-account.ts';
import { api, endTest, openPage, reloadPage } from '../../testing/open-page.tsx';

let account: Account;

beforeEach(() => {
  account = ada({ customData: { theme: 'dark' }, profile: { givenName: 'A', gender: 'f' } });
  api.on(accountApi.get, () => account);
  api.on(accountApi.update, ({ body }) => {
    account = { ...account, ...body };
    return account;
  });
  api.on(accountApi.updateProfile, ({ body }) => {
    account = { ...account, profile: { ...account.profile, ...body } };
    return account.profile ?? {};
  });
});

afterEach(endTest);

const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
const lost = failWith(0);

test('the overview greets the person, moves the focus to its heading, and can be read in another language', async () => {
  await openPage('/account/profile');
  await expect.element(heading('Profile')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
  await expect.element(page.getByText('Hello, Ada Lovelace')).toBeVisible();
  await expect.element(heading('Overview')).toHaveFocus();
  await expectToFit();
  await openPage('/account', { language: 'de' });
  await expect.element(heading('Übersicht')).toBeVisible();
  await openPage('/account/nowhere');
  await expect.element(heading('Page not found')).toBeVisible();
  await expectAccessible();
});

test('an account center that is off, and a session that ended in another tab, say so', async () => {
  await openPage('/account/profile', { accountCenter: { enabled: false, fields: {} } });
  await expect.element(page.getByRole('heading', { name: 'The account center is turned off' })).toBeVisible();
  await expectToFit();
  await openPage('/account/profile');
  await expect.element(heading('Profile')).toBeVisible();
  const other = new BroadcastChannel('postern:account');
  other.postMessage('signed-out');
  await expect.element(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible();
  other.close();
  await expectAccessible();
});

test('a change of another tab appears in this one', async () => {
  await openPage('/account/profile');
  await expect.element(page.getByRole('button', { name: 'Change: Name' })).toBeVisible();
  account = { ...account, name: 'Countess' };
  const other = new BroadcastChannel('postern:account');
  other.postMessage('changed');
  await expect.poll(() => valueIn('Name')).toBe('Countess');
  other.close();
});

test('the page loads after a retry; a change that found no connection keeps what was typed and is retried', async () => {
  api.on(accountApi.get, lost);
  await openPage('/account/profile');
  await expect.element(page.getByRole('heading', { name: 'Failed to load' })).toBeVisible();
  await expectAccessible();
  api.on(accountApi.get, () => account);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Change: Name' }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect.element(name).toHaveFocus();
  await name.fill('Countess');
  api.on(accountApi.update, lost);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/^No connection to the server/)).toBeVisible();
  await expectAccessible();
  api.on(accountApi.update, ({ body }) => {
    account = { ...account, ...body };
    return account;
  });
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  await expect.poll(() => valueIn('Name')).toBe('Countess');
  await expect.element(page.getByRole('button', { name: 'Change: Name' })).toHaveFocus();
});

test('personal details are validated, changed and cleared', async () => {
  await openPage('/account/profile');
  await page.getByRole('button', { name: 'Edit: Personal details' }).click();
  const dialog = page.getByRole('dialog', { name: 'Personal details' });
  const field = (label: RegExp) => dialog.getByLabelText(label);
  await expect.element(field(/^First name/)).toHaveFocus();
  await expectAccessible();
  await field(/^First name/).fill('Ada');
  await field(/^Last name/).fill('Lovelace');
  await field(/^Date of birth/).fill('1815-12-10');
  await field(/^Gender/).fill('');
  await field(/^Website/).fill('javascript:alert(1)');
  await field(/^City/).fill('London');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(field(/^Website/)).toHaveFocus();
  await expect.element(field(/^Website/)).toHaveAccessibleDescription(/starts with https/);
  await field(/^Website/).fill('https://ada.example');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => valueIn('Full name')).toBe('Ada Lovelace');
  await expect.poll(() => valueIn('Date of birth')).toBe('December 10, 1815');
  await expect.poll(() => valueIn('Gender')).toBe('Not set');
  await expect.element(page.getByText(/"theme": "dark"/)).toBeVisible();
  expect(api.requestsOf(accountApi.updateProfile)[0]?.body).toMatchObject({
    givenName: 'Ada',
    birthdate: '1815-12-10',
    gender: '',
    address: { locality: 'London' },
  });
});

const field = (given: Partial<CustomProfileField>) =>
  sample(CustomProfileField, { required: false, config: {}, ...given });
const part = (name: string, required: boolean) => ({ enabled: true, name, type: 'Text' as const, required });
const customProfileFields = [
  field({ name: 'motto', type: 'Text', required: true, label: 'Motto', config: { minLength: 3 } }),
  field({ name: 'shoeSize', type: 'Number', label: 'Shoe size', config: { minValue: 20, maxValue: 60 } }),
  field({ name: 'joined', type: 'Date', label: 'Joined', config: { format: 'dd/MM/yyyy' } }),
  field({ name: 'news', type: 'Checkbox', label: 'Newsletter', config: { defaultValue: 'false' } }),
  field({
    name: 'team',
    type: 'Select',
    label: 'Team',
    config: {
      options: [
        { value: 'r', label: 'Red' },
        { value: 'b', label: 'Blue' },
      ],
    },
  }),
  field({ name: 'blog', type: 'Url', label: 'Blog' }),
  field({ name: 'badge', type: 'Regex', label: 'Badge', config: { format: '^[A-Z]{2}\\d+$' } }),
  field({ name: 'fullname', type: 'Fullname', label: 'Full name', config: { parts: [part('givenName', false)] } }),
  field({ name: 'address', type: 'Address', label: 'Home', config: { parts: [part('country', true)] } }),
];

test("the tenant's own fields of every type are validated, changed and shown; other data is kept", async () => {
  await openPage('/account/profile', { experience: { customProfileFields } });
  const edit = page.getByRole('button', { name: 'Edit: More details' });
  await edit.click();
  const dialog = page.getByRole('dialog', { name: 'More details' });
  const input = (label: string) => dialog.getByLabelText(new RegExp(`^${label}`));
  await input('Shoe size').fill('12');
  await input('Joined').fill('2020-02-01');
  await input('Newsletter').click();
  await input('Team').selectOptions('Blue');
  await input('Blog').fill('https://ada.example');
  await input('Badge').fill('ab1');
  const save = dialog.getByRole('button', { name: 'Save' });
  await save.click();
  await expect.element(input('Motto')).toHaveFocus();
  await expect.element(input('Shoe size')).toHaveAccessibleDescription(/at least 20/);
  await expect.element(input('Badge')).toHaveAccessibleDescription(/format is not valid/);
  await expectAccessible();
  await input('Motto').fill('Onwards');
  await input('Shoe size').fill('42');
  await input('Badge').fill('AB1');
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => valueIn('Team')).toBe('Blue');
  await expect.poll(() => valueIn('Newsletter')).toBe('Yes');
  await expect.poll(() => valueIn('Joined')).toBe('February 1, 2020');
  expect(account.customData).toEqual({
    theme: 'dark',
    motto: 'Onwards',
    shoeSize: 42,
    joined: '01/02/2020',
    news: true,
    team: 'b',
    blog: 'https://ada.example',
    badge: 'AB1',
  });
  await edit.click();
  await expect.element(input('Joined')).toHaveValue('2020-02-01');
  await expect.element(input('Newsletter')).toBeChecked();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => valueIn('Home')).toBe('Not set');
  await expectToFit();
});

/** A PNG of 90 by 60 pixels. */
async function draw(): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 90, height: 60 });
  canvas.getContext('2d')?.fillRect(0, 0, 90, 60);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  return new File([blob ?? ''], 'me.png', { type: 'image/png' });
}

test('a picture is uploaded, replaced by a URL and removed', async () => {
  const uploaded = `${location.origin}/favicon.ico`;
  api.on(accountAvatarApi.upload, () => {
    account = { ...account, avatar: uploaded };
    return { avatar: uploaded };
  });
  await openPage('/account/profile');
  await page.getByRole('button', { name: 'Add: Picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Picture' });
  await expectAccessible();
  const input = page.elementLocator(dialog.element().querySelector('input[type=file]') ?? document.body);
  await input.upload(new File(['no picture'], 'notes.txt', { type: 'text/plain' }));
  await expect.element(dialog.getByText('Your browser cannot read this image file.')).toBeVisible();
  await input.upload(await draw());
  await expect.element(page.getByText('Changes saved')).toBeVisible();

  await page.getByRole('button', { name: 'Change: Picture' }).click();
  await page.getByRole('button', { name: 'Use an image URL' }).click();
  const address = page.getByRole('textbox', { name: 'Image URL' });
  await address.fill('javascript:alert(1)');
  await userEvent.keyboard('{Enter}');
  await expect.element(address).toHaveAccessibleDescription(/starts with https/);
  await address.fill('https://ada.example/me.png');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(account.avatar).toBe('https://ada.example/me.png');

  await page.getByRole('button', { name: 'Change: Picture' }).click();
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect.element(page.getByRole('button', { name: 'Add: Picture' })).toBeVisible();
  expect(account.avatar).toBeNull();
});

test('fields that are off are hidden, read-only ones have no button', async () => {
  const fields = { avatar: 'Off', name: 'ReadOnly', profile: 'ReadOnly', customData: 'Off' } as const;
  await openPage('/account/profile', { accountCenter: { fields } });
  await expect.element(page.getByRole('heading', { name: 'Personal details' })).toBeVisible();
  await expect.poll(() => valueIn('Name')).toBe('Ada Lovelace');
  await expect.element(page.getByText('Picture', { exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByText(/theme/)).not.toBeInTheDocument();
  expect(page.getByRole('main').getByRole('button').elements()).toEqual([]);
  await reloadPage({ accountCenter: { fields: {} } });
  await expect.element(heading('Page not found')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Profile' })).not.toBeInTheDocument();
});

test('the pages fit in German, and right to left on a small phone, with the current page in view', async () => {
  await openPage('/account/profile', { language: 'de' });
  await expect.element(page.getByRole('button', { name: 'Bearbeiten: Persönliche Angaben' })).toBeVisible();
  await expectToFit();
  await page.viewport(320, 640);
  await openPage('/account/data', { language: 'ar' });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(document.documentElement.dir).toBe('rtl');
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  // The menu is a row at this width, and its last item is the current page.
  const isInView = () => {
    const { left, right } = document.querySelector('nav a[aria-current]')?.getBoundingClientRect() ?? {
      left: -1,
      right: 0,
    };
    return left >= 0 && right <= 320;
  };
  await expect.poll(isInView).toBe(true);
  await page.viewport(1440, 900);
});
