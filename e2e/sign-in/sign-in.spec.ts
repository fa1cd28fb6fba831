import { expect, expectAccessible, expectNarrow, test, watchConsole } from '../product.ts';

test.use({ isFresh: true });

const password = 'a sentence nobody guesses';

test('pages without an active sign-in show a notice; a new user registers in the demo app, signs out and in again', async ({
  page,
  browser,
  oss,
}) => {
  for (const path of ['/sign-in', '/sign-in/verification-code', '/continue/password', '/reset-password']) {
    expect((await page.request.get(`${oss.endpoint}${path}`)).url()).toContain('/unknown-session');
  }
  const complaints = watchConsole(page);
  await page.goto(`${oss.endpoint}/oidc/session/end`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are signed out');
  await expectAccessible(page);

  await page.goto(`${oss.endpoint}/demo-app`);
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/register/);
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/demo-app/);
  await expect(page.getByText('ada').first()).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('not this one at all');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The account or password is incorrect.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/demo-app/);
  await expect(page.getByText('ada').first()).toBeVisible();
  // The wrong password responds with 422, which the browser reports; it may report nothing else.
  expect(complaints.filter((text) => !text.includes('422'))).toEqual([]);

  await test.step('the pages use German for a German browser, then the selected language, also after a reload', async () => {
    const context = await browser.newContext({ locale: 'de-DE', viewport: { width: 320, height: 640 } });
    const small = await context.newPage();
    await small.goto(oss.consoleUrl);
    await expect(small.getByLabel('Benutzername')).toBeVisible();
    await expectNarrow(small, 320);
    await small.getByLabel('Sprache').selectOption({ label: 'العربية' });
    await expect(small.locator('html')).toHaveAttribute('dir', 'rtl');
    await small.reload();
    await expect(small.getByLabel('اسم المستخدم')).toBeVisible();
    await small.getByLabel('اللغة').selectOption('fr');
    await expect(small.locator('html')).toHaveAttribute('dir', 'ltr');
    await small.goto(oss.consoleUrl);
    await expect(small.getByLabel('Langue')).toHaveValue('fr');
    await context.close();
  });
});
