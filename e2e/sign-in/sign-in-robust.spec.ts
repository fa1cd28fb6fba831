import { expect } from '../product.ts';
import { arrive, expectSignedIn, method, password, test, typeCode } from '../stage.ts';

test('a sign-in survives another tab that restarts it, and two tabs answer their own requests', async ({
  page,
  stage,
}) => {
  const byEmail = { signUp: { identifiers: ['email'], password: true, verify: true, secondaryIdentifiers: [] } };
  await stage.settings({ ...byEmail, signIn: { methods: [method('email', 'both', false)] } });
  const email = 'tabs@fjord.example';
  await stage.api('post', '/api/users', { primaryEmail: email, password });
  await arrive(page, stage);
  await page.getByLabel('Email address').fill(email);
  await page.keyboard.press('Enter');
  const { code } = await stage.message(email);
  await expect(page).toHaveURL(/\/sign-in\/verification-code/);

  const other = await page.context().newPage();
  await other.goto(page.url().replace('/verification-code', ''));
  await other.getByLabel('Email address').fill('other-tab@fjord.example');
  await other.keyboard.press('Enter');
  await expect(other).toHaveURL(/\/sign-in\/verification-code/);
  await typeCode(page, code);
  await expect(page.getByText('The sign-in was restarted, possibly in another tab. Start again here.')).toBeVisible();

  await stage.settings({ ...byEmail, signIn: { methods: [method('email', 'password')] } });
  const tabs = [
    { tab: page, state: 'first' },
    { tab: other, state: 'second' },
  ];
  for (const { tab, state } of tabs) {
    await arrive(tab, stage, { state });
  }
  for (const { tab, state } of tabs) {
    await tab.reload();
    const answered = tab.waitForRequest(new RegExp(`/demo-app\\?(.*&)?state=${state}(&|$)`));
    await tab.getByLabel('Email address').fill(email);
    await tab.getByLabel('Password', { exact: true }).fill(password);
    await tab.keyboard.press('Enter');
    await answered;
    await expectSignedIn(tab);
  }
});
