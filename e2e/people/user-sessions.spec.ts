import { pathOf } from '@postern/contracts/endpoint';
import { userSessionsApi } from '@postern/contracts/people/user-sessions';
import { type User, usersApi } from '@postern/contracts/people/users';
import { becomeAdministrator } from '../administrator.ts';
import { newDemoVisitor } from '../demo-visitor.ts';
import { expect, expectAccessible, expectToFit, test } from '../product.ts';

const password = 'a sentence nobody guesses';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

test('an administrator reads the timeline of a user, sees both devices, and signs out one and then all', async ({
  page,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const { id: userId } = await administrator.api<User>('post', usersApi.create.path, {
    username: 'maya',
    name: 'Maya Lindqvist',
    primaryEmail: 'maya@fjord.example',
    password,
  });
  await administrator.api('patch', pathOf(usersApi.update, { userId }), { name: 'Maya L.' });
  const [computer, mobile] = [await newDemoVisitor(browser, oss), await newDemoVisitor(browser, oss, phone)];
  await mobile.signIn('maya', 'something else', password);
  const entries = () => administrator.api<unknown[]>('get', pathOf(userSessionsApi.timeline, { userId }));
  await expect.poll(async () => (await entries()).length).toBe(4);

  await test.step('the timeline shows a wrong password, a sign-in and changes, and links to their log entries', async () => {
    await page.goto(`${oss.consoleUrl}/users/${userId}/timeline`);
    const timeline = page.getByRole('table', { name: 'Timeline' });
    await expect(timeline.getByRole('row')).toHaveCount(5);
    await expect(timeline.getByRole('link', { name: /Signed in/ })).toBeVisible();
    await expect(timeline.getByRole('row', { name: /Sign-in failed/ })).toContainText('Wrong password');
    await expect(timeline.getByRole('row', { name: /Account changed/ })).toContainText('name');
    await expectToFit(page);
    await page.getByRole('button', { name: 'Kind' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Failed attempts' }).click();
    await page.keyboard.press('Escape');
    await expect(timeline.getByRole('row')).toHaveCount(2);
    await expect(page).toHaveURL(/kind=failedTry/);
    await timeline.getByRole('link', { name: /Sign-in failed/ }).click();
    await expect(page.getByText('Interaction.SignIn.Verification.Password.Submit').first()).toBeVisible();
    await page.goBack();
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Logs' }).click();
    const logs = page.getByRole('table', { name: 'Log entries' });
    await expect(logs.getByRole('row', { name: /Sign-in: completed/ })).toBeVisible();
    await expectAccessible(page);
  });

  await computer.signIn('maya', password);
  const sessions = page.getByRole('table', { name: 'Sessions' });
  const row = sessions.getByRole('row', { name: /Safari 18 on iOS 18/ });

  await test.step('sessions that failed to load can be loaded again', async () => {
    await page.route('**/sessions', (route) => route.abort());
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Sessions' }).click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await page.unroute('**/sessions');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(sessions.getByRole('row')).toHaveCount(3);
    await expect(row).toContainText('password');
    await expect(row).toContainText('Demo app');
    await expect(row).toContainText('127.0.0.1');
    await expectToFit(page);
  });

  await test.step('one session is ended, and the other one continues', async () => {
    await row.getByRole('button', { name: 'Sign out Safari 18 on iOS 18' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Sign out Safari 18 on iOS 18?' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page.getByText('Signed out', { exact: true })).toBeVisible();
    await expect(sessions.getByRole('row')).toHaveCount(2);
    expect([await mobile.arrive(), await computer.arrive()]).toEqual(['/sign-in', '/demo-app']);
  });

  await test.step('all sessions are ended, and the page says that there are none', async () => {
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByText('No active sessions.')).toBeVisible();
    await expect(page.getByText('No application has a refresh token.')).toBeVisible();
    await expectAccessible(page);
    expect(await computer.arrive()).toBe('/sign-in');
  });
  administrator.expectNoComplaints('ERR_FAILED');
});
