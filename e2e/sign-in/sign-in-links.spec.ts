import { expect, watchConsole } from '../product.ts';
import { arrive, expectSignedIn, method, test } from '../stage.ts';

test('after a click on a magic link the waiting tab continues, or else the tab of the link; another browser shows the code', async ({
  page,
  browser,
  stage,
}) => {
  await stage.settings({
    signUp: { identifiers: ['email'], password: false, verify: true, secondaryIdentifiers: [] },
    signIn: { methods: [method('email', 'code')] },
  });
  const email = 'linked@fjord.example';
  await stage.api('post', '/api/users', { primaryEmail: email });
  const ask = async () => {
    await arrive(page, stage);
    await page.getByLabel('Email address').fill(email);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Six-digit code')).toBeVisible();
  };
  await ask();
  const { link, code } = await stage.message(email);

  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Your code');
  await expect(elsewhere.getByText(code)).toBeVisible();
  await elsewhere.context().close();
  // A link in another browser does not sign anyone in. The tab still waits for the code.
  await expect(page.getByLabel('Six-digit code')).toHaveValue('');

  // Another tab of the same browser, as a mail program opens it. Opening the link does not consume it.
  const tab = await page.context().newPage();
  const complaints = watchConsole(tab);
  await tab.goto(link);
  await tab.reload();
  await expect(tab.getByText(email)).toBeVisible();
  await tab.getByRole('button', { name: 'Continue' }).click();
  await expectSignedIn(page);
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Return to the other tab');
  expect(complaints).toEqual([]);

  await page.context().clearCookies();
  await ask();
  const last = await page.context().newPage();
  await page.close();
  await last.goto((await stage.message(email, 2)).link);
  await last.getByRole('button', { name: 'Continue' }).click();
  await expectSignedIn(last);
});
