import { expect, watchConsole } from '../product.ts';
import { arrive, expectSignedIn, method, test, typeCode, wrongFor } from '../stage.ts';

test('a new user registers with a code after a wrong one, and later signs in instead', async ({ page, stage }) => {
  await stage.settings({
    signUp: { identifiers: ['email'], password: false, verify: true, secondaryIdentifiers: [] },
    signIn: { methods: [method('email', 'code')] },
  });
  const complaints = watchConsole(page);
  const email = 'codes@fjord.example';
  await arrive(page, stage, { first_screen: 'register' });
  await page.getByLabel('Email address').fill(email);
  await page.keyboard.press('Enter');
  const { code } = await stage.message(email);
  expect(await stage.messages(email)).toHaveLength(1);
  await typeCode(page, wrongFor(code));
  await expect(page.getByText('The code is incorrect. Check the digits.')).toBeVisible();
  await typeCode(page, code);
  await expectSignedIn(page);
  await page.goBack();
  await expect(page).not.toHaveURL(/verification-code/);

  // A known address can sign in with the same verification.
  await page.context().clearCookies();
  await arrive(page, stage, { first_screen: 'register' });
  await page.getByLabel('Email address').fill(email);
  await page.keyboard.press('Enter');
  await typeCode(page, (await stage.message(email, 2)).code);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in instead?');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectSignedIn(page);
  expect(complaints.filter((text) => !/ 4(00|22) /.test(text))).toEqual([]);
});
