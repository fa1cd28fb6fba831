import { confirmByPassword, everything, signIn } from '../account-person.ts';
import { resumeAccount } from '../account-session.ts';
import { becomeAdministrator } from '../administrator.ts';
import { expect, expectToFit, test } from '../product.ts';
import { password } from '../stage.ts';

test('a user deletes their account where the tenant allows it and sees the goodbye page', async ({
  page,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const { api } = administrator;
  await api('patch', '/api/account-center', { enabled: true, fields: everything, deleteAccount: true });
  await api('patch', '/api/sign-in-exp', {
    color: { primaryColor: '#6139F6', isDarkModeEnabled: true, darkPrimaryColor: '#8768F8' },
  });
  const { id } = await api<{ id: string }>('post', '/api/users', {
    username: 'ada',
    password,
    primaryEmail: 'ada@example.com',
  });
  const person = await (await browser.newContext()).newPage();
  await resumeAccount(person, oss, 'ada');
  await person.goto(`${oss.endpoint}/account/data`);
  await expect(person.getByRole('button', { name: 'Delete my account' })).toBeVisible();
  const other = await person.context().newPage();
  await other.goto(`${oss.endpoint}/account`);
  await expect(other.getByRole('heading', { name: 'Overview' })).toBeVisible();

  await person.getByRole('button', { name: 'Delete my account' }).click();
  await confirmByPassword(person);
  const dialog = person.getByRole('dialog', { name: 'Delete your account permanently?' });
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByRole('checkbox')).toHaveAccessibleDescription('Select the checkbox to continue.');
  await expectToFit(person);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(person.getByRole('heading', { name: 'Your account was deleted' })).toBeVisible();
  await expectToFit(person);
  await expect(other.getByRole('heading', { name: 'Your session has ended' })).toBeVisible();
  expect(await api<{ id: string }[]>('get', `/api/users?search=${id}`)).toEqual([]);
  // The message is sent after the response.
  await expect
    .poll(() => api<object[]>('get', '/api/mailbox?page_size=20'))
    .toContainEqual(
      expect.objectContaining({
        recipient: 'ada@example.com',
        subject: expect.stringMatching(/^Your account at \S+ was deleted$/),
      }),
    );

  await person.reload();
  await signIn(person, 'ada');
  await expect(person.getByText(/incorrect/)).toBeVisible();
  administrator.expectNoComplaints();
});
