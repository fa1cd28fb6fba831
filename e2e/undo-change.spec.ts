import type { Page } from '@playwright/test';
import type { MailboxMessage } from '@postern/contracts/messages/mailbox';
import { confirmByPassword, createPerson, everything, expectTold, openAccount, signIn } from './account-person.ts';
import { expect, expectAccessible, expectToFit, fillDatabase } from './product.ts';
import { password, type Stage, test } from './stage.ts';

test.beforeEach(async ({ stage }) => {
  await stage.settings();
  await stage.api('patch', '/api/account-center', { enabled: true, fields: everything });
});

/** Changes the email address in the account center, as a person at an unlocked device could. */
async function changeEmail(page: Page, stage: Stage, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Change: Email address' }).click();
  await confirmByPassword(page);
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await page.keyboard.press('Enter');
  await page.getByLabel('Six-digit code').fill((await stage.message(email)).code);
  await expectTold(page, 'Email address saved');
}

/** The link in the message to the old address. */
async function linkTo(stage: Stage, address: string): Promise<string> {
  const read = async () => {
    const all = await stage.api<MailboxMessage[]>('get', '/api/mailbox?page_size=100');
    const links = all.filter(({ recipient }) => recipient === address).map(({ link }) => link);
    return links.find((link) => link?.includes('/undo-change?token=')) ?? '';
  };
  await expect.poll(read).not.toBe('');
  return read();
}

test('the owner of the old address reverts the change and sets a new password', async ({ browser, stage }) => {
  const [old, stolen] = ['owner@harbor.example', 'thief@harbor.example'];
  const { id, username } = await createPerson(stage, { primaryEmail: old });
  const thief = await openAccount(browser, stage, username, '/account/sign-in');
  await changeEmail(thief, stage, stolen);
  const link = await linkTo(stage, old);
  const email = async () => (await stage.api<{ primaryEmail: string }>('get', `/api/users/${id}`)).primaryEmail;

  const owner = await (await browser.newContext()).newPage();
  await owner.goto(link);
  await expect(owner.getByRole('heading', { name: 'Undo the change' })).toBeVisible();
  await expect(owner.getByText(`The email address of your account will be ${old} again.`)).toBeVisible();
  await expectToFit(owner);
  // Opening the link changes nothing, even twice.
  await owner.reload();
  await expect(owner.getByText(`The email address of your account will be ${old} again.`)).toBeVisible();
  expect(await email()).toBe(stolen);

  const field = owner.getByRole('textbox', { name: 'Password' });
  await owner.getByRole('button', { name: 'Undo the change' }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill(password);
  await owner.keyboard.press('Enter');
  await expect(owner.getByText('Different from your current password')).toBeVisible();
  await field.fill('a sentence that the thief does not know');
  await owner.keyboard.press('Enter');
  await expect(owner.getByRole('heading', { name: 'The change was undone' })).toBeVisible();
  await expectAccessible(owner);
  expect(await email()).toBe(old);

  await thief.reload();
  await expect(thief.getByRole('button', { name: 'Change: Email address' })).toHaveCount(0);
  await owner.getByRole('link', { name: 'Open your account' }).click();
  await signIn(owner, username, 'a sentence that the thief does not know');
  await expect(owner.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(owner).toHaveURL(`${stage.product.endpoint}/account`);

  await owner.goto(link);
  await expect(owner.getByRole('heading', { name: 'This change cannot be undone' })).toBeVisible();
  await expect(owner.getByText('The change was already undone')).toBeVisible();
});

test('an expired link, a link whose address is taken and an incomplete link show an error', async ({
  browser,
  stage,
}) => {
  const old = 'late@harbor.example';
  const { id, username } = await createPerson(stage, { primaryEmail: old });
  const page = await openAccount(browser, stage, username, '/account/sign-in');
  await changeEmail(page, stage, 'later@harbor.example');
  const link = await linkTo(stage, old);
  const other = await createPerson(stage, { primaryEmail: old });
  await page.goto(link);
  await expect(page.getByText('The old email address or phone number now belongs to another account.')).toBeVisible();
  await expectAccessible(page);
  await stage.api('delete', `/api/users/${other.id}`);
  await fillDatabase(stage.product, `update address_changes set expires_at = now() where user_id = '${id}'`);
  await page.reload();
  await expect(page.getByText('The link was valid for 72 hours and has expired.')).toBeVisible();
  for (const query of ['?token=nothing', '']) {
    await page.goto(`${stage.product.endpoint}/undo-change${query}`);
    await expect(page.getByText('The link is incomplete or no longer exists.')).toBeVisible();
  }
  await expectToFit(page);
});

test('the page is available in Arabic, right to left', async ({ browser, stage }) => {
  const old = 'arabic@harbor.example';
  const { username } = await createPerson(stage, { primaryEmail: old });
  const page = await openAccount(browser, stage, username, '/account/sign-in');
  await changeEmail(page, stage, 'arabic-new@harbor.example');
  const reader = await (await browser.newContext({ locale: 'ar' })).newPage();
  await reader.goto(await linkTo(stage, old));
  await expect(reader.getByRole('heading', { name: 'التراجع عن التغيير' })).toBeVisible();
  await expect(reader.locator('html')).toHaveAttribute('dir', 'rtl');
  await expectToFit(reader);
});
