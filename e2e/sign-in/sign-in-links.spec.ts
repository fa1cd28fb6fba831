import { expect, expectToFit, watchConsole } from '../product.ts';
import { arrive, expectSignedIn, method, password, test } from '../stage.ts';

const byEmailCode = {
  signUp: { identifiers: ['email'], password: false, verify: true, secondaryIdentifiers: [] },
  signIn: { methods: [method('email', 'code')] },
};

test('after a click on a magic link the waiting tab continues; another browser only shows the code', async ({
  page,
  browser,
  stage,
}) => {
  await stage.settings(byEmailCode);
  const email = 'linked@fjord.example';
  await stage.api('post', '/api/users', { primaryEmail: email });
  await arrive(page, stage);
  await page.getByLabel('Email address').fill(email);
  await page.keyboard.press('Enter');
  const { link, code } = await stage.message(email);
  expect(link).toContain('/magic-link#');

  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Your code');
  await expect(elsewhere.getByText(code)).toBeVisible();
  await expectToFit(elsewhere);
  await elsewhere.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await elsewhere.getByRole('button', { name: 'Copy code' }).click();
  await expect(elsewhere.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await elsewhere.evaluate('navigator.clipboard.readText()')).toBe(code);
  await elsewhere.context().close();
  // A link in another browser does not sign anyone in. The tab still waits for the code.
  await expect(page.getByLabel('Six-digit code')).toHaveValue('');
  await expect(page).toHaveURL(/\/sign-in\/verification-code/);

  // Another tab of the same browser, as a mail program opens it. Opening the link does not consume it.
  const tab = await page.context().newPage();
  const complaints = watchConsole(tab);
  await tab.goto(link);
  await expect(tab.getByText(email)).toBeVisible();
  await tab.reload();
  await expect(tab.getByText(email)).toBeVisible();
  await expectToFit(tab);
  await tab.getByRole('button', { name: 'Continue' }).click();
  await expectSignedIn(page);
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Return to the other tab');
  await expectToFit(tab);
  expect(complaints).toEqual([]);
  await page.goto(`${stage.product.endpoint}/magic-link#id=x`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is incomplete');
});

test('a magic link continues in its own tab if no tab waits, and a tab without messages reports the end', async ({
  page,
  stage,
}) => {
  await stage.settings(byEmailCode);
  const email = 'linked-new@fjord.example';
  const link = async (count: number) => (await stage.message(email, count)).link;
  const ask = async () => {
    await arrive(page, stage);
    await page.getByLabel('Email address').fill(email);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Six-digit code')).toBeVisible();
  };
  // The tab is suspended: it receives no messages and sends no requests until it becomes visible.
  await page.addInitScript('delete window.BroadcastChannel');
  await page.route('**/api/experience/interaction', (route) => route.abort());
  await ask();
  const tab = await page.context().newPage();
  await tab.goto(await link(1));
  await tab.getByRole('button', { name: 'Continue' }).click();
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Create an account?');
  await tab.getByRole('button', { name: 'Create account' }).click();
  await expectSignedIn(tab);
  await page.unroute('**/api/experience/interaction');
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing left to do');
  await expectToFit(page);

  await page.context().clearCookies();
  await ask();
  await page.close();
  await tab.goto(await link(2));
  await tab.getByRole('button', { name: 'Continue' }).click();
  await expectSignedIn(tab);
});

test('an application selects the first page, its identifier types, and the initial value', async ({ page, stage }) => {
  await stage.settings({
    signUp: { identifiers: ['email', 'phone'], password: false, verify: true, secondaryIdentifiers: [] },
    signIn: { methods: [method('username', 'password'), method('email', 'both'), method('phone', 'code')] },
  });
  const email = 'hinted@fjord.example';
  await stage.api('post', '/api/users', { primaryEmail: email, password });
  await arrive(page, stage, { first_screen: 'identifier:sign_in', identifier: 'email phone', login_hint: email });
  await expect(page).toHaveURL(/\/identifier-sign-in/);
  const field = page.getByLabel('Email address or phone number');
  await expect(field).toHaveValue(email);
  await expect(page.getByText('Create an account')).toHaveCount(0);
  await expectToFit(page);
  await field.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/sign-in\/password/);
  await page.getByRole('button', { name: 'Change' }).click();
  await expect(page).toHaveURL(/\/identifier-sign-in/);

  await arrive(page, stage, { first_screen: 'identifier:register', identifier: 'phone' });
  await expect(page).toHaveURL(/\/identifier-register/);
  await expect(page.getByLabel('Phone number')).toHaveAttribute('autocomplete', 'tel');
  await expect(page.getByLabel('Country code')).toHaveValue('US');
});
